import { expect, test } from 'vitest';
import { echoEngine, open, sendRaw, SIGNED_IN, start, stopWithoutForce, until } from './help.ts';

const HOST = 'Host: localhost:PORT\r\n';
const GET = `GET /wp-json/ HTTP/1.1\r\n${HOST}`;
const POST = `POST /wp-json/pll/v1/settings HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n`;
const END = 'Connection: close\r\n\r\n';
const lines = (count: number): string => Array.from({ length: count }, (_, i) => `X-${i}: y\r\n`).join('');

/** Raw bytes, the resulting status, and whether the engine may be reached. The connection is always closed. */
test.each<[string, string, number, number?]>([
  ['a good request', GET + END, 200, 1],
  ['no Host', `GET /wp-json/ HTTP/1.1\r\n${END}`, 421],
  ['no Host, HTTP/1.0', 'GET /wp-json/ HTTP/1.0\r\n\r\n', 421],
  ['two Hosts', GET + HOST + END, 421],
  ['two Hosts, the second strange', `${GET}Host: evil.test\r\n${END}`, 421],
  ['a strange Host', `GET /wp-json/ HTTP/1.1\r\nHost: evil.test:PORT\r\n${END}`, 421],
  ['forwarded', `GET /wp-json/ HTTP/1.1\r\nHost: x\r\nX-Forwarded-Host: localhost:PORT\r\n${END}`, 421],
  ['absolute form', `GET http://localhost:PORT/wp-json/ HTTP/1.1\r\n${HOST}${END}`, 421],
  ['asterisk form', `OPTIONS * HTTP/1.1\r\n${HOST}${END}`, 421],
  ['null origin', `${GET}Origin: null\r\n${END}`, 403],
  ['strange origin', `${GET}Origin: http://evil.test\r\n${END}`, 403],
  ['two origins', `${GET}Origin: http://a.test\r\nOrigin: http://b.test\r\n${END}`, 403],
  ['another site', `${GET}Sec-Fetch-Site: cross-site\r\n${END}`, 403],
  ['WebSocket', `${GET}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n`, 403],
  ['WebSocket to /', `GET / HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: WebSocket\r\n\r\n`, 403],
  ['a method nobody knows', `FOO / HTTP/1.1\r\n${HOST}${END}`, 400],
  ['a proxy wanted', `CONNECT evil.test:443 HTTP/1.1\r\n${HOST}${END}`, 0],
  ['length and chunks', `${POST}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n${END}0\r\n\r\n`, 400],
  ['two lengths', `${POST}Content-Length: 3\r\nContent-Length: 4\r\n${END}abc`, 400],
  ['no number as length', `${POST}Content-Length: 3x\r\n${END}abc`, 400],
  ['a negative length', `${POST}Content-Length: -1\r\n${END}`, 400],
  ['an unknown encoding', `${POST}Transfer-Encoding: gzip\r\n${END}abc`, 400],
  ['bad chunks', `${POST}Transfer-Encoding: chunked\r\n${END}zz\r\n`, 400],
  ['a folded header', `${GET}X: a\r\n b\r\n${END}`, 400],
  ['a blank before the colon', `${GET}X : a\r\n${END}`, 400],
  ['raw bytes in the target', `GET /wp-json/\xff HTTP/1.1\r\n${HOST}${END}`, 400],
  ['NUL in the target', `GET /wp-json/\0 HTTP/1.1\r\n${HOST}${END}`, 400],
  ['NUL in a header', `${GET}X: a\0b\r\n${END}`, 400],
  ['invalid UTF-8 in the query', `GET /wp-json/?a=%ff HTTP/1.1\r\n${HOST}${END}`, 400],
  ['TLS', '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03', 400],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['nothing that makes sense', '\r\n\r\nhello\r\n\r\n', 400],
  ['8 KiB of target', `GET /wp-json/${'x'.repeat(8192 - 9)} HTTP/1.1\r\n${HOST}${END}`, 200, 1],
  ['one byte more', `GET /wp-json/${'x'.repeat(8192 - 8)} HTTP/1.1\r\n${HOST}${END}`, 414],
  ['9 KiB of target', `GET /wp-json/${'x'.repeat(9 * 1024)} HTTP/1.1\r\n${HOST}${END}`, 414],
  ['98 headers more', GET + lines(98) + END, 200, 1],
  ['99 headers more', GET + lines(99) + END, 431],
  ['1,000 headers', GET + lines(1000) + END, 431],
  ['17 KiB of headers', `${GET}X: ${'x'.repeat(17 * 1024)}\r\n${END}`, 431],
  ['160 KiB of headers', `${GET}X: ${'x'.repeat(160 * 1024)}\r\n${END}`, 431],
  ['a body that is not JSON', `${POST}Content-Length: 2\r\n${END}{]`, 200, 1],
  ['JSON nested 513 deep', `${POST}Content-Length: 513\r\n${END}${'['.repeat(513)}`, 200, 1],
])('%s', async (_name, text, status, seen = 0) => {
  const server = await start();
  const answer = await sendRaw(server.port, Buffer.from(text.replaceAll('PORT', String(server.port)), 'latin1'));
  expect(answer.status).toBe(status);
  expect(server.seen).toHaveLength(seen);
  if (status >= 400) {
    expect(answer.text).toContain('Content-Type: application/json; charset=UTF-8');
    expect(answer.text).toContain(`"status":${status}`);
    expect(answer.text).not.toContain('Access-Control-Allow-Origin');
  }
  expect(server.log).toEqual([]);
});

