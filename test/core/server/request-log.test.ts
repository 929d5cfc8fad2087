import { expect, test } from 'vitest';
import { requestLog, type SeenRequest } from '../../../core/domain/site/request-log.ts';
import type { LoggedRequest } from '../../../core/schema/site/request-log.ts';
import { createCaller } from '../../../core/domain/access/capabilities.ts';
import type { Site } from '../../../core/site.ts';
import { openBench } from '../../support/engine.ts';
import { serveEngine, until } from './help.ts';

const CANARY = 'Canary0123456789abcdefgh';

/** A server that grants all rights, called with the canary as its token. */
async function startWhole(): Promise<{ url: string; log: (query?: string) => Promise<LoggedRequest[]> }> {
  const { engine } = openBench();
  const admin = createCaller({ name: 'admin', userId: 1, role: 'administrator', origin: 'window', serverRights: true });
  const { url } = await serveEngine(engine, ({ kind }) => (kind === 'none' ? null : admin));
  const root = `${url}/wp-json`;
  const log = async (query = ''): Promise<LoggedRequest[]> =>
    (await (await fetch(`${root}/polydesk/v1/requests${query}`, { headers: SIGNED_IN })).json()) as LoggedRequest[];
  return { url: root, log };
}

const SIGNED_IN = { Authorization: `Bearer ${CANARY}` };
const post = (url: string, body: unknown): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { ...SIGNED_IN, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

test('what was requested and answered, newest first, without the looks at the log itself', async () => {
  const { url, log } = await startWhole();
  await fetch(`${url}/wp/v2/posts?per_page=3&_fields=id`);
  await post(`${url}/wp/v2/posts`, { title: 'A title' });
  await post(`${url}/wp/v2/posts`, { title: 7, status: 'nonsense' });
  await fetch(`${url}/nowhere`);
  await log();
  const lines = await log();
  expect(lines.map(({ method, path, status, code, user }) => [method, path, status, code, user])).toEqual([
    ['GET', '/nowhere', 404, 'rest_no_route', ''],
    ['POST', '/wp/v2/posts', 400, 'rest_invalid_param', 'admin'],
    ['POST', '/wp/v2/posts', 201, '', 'admin'],
    ['GET', '/wp/v2/posts', 200, '', ''],
  ]);
  expect(lines[2]).toMatchObject({ request: { title: 'A title' }, response: { title: { raw: 'A title' } } });
  expect(lines[3]).toMatchObject({ query: { per_page: '3', _fields: 'id' }, request: null, response: [] });
  expect((await log('?since=3')).map(({ id }) => id)).toEqual([4]);
  expect((await log('?limit=1')).map(({ id }) => id)).toEqual([4]);
});

test('no secret is in it: settings, tokens, passwords, headers, in bodies, queries and batches', async () => {
  const { url, log } = await startWhole();
  const secret = { mt_provider: { api_key: CANARY } };
  await post(`${url}/pll/v1/settings`, secret);
  await post(`${url}/pll/v1/settings?mt_provider[api_key]=${CANARY}`, {});
  await post(`${url}/batch/v1`, { requests: [{ method: 'PATCH', path: '/pll/v1/settings', body: secret }] });
  for (const name of ['mt_provider[api_key]', 'mt_provider%5Bapi%5Fkey%5D'])
    await post(`${url}/batch/v1`, { requests: [{ method: 'PATCH', path: `/pll/v1/settings?x=1&${name}=${CANARY}` }] });
  await post(`${url}/nowhere`, { password: CANARY, deep: [{ Authorization: CANARY }], text: `Bearer ${CANARY}` });
  await post(`${url}/wp/v2/posts`, { title: 'Guarded', password: CANARY });
  await fetch(`${url}/wp/v2/posts/1?password=${CANARY}`, { headers: SIGNED_IN });
  const made = (await (await post(`${url}/polydesk/v1/tokens`, { name: 'deploy', role: 'editor' })).json()) as {
    token: string;
  };
  const lines = await log();
  expect(lines).toHaveLength(9);
  const text = JSON.stringify(lines);
  expect(text).not.toContain(CANARY);
  expect(text).not.toContain(made.token);
  // Control: what is not a secret is there, so the look would find one.
  expect(text).toContain('Guarded');
  await post(`${url}/wp/v2/posts`, { title: CANARY });
  expect(JSON.stringify(await log())).toContain(CANARY);
});

test('an address with encoded letters is the same address: texts, tokens and looks at the log', async () => {
  const { url, log } = await startWhole();
  await post(`${url}/polydesk/v1/%74ranslate`, { from: 'en', to: 'fr', texts: [`Secret text ${CANARY}`] });
  await post(`${url}/polydesk/v1/%74okens`, { name: 'deploy', role: 'editor' });
  await fetch(`${url}/polydesk/v1/%72equests`, { headers: SIGNED_IN });
  const lines = await log();
  expect(lines.map(({ path, request, response }) => [path, request === null, response === null])).toEqual([
    ['/polydesk/v1/%74okens', false, true],
    ['/polydesk/v1/%74ranslate', true, false],
  ]);
  expect(JSON.stringify(lines)).not.toContain(CANARY);
});

test('live: one event a request, for administrators', async () => {
  const { url } = await startWhole();
  expect((await fetch(`${url}/polydesk/v1/events?requests=1`)).status).toBe(401);
  const stop = new AbortController();
  const stream = await fetch(`${url}/polydesk/v1/events?requests=1`, { headers: SIGNED_IN, signal: stop.signal });
  let text = '';
  const reading = (async () => {
    for await (const chunk of stream.body ?? []) text += Buffer.from(chunk as Uint8Array).toString();
  })().catch(() => undefined);
  await fetch(`${url}/wp/v2/tags`);
  expect(await until(() => text.includes('event: request\n'))).toBe(true);
  expect(JSON.parse(/event: request\ndata: (.*)/.exec(text)?.[1] ?? '')).toMatchObject({ path: '/wp/v2/tags' });
  stop.abort();
  await reading;
});

test('a thousand lines and a bounded number of bytes are kept', () => {
  const log = requestLog({} as Site);
  const seen = (answer: string): SeenRequest => ({
    request: { method: 'GET', path: '/a' },
    caller: { name: '', token: '', origin: 'token' },
    status: 200,
    took: 1,
    answer,
  });
  const large = '1'.repeat(60_000);
  for (let n = 0; n < 1100; n++) log.note(seen(large));
  const lines = log.list({ since: 0, limit: 2000 });
  expect(lines.map(({ id }) => id)).toEqual(Array.from({ length: 1000 }, (_, n) => 1100 - n));
  const whole = lines.filter(({ response }) => response !== null).length;
  expect(whole).toBeGreaterThan(500);
  expect(whole * large.length).toBeLessThanOrEqual(32 * 1024 * 1024);
});

test('requests of the window are logged separately: they never evict lines of a tool, nor its answers', () => {
  const { engine, as, admin } = openBench();
  const log = requestLog(engine.site);
  const note = (path: string, caller: SeenRequest['caller'], answer: string): void =>
    log.note({ request: { method: 'GET', path }, caller, status: 200, took: 1, answer });
  const [tool, window] = [as('editor'), admin];
  const large = JSON.stringify('x'.repeat(60_000));
  for (let n = 0; n < 5; n++) note('/tool', tool, large);
  for (let n = 0; n < 3000; n++) note('/window', window, large);
  note('/tool', tool, '1');
  const paths = (from?: 'tools' | 'window'): string[] =>
    log.list({ since: 0, limit: 5000, from }).map(({ path }) => path);
  expect(paths('tools')).toEqual(Array.from({ length: 6 }, () => '/tool'));
  expect(log.list({ since: 0, limit: 10, from: 'tools' }).every(({ response }) => response !== null)).toBe(true);
  expect(new Set(paths('window'))).toEqual(new Set(['/window']));
  expect(paths()).toHaveLength(paths('window').length + 6);
  expect(log.list({ since: 0, limit: 2 }).map(({ path, id }) => [path, id])).toEqual([
    ['/tool', 3006],
    ['/window', 3005],
  ]);
  const { body } = engine.dispatch(
    { method: 'GET', path: '/polydesk/v1/requests', query: { from: 'tools', limit: '2' } },
    admin,
  );
  expect(body).toMatchObject([{ path: '/tool' }, { path: '/tool' }]);
  engine.close();
});

test('for an answer too large to be shown the line has its size', () => {
  const log = requestLog({} as Site);
  const answers = ['1'.repeat(60_000), '1'.repeat(70_000), Buffer.from('1'.repeat(80_000))];
  for (const answer of answers)
    log.note({
      request: { method: 'GET', path: '/a' },
      caller: { name: '', token: '', origin: 'token' },
      status: 200,
      took: 1,
      answer,
    });
  const lines = log.list({ since: 0, limit: 3 });
  expect(lines.map(({ size, response }) => [size, response === null])).toEqual([
    [80_000, true],
    [70_000, true],
    [60_000, false],
  ]);
});
