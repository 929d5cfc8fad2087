import { expect, test } from 'vitest';
import { bodyKind } from '../../../../core/server/http/body.ts';
import { describeUpload } from '../../../../core/server/http/uploads.ts';
import { echoEngine, open, SIGNED_IN, start, until, type Started } from '../help.ts';

test.each([
  ['POST', 'application/json', 'json'],
  ['GET', 'application/json', 'json'],
  ['DELETE', 'APPLICATION/JSON; charset=utf-8', 'json'],
  ['POST', 'application/ld+json', 'json'],
  ['POST', 'application/vnd.api+json; a="b"', 'json'],
  ['POST', 'application/json, text/plain', 'json'],
  ['POST', 'text/plain, application/json', 'json'],
  ['POST', 'text/json', 'ignored'],
  ['POST', 'text/plain', 'ignored'],
  ['POST', 'application/x-json', 'ignored'],
  ['POST', 'application/jsonx', 'ignored'],
  ['POST', 'text/plain; x=application/json', 'ignored'],
  ['POST', '', 'ignored'],
  ['POST', 'application/x-www-form-urlencoded', 'form'],
  ['PUT', 'Application/X-WWW-Form-Urlencoded; charset=utf-8', 'form'],
  ['PATCH', 'application/x-www-form-urlencoded', 'form'],
  ['DELETE', 'application/x-www-form-urlencoded', 'ignored'],
  ['GET', 'application/x-www-form-urlencoded', 'ignored'],
  ['POST', 'multipart/form-data; boundary=B', 'multipart'],
  ['PUT', 'multipart/form-data; boundary=B', 'ignored'],
  ['PATCH', 'multipart/form-data; boundary=B', 'ignored'],
])('%s %s: %s', (method, contentType, kind) => {
  expect(bodyKind({ method, contentType, disposition: '', takesFile: false })).toBe(kind);
});

test.each([
  ['image/png', 'attachment; filename="a.png"', 'file'],
  ['image/png', '', 'file'],
  ['', '', 'file'],
  ['application/json', '', 'json'],
  ['application/json', 'attachment; filename="a.json"', 'file'],
  ['application/x-www-form-urlencoded', '', 'form'],
  ['multipart/form-data; boundary=B', 'attachment; filename=x', 'multipart'],
])('where files are taken: %s, %j: %s', (contentType, disposition, kind) => {
  expect(bodyKind({ method: 'POST', contentType, disposition, takesFile: true })).toBe(kind);
});

test.each([
  ['attachment; filename="My Pic.png"', 'My Pic.png'],
  ['attachment; filename=doc.txt', 'doc.txt'],
  ['attachment; filename=My Pic.png; size=70', 'My Pic.png'],
  ['attachment; filename="a\\"b.png"', 'a"b.png'],
  ['attachment; filename="x.png"; filename*=UTF-8\'\'%e5%a4%9c.png', '夜.png'],
  [`attachment; filename="${Buffer.from('é.png').toString('latin1')}"`, 'é.png'],
  ['attachment; filename="\xe9.png"', 'é.png'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="C:\\\\x\\\\y.png"', 'y.png'],
  ["attachment; filename*=UTF-8''..%2f..%2fx", 'x'],
  ['attachment', ''],
  ['', ''],
])('name of %j is %j', (disposition, name) => {
  expect(describeUpload(disposition, 'Image/PNG; x=y')).toEqual({ name, type: 'image/png' });
});

const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };
const PATH = '/wp-json/pll/v1/settings';
const MEDIA = '/wp-json/wp/v2/media';

type Init = RequestInit & { headers?: Record<string, string> };
const post = (server: Started, init: Init, path = PATH) => fetch(server.url + path, { method: 'POST', ...init });
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];