const HASTE = {
  headersTime: 60,
  checkEvery: 30,
  requestTime: 200,
  idle: 100,
  keepAlive: 100,
};
/** For what is answered: a machine may stand still before the head was read. */
const HEAD_IN_PEACE = { ...HASTE, headersTime: 60_000, idle: 60_000 };

test.each<[string, string, number[], typeof HASTE?]>([
  ['nothing at all', '', [0, 408]],
  ['half a request line', 'GET /wp', [408]],
  ['headers without end', `${GET}X: y\r\n`, [408]],
  ['a body that never comes', `${POST}Content-Length: 10\r\n\r\n`, [408]],
  ['half a body', `${POST}Content-Length: 10\r\n\r\n{`, [408]],
  ['half of a chunked body', `${POST}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`, [408]],
  [
    'a refused request whose body never comes',
    `${POST}Authorization: Bearer x\r\nContent-Length: 10\r\n\r\n`,
    [401],
    HEAD_IN_PEACE,
  ],
  ['silence after an answer', `${GET}\r\n`, [200], HEAD_IN_PEACE],
])('closed in time: %s', async (_name, text, statuses, limits = HASTE) => {
  const server = await start({ limits });
  const answer = await sendRaw(server.port, text.replaceAll('PORT', String(server.port)));
  expect(statuses).toContain(answer.status);
  expect(answer.took).toBeLessThan(4500);
});

test('control: without these clocks the same is still open', async () => {
  const server = await start();
  const socket = await open(server.port);
  const closed = new Promise((done) => socket.resume().once('close', done));
  socket.write(`${POST}Content-Length: 10\r\n\r\n{`.replaceAll('PORT', String(server.port)));
  expect(await Promise.race([closed, new Promise((done) => setTimeout(done, 800, 'open'))])).toBe('open');
  // The server would wait for the rest of it.
  socket.destroy();
});

test('a body in drops has no more time than any other', async () => {
  const server = await start({ limits: HASTE });
  const socket = await open(server.port);
  socket.write(`${POST.replaceAll('PORT', String(server.port))}Content-Length: 1000\r\n\r\n`);
  const drops = setInterval(() => socket.write(' '), 20);
  const started = performance.now();
  await new Promise((resolve) => socket.resume().once('close', resolve));
  clearInterval(drops);
  expect(performance.now() - started).toBeLessThan(4500);
  expect(server.seen).toEqual([]);
});

