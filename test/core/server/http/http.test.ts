import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { RestError } from '../../../../core/errors.ts';
import { ADMIN, echoEngine, sendRaw, SIGNED_IN, start } from '../help.ts';

const get = (url: string, init: RequestInit = {}) => fetch(url, init);
const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;

test('listens on both loopback addresses, and nowhere else', async () => {
  const { port } = await start();
  for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
    expect((await get(`http://${host}:${port}/`)).status).toBe(200);
  }
  const outside = createServer();
  await new Promise<void>((resolve, reject) => outside.once('error', reject).listen(port, '127.0.0.2', resolve));
  outside.close();
});

test('a port that is taken on either address is refused, and given back on the other', async () => {
  for (const host of ['127.0.0.1', '::1']) {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, host, () => resolve((other.address() as { port: number }).port));
    });
    await expect(start({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const twin = createServer();
    await new Promise<void>((resolve, reject) => {
      twin.once('error', reject).listen(port, host === '::1' ? '127.0.0.1' : '::1', resolve);
    });
    twin.close();
    other.close();
  }
});

test('the site learns its address', async () => {
  const fake = echoEngine();
  const { url } = await start({}, fake);
  expect(fake.engine.site.serverUrl).toBe(url);
});

test.each([
  ['/wp-json', '/', {}],
  ['/wp-json/', '/', {}],
  ['/wp-json/pll/v1/settings', '/pll/v1/settings', {}],
  ['/wp-json//pll/v1/settings/', '//pll/v1/settings/', {}],
  ['/wp-json/a%20b%2Fc?x=1&x=2', '/a%20b%2Fc', { x: '2' }],
  ['/?rest_route=/', '/', {}],
  ['/?rest_route=/pll/v1/settings&a=b', '/pll/v1/settings', { a: 'b' }],
  ['/index.php?rest_route=%2Fpll%2Fv1', '/pll/v1', {}],
  ['/wp-json/wp/v2/posts?rest_route=/pll/v1', '/pll/v1', {}],
  ['/?rest_route=/a%20b%3Fc', '/a%20b%3Fc', {}],
  ['/wp-json/x?rest_route=', '/x', {}],
])('%s', async (target, path, query) => {
  const { url, seen } = await start();
  expect((await get(url + target)).status).toBe(200);
  expect({ ...seen[0]?.request.query }).toEqual(query);
  expect(seen[0]?.request).toMatchObject({ method: 'GET', path });
});