test.each<[string, Init, unknown]>([
  ['JSON', { headers: JSON_TYPE, body: '{"a":[1]}' }, { a: [1] }],
  ['JSON that is not an object', { headers: JSON_TYPE, body: '5' }, 5],
  ['an empty body', { headers: JSON_TYPE, body: '' }, undefined],
  ['JSON by DELETE', { method: 'DELETE', headers: JSON_TYPE, body: '{"a":1}' }, { a: 1 }],
  ['another type', { headers: { 'Content-Type': 'text/json' }, body: '{"a":1}' }, undefined],
  ['a form', { headers: FORM_TYPE, body: 'a[b]=c&d[]=1&d[]=2' }, { a: { b: 'c' }, d: ['1', '2'] }],
  ['a form by PUT', { method: 'PUT', headers: FORM_TYPE, body: 'a=%C3%A9+x' }, { a: 'é x' }],
  ['a form with raw UTF-8', { headers: FORM_TYPE, body: 'a=夜' }, { a: '夜' }],
])('reads %s', async (_name, init, body) => {
  const server = await start();
  expect((await post(server, init)).status).toBe(200);
  const seen = server.seen[0]?.request.body;
  expect(seen && typeof seen === 'object' ? JSON.parse(JSON.stringify(seen)) : seen).toEqual(body);
  expect(server.seen[0]?.request.bodyFault).toBeUndefined();
});

test('bad JSON is left for after the route is known', async () => {
  const server = await start();
  expect((await post(server, { headers: JSON_TYPE, body: '{' })).status).toBe(200);
  expect(server.seen[0]?.request.bodyFault).toMatchObject({ code: 4 });
});

const KEYS = JSON.stringify(Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`k${i}`, 1])));
test.each<[string, Init, number, string]>([
  ['too many keys', { headers: JSON_TYPE, body: KEYS }, 400, 'rest_request_too_complex'],
  ['too many parameters', { headers: FORM_TYPE, body: 'a=1&'.repeat(1001) }, 400, 'rest_request_too_complex'],
  ['a form that is no UTF-8', { headers: FORM_TYPE, body: Buffer.from('a=\xff', 'latin1') }, 400, 'rest_invalid_utf8'],
  ['escapes that are no UTF-8', { headers: FORM_TYPE, body: 'a=%ff' }, 400, 'rest_invalid_utf8'],
  [
    'multipart without boundary',
    { headers: { 'Content-Type': 'multipart/form-data' }, body: 'x' },
    400,
    'rest_invalid_form',
  ],
])('refuses %s', async (_name, init, status, code) => {
  const server = await start();
  expect(await codeOf(await post(server, init))).toEqual([status, code]);
  expect(server.seen).toEqual([]);
});

const MiB = 1024 * 1024;
const big = Buffer.alloc(80 * MiB, 'x').fill('"', 0, 1);
const text = (size: number): Uint8Array => big.subarray(0, size);

test.each([
  ['JSON', JSON_TYPE],
  ['a form', FORM_TYPE],
  ['what is ignored', { 'Content-Type': 'text/plain' }],
])('8 MiB of %s pass, one byte more does not, ten times as much neither', async (_name, headers) => {
  const server = await start(
    { limits: { requestTime: 60_000 } },
    echoEngine(() => ({ status: 200, headers: {}, body: 1 })),
  );
  expect((await post(server, { headers, body: text(8 * MiB) as BodyInit })).status).toBe(200);
  for (const size of [8 * MiB + 1, 80 * MiB]) {
    const answer = await post(server, { headers, body: text(size) as BodyInit });
    expect(await codeOf(answer)).toEqual([413, 'rest_request_too_large']);
  }
  expect(server.seen).toHaveLength(1);
});

test('a body of unknown length is counted as it comes', async () => {
  const server = await start({ limits: { body: 1000 } });
  const chunks = new ReadableStream({
    start(to) {
      for (let i = 0; i < 11; i++) to.enqueue(new Uint8Array(100).fill(32));
      to.close();
    },
  });
  const answer = await post(server, { headers: JSON_TYPE, body: chunks, duplex: 'half' } as Init);
  expect(await codeOf(answer)).toEqual([413, 'rest_request_too_large']);
});