/** Sends an upload in pieces; tells when the connection ended. */
async function upload(port: number, piece: number, pieces: number): Promise<{ took: number; text: string }> {
  const socket = await open(port);
  let text = '';
  socket.setEncoding('latin1').on('data', (data: string) => (text += data));
  const head = `POST /wp-json/wp/v2/media HTTP/1.1\r\n${HOST.replace('PORT', String(port))}Content-Type: image/png\r\n`;
  socket.write(`${head}Authorization: ${SIGNED_IN.Authorization}\r\nContent-Length: ${piece * pieces}\r\n${END}`);
  let sent = 0;
  const timer = setInterval(() => sent++ < pieces && socket.write(Buffer.alloc(piece)), 20);
  const started = performance.now();
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  return { took: performance.now() - started, text };
}

test('an upload may take longer, if it keeps its speed', async () => {
  const limits = { headersTime: 500, requestTime: 100, uploadCheck: 250, keepAlive: 10 };
  // 16 KiB a second are 328 bytes in 20 ms. A busy machine stands still for longer than 250 ms, and then nothing comes at all.
  const patient = await start({ limits: { ...limits, headersTime: 60_000, uploadTime: 60_000, uploadCheck: 2000 } });
  expect((await upload(patient.port, 10_000, 130)).text).toMatch(/^HTTP\/1.1 200 /);
  const server = await start({ limits: { ...limits, uploadTime: 800 } });
  const slow = await upload(server.port, 30, 1000);
  expect(slow.text).toMatch(/^HTTP\/1.1 408 /);
  const endless = await upload(server.port, 10_000, 1000);
  expect(endless.text).toMatch(/^HTTP\/1.1 408 /);
  // It would go on for twenty seconds.
  expect(endless.took).toBeLessThan(15_000);
  expect(await until(() => server.leftovers().length === 0)).toBe(true);
});

test('a client that does not read is disconnected', async () => {
  const body = 'x'.repeat(20_000_000);
  // One connection at a time: as long as it is open, everybody else is told to wait.
  const server = await start(
    { limits: { idle: 1500, connections: 1 } },
    echoEngine(() => ({ status: 200, headers: {}, body })),
  );
  const socket = await open(server.port);
  socket.pause().write(`${GET.replaceAll('PORT', String(server.port))}\r\n`);
  expect(await until(() => server.seen.length === 1)).toBe(true);
  const isFree = async (): Promise<boolean> => (await sendRaw(server.port, 'x')).status !== 503;
  expect(await isFree()).toBe(false);
  await expect.poll(isFree).toBe(true);
  const got = await new Promise<number>((resolve) => {
    let bytes = 0;
    socket.on('data', (data) => (bytes += data.length));
    socket.on('close', () => resolve(bytes));
    socket.resume();
  });
  expect(got).toBeLessThan(body.length);
});

test('1,000 pipelined requests are answered in their order', async () => {
  const server = await start({ limits: { keepAlive: 10 } });
  const one = (i: number): string => `GET /wp-json/${i} HTTP/1.1\r\n${HOST.replace('PORT', String(server.port))}\r\n`;
  const { text } = await sendRaw(server.port, Array.from({ length: 1000 }, (_, i) => one(i)).join(''));
  const paths = [...text.matchAll(/"path":"\/(\d+)"/g)].map(([, n]) => Number(n));
  expect(paths).toEqual(Array.from({ length: 1000 }, (_, i) => i));
});