test('the page at / has the way to the API and no data of the site', async () => {
  const { url, seen } = await start({ anonymousRead: () => false });
  for (const method of ['GET', 'HEAD']) {
    const answer = await get(`${url}/`, { method });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('link')).toBe(`<${url}/wp-json/>; rel="https://api.w.org/"`);
    expect(answer.headers.get('x-polydesk-instance')).toBe('instance-1');
    expect(answer.headers.get('content-type')).toBe('text/html; charset=UTF-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  }
  expect(seen).toEqual([]);
});

test.each([
  ['POST', '/'],
  ['GET', '/wp-jsonx'],
  ['GET', '/nope'],
  ['GET', '/foo?rest_route=/pll/v1'],
  ['GET', '/polydesk/flags/nope.svg'],
  ['GET', '/polydesk/flags/..%2f..%2fpackage.json'],
  ['POST', '/polydesk/flags/fr.svg'],
])('%s %s: 404', async (method, target) => {
  const { url } = await start();
  const answer = await get(url + target, { method });
  expect([answer.status, await codeOf(answer)]).toEqual([404, 'rest_no_route']);
});

test('flags are drawings that may be kept', async () => {
  const { url } = await start();
  const answer = await get(`${url}/polydesk/flags/fr.svg`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/svg+xml');
  expect(answer.headers.get('cache-control')).toContain('max-age');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await answer.text()).toContain('<svg');
});

test('headers of every answer, for guests and for those signed in', async () => {
  const { url } = await start(
    {},
    echoEngine(() => ({ status: 200, headers: { Allow: 'GET' }, body: 'é' })),
  );
  const guest = await get(`${url}/wp-json/x`);
  const always = {
    'content-type': 'application/json; charset=UTF-8',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
    'access-control-expose-headers': 'X-WP-Total, X-WP-TotalPages, Link',
    'access-control-allow-headers': 'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'referrer-policy': 'no-referrer',
    'content-length': '4',
    allow: 'GET',
  };
  expect(Object.fromEntries(guest.headers)).toMatchObject({ ...always, vary: 'Origin' });
  expect(guest.headers.get('cache-control')).toBeNull();
  const member = await get(`${url}/wp-json/x`, { headers: SIGNED_IN });
  expect(Object.fromEntries(member.headers)).toMatchObject({
    ...always,
    'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private',
    expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
  });
  expect(member.headers.get('vary')).toBeNull();
  expect(await member.text()).toBe('"é"');
  for (const answer of [guest, member]) {
    for (const name of ['www-authenticate', 'set-cookie', 'etag', 'access-control-allow-origin', 'x-powered-by']) {
      expect(answer.headers.get(name)).toBeNull();
    }
  }
});

test('_pretty indents', async () => {
  const { url } = await start(
    {},
    echoEngine(() => ({ status: 200, headers: {}, body: { a: 1 } })),
  );
  expect(await (await get(`${url}/wp-json/?_pretty`)).text()).toBe('{\n    "a": 1\n}');
});

test('HEAD has the headers and no body, and the connection goes on', async () => {
  const fake = echoEngine(({ method }) => ({
    status: 200,
    headers: { Allow: 'GET' },
    body: method === 'HEAD' ? undefined : 1,
  }));
  const { port } = await start({}, fake);
  const ask = (method: string, end = '') => `${method} /wp-json/ HTTP/1.1\r\nHost: localhost:${port}\r\n${end}\r\n`;
  const { text } = await sendRaw(port, ask('HEAD'), ask('GET', 'Connection: close\r\n'));
  const [head = '', body = ''] = text.split(/\r\n\r\n(?=HTTP)/);
  expect(head).toContain('Allow: GET');
  expect(head).not.toMatch(/transfer-encoding/i);
  expect(body).toMatch(/\r\n\r\n1$/);
});

test.each([
  ['none', undefined, 200, ''],
  ['empty', '', 200, ''],
  ['right', SIGNED_IN.Authorization, 200, 'admin'],
  ['as bearer', 'Bearer admi nadm in', 200, 'admin'],
  ['wrong', 'Bearer nope', 401, undefined],
  ['another scheme', 'Digest x', 401, undefined],
  ['unreadable', 'Basic !!!', 401, undefined],
])('credentials: %s', async (_name, authorization, status, name) => {
  const { url, seen, log } = await start();
  for (const path of ['/wp-json/pll/v1/languages', '/']) {
    const answer = await get(url + path, { headers: authorization === undefined ? {} : { authorization } });
    expect(answer.status).toBe(status);
    if (status === 401) {
      expect(await answer.json()).toEqual({
        code: 'incorrect_password',
        message: 'The user name or the token is not right.',
        data: { status: 401 },
      });
      expect(answer.headers.get('cache-control')).toBeNull();
      expect(answer.headers.get('link')).toBe(`<${url}/wp-json/>; rel="https://api.w.org/"`);
    }
  }
  expect(seen[0]?.caller.name).toBe(name);
  expect(log.length > 0).toBe(status === 401);
});

test('a token of a removed user is rejected, not treated as a guest', async () => {
  const { url } = await start({ authenticate: () => null });
  expect((await get(`${url}/wp-json/`, { headers: SIGNED_IN })).status).toBe(401);
});

test('refused sign-ins are logged at most twenty times a minute', async () => {
  const { url, log } = await start();
  for (let i = 0; i < 30; i++) await (await get(`${url}/wp-json/`, { headers: { authorization: 'Bearer x' } })).text();
  expect(log).toHaveLength(20);
});

test.each([
  ['GET', '/wp-json/', 401],
  ['OPTIONS', '/wp-json/pll/v1/settings', 401],
  ['GET', '/?rest_route=/pll/v1', 401],
  ['GET', '/nope', 401],
  ['POST', '/', 401],
  ['GET', '/polydesk/flags/fr.svg', 401],
  ['GET', '/', 200],
  ['HEAD', '/', 200],
])('anonymous read off: %s %s is %i', async (method, path, status) => {
  const { url, seen } = await start({ anonymousRead: () => false });
  const answer = await get(url + path, { method });
  expect(answer.status).toBe(status);
  if (status === 401) expect(await codeOf(answer)).toBe('rest_not_logged_in');
  expect(seen).toEqual([]);
  expect((await get(url + path, { method, headers: SIGNED_IN })).status).not.toBe(401);
});

const APP = 'http://localhost:5173';
const PREFLIGHT = { Origin: APP, 'Access-Control-Request-Method': 'POST' };

test('an allowed origin gets CORS headers for itself only', async () => {
  const { url } = await start({ allowedOrigins: () => [APP] });
  const answer = await get(`${url}/wp-json/`, {
    headers: { Origin: APP, 'Sec-Fetch-Site': 'cross-site', ...SIGNED_IN },
  });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'access-control-allow-origin': APP,
    'access-control-allow-methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-credentials': 'true',
    vary: 'Origin',
  });
  const other = await get(`${url}/wp-json/`, { headers: { Origin: 'http://localhost:5174' } });
  expect([other.status, await codeOf(other)]).toEqual([403, 'rest_forbidden_origin']);
  expect(other.headers.get('access-control-allow-origin')).toBeNull();
});