test('all bodies together have a limit', async () => {
  const server = await start({ limits: { bodiesTogether: 1500 } });
  const { port } = server;
  const head = `POST ${PATH} HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: 1001\r\n\r\n`;
  const first = await open(port);
  first.write(`${head}${' '.repeat(1000)}`);
  expect(await until(() => server.heads() === 1)).toBe(true);
  const busy = await post(server, { headers: JSON_TYPE, body: ' '.repeat(999) + '1' });
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '1']);
  first.write('1');
  expect(await until(() => server.seen.length === 1)).toBe(true);
  first.destroy();
  expect((await post(server, { headers: JSON_TYPE, body: ' '.repeat(999) + '1' })).status).toBe(200);
});

const RAW = { ...SIGNED_IN, 'Content-Type': 'image/png', 'Content-Disposition': 'attachment; filename="x.png"' };

test('a raw upload is kept in a private file until it is answered', async () => {
  const server = await start();
  for (const path of [MEDIA, '/wp-json/polydesk/v1/imports/', '/?rest_route=/WP/v2/Media']) {
    expect((await post(server, { headers: RAW, body: 'pixels' }, path)).status).toBe(200);
  }
  for (const { request, upload } of server.seen) {
    expect(request.file).toMatchObject({ name: 'x.png', type: 'image/png', size: 6 });
    expect(upload).toEqual({ text: 'pixels', mode: 0o600, folderMode: 0o700 });
    expect(request.body).toBeUndefined();
  }
  expect(server.seen).toHaveLength(3);
  expect(await until(() => server.leftovers().length === 0)).toBe(true);
});

test('other routes, other verbs and empty bodies create no file', async () => {
  const server = await start();
  await post(server, { headers: RAW, body: 'pixels' });
  await post(server, { method: 'PUT', headers: RAW, body: 'pixels' }, MEDIA);
  await post(server, { headers: RAW, body: 'pixels' }, `${MEDIA}/5`);
  await post(
    server,
    { headers: RAW, body: new ReadableStream({ start: (to) => to.close() }), duplex: 'half' } as Init,
    MEDIA,
  );
  expect(server.seen.map(({ request }) => request.file)).toEqual([undefined, undefined, undefined, undefined]);
});

function form(parts: Record<string, string | File>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts)) data.append(name, value);
  return data;
}

test('multipart: fields as in other forms, and the part named file', async () => {
  const server = await start();
  const picture = new File(['pixels'], '../夜.png', { type: 'image/png' });
  const other = new File(['other'], 'o.txt');
  const body = form({ title: 'é', 'meta[a][]': '1', other, file: picture });
  await post(server, { headers: SIGNED_IN, body }, MEDIA);
  const { request, upload } = server.seen[0] ?? {};
  expect(JSON.parse(JSON.stringify(request?.body))).toEqual({ title: 'é', meta: { a: ['1'] } });
  expect(request?.file).toMatchObject({ name: '夜.png', type: 'image/png', size: 6 });
  expect(upload?.text).toBe('pixels');
  expect(await until(() => server.leftovers().length === 0)).toBe(true);
});

test('multipart: on other routes fields only, by POST only', async () => {
  const server = await start();
  const body = () => form({ browser: 'true', file: new File(['x'], 'x.png') });
  await post(server, { body: body() });
  await post(server, { method: 'PUT', body: body() });
  expect(server.seen.map(({ request }) => request.file)).toEqual([undefined, undefined]);
  expect({ ...(server.seen[0]?.request.body as object) }).toEqual({ browser: 'true' });
  expect(server.seen[1]?.request.body).toBeUndefined();
  expect(server.leftovers()).toEqual([]);
});