test('connections beyond the limit get that error while all others are being answered', async () => {
  const server = await start({ limits: { connections: 3 } });
  const kept = await Promise.all([open(server.port), open(server.port), open(server.port)]);
  kept.forEach((socket) => socket.write(`${POST.replaceAll('PORT', String(server.port))}Content-Length: 2\r\n\r\n{`));
  expect(await until(() => server.heads() === 3)).toBe(true);
  const answer = await sendRaw(server.port, `${GET.replaceAll('PORT', String(server.port))}\r\n`);
  expect(answer.status).toBe(503);
  expect(answer.text).toMatch(/retry-after/i);
  expect(server.seen).toEqual([]);
  kept.forEach((socket) => socket.destroy());
  await expect.poll(async () => (await fetch(`${server.url}/`)).status).toBe(200);
});

test('requests in flight beyond the limit get that error', async () => {
  const server = await start({ limits: { inFlight: 2 } });
  const head = POST.replaceAll('PORT', String(server.port));
  const waiting = await Promise.all([open(server.port), open(server.port)]);
  waiting.forEach((socket) => socket.write(`${head}Content-Length: 2\r\n\r\n{`));
  expect(await until(() => server.heads() === 2)).toBe(true);
  const busy = await fetch(`${server.url}/wp-json/`);
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '1']);
  waiting.forEach((socket) => socket.write('}'));
  expect(await until(() => server.seen.length === 2)).toBe(true);
  expect((await fetch(`${server.url}/wp-json/`)).status).toBe(200);
  waiting.forEach((socket) => socket.destroy());
});

test('while some misbehave, others are served', async () => {
  const server = await start();
  const slow = await Promise.all(Array.from({ length: 100 }, () => open(server.port)));
  slow.forEach((socket, i) => socket.write(i % 2 ? 'GET /wp-json/ HT' : `${POST}Content-Length: 10\r\n\r\n{`));
  const started = performance.now();
  for (let i = 0; i < 5; i++) expect((await fetch(`${server.url}/wp-json/`)).status).toBe(200);
  expect(performance.now() - started).toBeLessThan(4500);
  slow.forEach((socket) => socket.destroy());
});

test('random bytes change nothing for others', async () => {
  const server = await start({ limits: { headersTime: 1000, requestTime: 1000, checkEvery: 50, keepAlive: 10 } });
  const good = Buffer.from(`${POST.replaceAll('PORT', String(server.port))}Content-Length: 7\r\n\r\n{"a":1}`);
  let seed = 42;
  const random = (below: number): number => (seed = (seed * 1103515245 + 12345) % 2 ** 31) % below;
  const mutated = (): Buffer => {
    const bytes = Buffer.from(good);
    for (let i = random(4); i >= 0; i--) bytes[random(bytes.length)] = random(256);
    return bytes.subarray(0, random(10) === 0 ? random(bytes.length) : bytes.length);
  };
  const sent = Array.from({ length: 200 }, () => sendRaw(server.port, mutated()));
  const times: number[] = [];
  for (let i = 0; i < 10; i++) {
    const started = performance.now();
    expect((await fetch(`${server.url}/`)).status).toBe(200);
    times.push(performance.now() - started);
  }
  const answers = await Promise.all(sent);
  expect(answers.every(({ status }) => status < 500 || status === 503)).toBe(true);
  expect(Math.max(...times)).toBeLessThan(4500);
  expect(server.log).toEqual([]);
});

test('a stop waits for the requests that are under way', async () => {
  // A connection that is only idle does not hold it up either.
  const server = await start({ limits: { keepAlive: 600_000 } });
  const socket = await open(server.port);
  let text = '';
  socket.setEncoding('latin1').on('data', (data: string) => (text += data));
  socket.write(`${POST.replaceAll('PORT', String(server.port))}Content-Length: 2\r\n\r\n{`);
  expect(await until(() => server.heads() === 1)).toBe(true);
  await stopWithoutForce(server, () => void socket.write('}'));
  expect(await until(() => text.startsWith('HTTP/1.1 200'))).toBe(true);
  await expect(fetch(server.url)).rejects.toThrow();
});
