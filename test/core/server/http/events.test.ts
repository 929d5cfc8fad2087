import { expect, test } from 'vitest';
import { ADMIN, echoEngine, open, SIGNED_IN, start, stopWithoutForce, until, type Started } from '../help.ts';

const EVENTS = '/wp-json/polydesk/v1/events';

async function listen(server: Started, path = EVENTS, headers: Record<string, string> = {}) {
  const stop = new AbortController();
  const answer = await fetch(server.url + path, { headers: { ...SIGNED_IN, ...headers }, signal: stop.signal });
  const stream = { answer, text: '', ended: false, stop: () => stop.abort(), ids: () => idsOf(stream.text) };
  void read(answer, stream).catch(() => (stream.ended = true));
  return stream;
}

async function read(answer: Response, stream: { text: string; ended: boolean }): Promise<void> {
  for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>)
    stream.text += Buffer.from(chunk).toString();
  stream.ended = true;
}

const idsOf = (text: string): number[] =>
  [...text.matchAll(/^id: (\d+)\nevent: change\ndata: \{"id":\1\}\n\n/gm)].map((m) => Number(m[1]));

test('tells what happens from now on', async () => {
  const fake = echoEngine();
  const server = await start({}, fake);
  fake.commit();
  const stream = await listen(server);
  expect(stream.answer.status).toBe(200);
  expect(stream.answer.headers.get('content-type')).toBe('text/event-stream; charset=UTF-8');
  expect(stream.answer.headers.get('cache-control')).toContain('no-store');
  expect(stream.answer.headers.get('x-content-type-options')).toBe('nosniff');
  for (let i = 0; i < 5; i++) fake.commit();
  expect(await until(() => stream.ids().length === 5)).toBe(true);
  fake.commit();
  expect(await until(() => stream.ids().length === 6)).toBe(true);
  expect(stream.ids()).toEqual([2, 3, 4, 5, 6, 7]);
  stream.stop();
  expect(await until(() => fake.listeners.size === 0)).toBe(true);
});

test.each([
  ['Last-Event-ID', EVENTS, { 'Last-Event-ID': '2' }],
  ['since', `${EVENTS}/?since=2`, {}],
  ['rest_route', '/?rest_route=/Polydesk/v1/events&since=2', {}],
  ['Last-Event-ID before since', `${EVENTS}?since=0`, { 'Last-Event-ID': '2' }],
])('goes on where a reader was: %s', async (_name, path, headers) => {
  const fake = echoEngine();
  const server = await start({}, fake);
  for (let i = 0; i < 6; i++) fake.commit();
  const stream = await listen(server, path, headers);
  expect(await until(() => stream.ids().length === 4)).toBe(true);
  expect(stream.ids()).toEqual([3, 4, 5, 6]);
});

test.each([
  ['from now on', {}, 3],
  ['behind what was read', { 'Last-Event-ID': '1' }, 1],
])('says where it begins, before anything happens: %s', async (_name, headers, first) => {
  const fake = echoEngine();
  const server = await start({}, fake);
  for (let i = 0; i < 3; i++) fake.commit();
  const stream = await listen(server, EVENTS, headers);
  expect(await until(() => stream.text.includes('\n\n'))).toBe(true);
  expect(stream.text.split('\n\n')[0]).toBe(`retry: 2000\nid: ${first}`);
});

test.each([
  ['a guest', { Authorization: '' }],
  ['a subscriber', { Authorization: 'Bearer reader' }],
])('%s gets the refusal of /changes', async (_name, headers) => {
  const fake = echoEngine();
  const server = await start({}, fake);
  const { answer } = await listen(server, EVENTS, headers);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([401, 'application/json; charset=UTF-8']);
  expect(fake.listeners.size).toBe(0);
});

test('shows signs of life, and ends when the token is revoked', async () => {
  let isKnown = true;
  const fake = echoEngine();
  const admin = { authenticate: () => (isKnown ? ADMIN : ('bad' as const)) };
  const server = await start({ ...admin, limits: { heartbeat: 150, idle: 600 } }, fake);
  const stream = await listen(server);
  expect(await until(() => stream.text.split(': still here').length > 6)).toBe(true);
  isKnown = false;
  expect(await until(() => stream.ended)).toBe(true);
  expect(fake.listeners.size).toBe(0);
});

test('has a limit of its own, and ends with the server', async () => {
  const fake = echoEngine();
  const server = await start({ limits: { streams: 1, inFlight: 1 } }, fake);
  const stream = await listen(server);
  const second = await listen(server);
  expect([second.answer.status, second.answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect((await fetch(`${server.url}/wp-json/`)).status).toBe(200);
  await stopWithoutForce(server);
  expect(await until(() => stream.ended)).toBe(true);
});

test('a slow reader makes nothing pile up', async () => {
  const fake = echoEngine();
  const entry = { id: 1, text: 'x'.repeat(50_000) };
  let asked = 0;
  const endless = fake.engine.dispatch;
  fake.engine.dispatch = (request, caller) => {
    if (request.query?.['limit'] === '1') return endless(request, caller);
    asked++;
    return { status: 200, headers: {}, body: { entries: [{ ...entry, id: asked }], latest: 1e9 } };
  };
  const server = await start({}, fake);
  const { port } = server;
  const socket = await open(port);
  socket.pause();
  socket.write(
    `GET ${EVENTS} HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: ${SIGNED_IN.Authorization}\r\n\r\n`,
  );
  // Accepts as much as the connection buffers, and then nothing more.
  for (let before = -1; asked === 0 || asked !== before;) {
    before = asked;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(asked).toBeLessThan(500);
  socket.destroy();
});