test.each<[string, string, number, string]>([
  ['cut off', '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\nx', 400, 'rest_invalid_form'],
  [
    'cut off in a file',
    '--B\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx',
    400,
    'rest_invalid_form',
  ],
  ['no form at all', 'hello', 400, 'rest_invalid_form'],
  ['no UTF-8', '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\n\xff\r\n--B--\r\n', 400, 'rest_invalid_utf8'],
  [
    'too many parts',
    `${'--B\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(1001)}--B--\r\n`,
    400,
    'rest_request_too_complex',
  ],
])('multipart: %s', async (_name, text, status, code) => {
  const server = await start();
  const headers = { ...SIGNED_IN, 'Content-Type': 'multipart/form-data; boundary=B' };
  const answer = await post(server, { headers, body: Buffer.from(text, 'latin1') }, MEDIA);
  expect(await codeOf(answer)).toEqual([status, code]);
  expect(server.leftovers()).toEqual([]);
});

const guest: Record<string, string> = {
  'Content-Type': 'image/png',
  'Content-Disposition': 'attachment; filename="x.png"',
};
test.each<[string, Record<string, string>, number]>([
  ['an administrator', RAW, 3000],
  ['a guest, who fills no disk', guest, 1000],
  ['a subscriber', { ...guest, Authorization: 'Bearer reader' }, 1000],
])('size of uploads: %s', async (_name, headers, max) => {
  const server = await start({ limits: { body: 1000, upload: 3000 } });
  const raw = (size: number) => post(server, { headers, body: 'x'.repeat(size) }, MEDIA);
  const { 'Content-Type': _type, 'Content-Disposition': _disposition, ...auth } = headers;
  const part = (size: number) =>
    post(server, { headers: auth, body: form({ file: new File(['x'.repeat(size)], 'x') }) }, MEDIA);
  for (const send of [raw, part]) {
    expect((await send(max)).status).toBe(200);
    expect(await codeOf(await send(max + 1))).toEqual([413, 'rest_request_too_large']);
    expect(await codeOf(await send(max * 10))).toEqual([413, 'rest_request_too_large']);
  }
  expect(await until(() => server.leftovers().length === 0)).toBe(true);
});

test('an upload that breaks off leaves no file, and nothing is executed', async () => {
  const server = await start();
  const head = `POST ${MEDIA} HTTP/1.1\r\nHost: localhost:${server.port}\r\nAuthorization: ${SIGNED_IN.Authorization}\r\n`;
  const raw = `${head}Content-Type: image/png\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(5000)}`;
  const part = `--B\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${'x'.repeat(5000)}`;
  const multi = `${head}Content-Type: multipart/form-data; boundary=B\r\nContent-Length: 100000\r\n\r\n${part}`;
  for (const text of [raw, multi]) {
    const socket = await open(server.port);
    socket.write(text);
    expect(await until(() => server.leftovers().length === 1)).toBe(true);
    socket.destroy();
    expect(await until(() => server.leftovers().length === 0)).toBe(true);
  }
  expect(server.seen).toEqual([]);
  expect(server.log).toEqual([]);
});

test('a body is not asked for before the first four checks, nor when it is too large', async () => {
  const server = await start();
  const ask = async (length: number, authorization: string): Promise<string> => {
    const socket = await open(server.port);
    const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nHost: localhost:${server.port}\r\nContent-Type: application/json\r\n` +
        `Authorization: ${authorization}\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`,
    );
    const text = await answer;
    socket.destroy();
    return text;
  };
  expect(await ask(10, SIGNED_IN.Authorization)).toMatch(/^HTTP\/1.1 100 /);
  expect(await ask(10, 'Bearer wrong')).toMatch(/^HTTP\/1.1 401 [^]*connection: close/i);
  expect(await ask(9 * MiB, SIGNED_IN.Authorization)).toMatch(/^HTTP\/1.1 413 [^]*connection: close/i);
});