test('preflights: of allowed origins even while anonymous reading is off', async () => {
  const { url, seen } = await start({ allowedOrigins: () => [APP], anonymousRead: () => false });
  const headers = { ...PREFLIGHT, 'Access-Control-Request-Private-Network': 'true' };
  for (const path of ['/wp-json/pll/v1/settings', '/']) {
    const answer = await get(url + path, { method: 'OPTIONS', headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe(APP);
    expect(answer.headers.get('access-control-allow-private-network')).toBe('true');
  }
  expect(seen).toEqual([]);
  const other = await get(`${url}/wp-json/`, { method: 'OPTIONS', headers: { ...headers, Origin: 'null' } });
  expect(other.status).toBe(403);
});

test('the own interface may ask where it is served', async () => {
  const page = () => ({
    status: 200,
    headers: { 'Content-Type': 'text/html', 'Content-Security-Policy': 'own' },
    body: 'ui',
  });
  const headless = await start({ ownUi: true, page });
  const own = (origin: string) => ({ Origin: origin, 'Sec-Fetch-Site': 'same-origin' });
  const ask = (server: { url: string }, origin: string) =>
    get(`${server.url}/wp-json/`, { method: 'POST', headers: own(origin) });
  expect((await ask(headless, headless.url)).status).toBe(200);
  expect((await ask(headless, 'http://evil.test')).status).toBe(403);
  const shown = await get(`${headless.url}/polydesk/ui/main.js`);
  expect(shown.headers.get('content-security-policy')).toBe('own');
  const desktop = await start();
  expect((await ask(desktop, desktop.url)).status).toBe(403);
});

test('an unexpected error is answered with a reference only', async () => {
  const fake = echoEngine(() => {
    throw new Error('secret of /home/x');
  });
  const { url, log } = await start({}, fake);
  const answer = await get(`${url}/wp-json/`);
  const text = await answer.text();
  const { code, data } = JSON.parse(text) as { code: string; data: { status: number; reference: string } };
  expect([answer.status, code, data.status]).toEqual([500, 'internal_error', 500]);
  expect(data.reference).toMatch(/^[0-9a-f]{8}$/);
  expect(text).not.toMatch(/secret|stack|core\//);
  expect(log[0]).toContain(data.reference);
  expect(log[0]).toContain('secret of');
});

test('an answer that cannot be sent is an error too', async () => {
  const { url } = await start(
    {},
    echoEngine(() => ({ status: 200, headers: { Link: 'a\nb' }, body: 1 })),
  );
  expect((await get(`${url}/wp-json/`)).status).toBe(500);
});

test('a RestError on the way of a request is its answer', async () => {
  const fake = echoEngine();
  fake.engine.ask = () =>
    Promise.reject(new RestError('secrets_closed', 'No vault.', 503, { headers: { 'Retry-After': '5' } }));
  const { url } = await start({}, fake);
  const answer = await get(`${url}/wp-json/`, { method: 'POST' });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
});

test('the caller and lower-case headers reach the engine', async () => {
  const { url, seen } = await start();
  await get(`${url}/wp-json/`, { method: 'POST', headers: { ...SIGNED_IN, 'X-HTTP-Method-Override': 'PUT' } });
  expect(seen[0]?.caller).toBe(ADMIN);
  expect(seen[0]?.request.headers).toMatchObject({ 'x-http-method-override': 'PUT' });
});
