import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { echoEngine, open, sendRaw, start, until } from './help.ts';

const COPIES = 200;

function get(port: number, path: string): string {
  return `GET /wp-json/${path} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`;
}

/** A server that responds to each request with that many letters after some work. `seen`: the paths it worked for, in order. */
interface Answering {
  port: number;
  seen: string[];
}

function work(): void {
  for (const until = performance.now() + 2; performance.now() < until;);
}

async function ours(letters: number): Promise<Answering> {
  const seen: string[] = [];
  const engine = echoEngine(({ path }) => {
    work();
    seen.push(path.slice(1));
    return { status: 200, headers: {}, body: 'x'.repeat(letters) };
  });
  return { port: (await start({}, engine)).port, seen };
}

/** Control: a server of node:http without our lanes. */
async function bare(letters: number): Promise<Answering> {
  const seen: string[] = [];
  const server = createServer(({ url = '' }, res) => {
    work();
    seen.push(url.slice('/wp-json/'.length));
    res.end('x'.repeat(letters));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => (server.closeAllConnections(), void server.close()));
  return { port: (server.address() as AddressInfo).port, seen };
}

async function opened(port: number, count: number): Promise<Socket[]> {
  const sockets = await Promise.all(Array.from({ length: count }, () => open(port)));
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  return sockets;
}

/** How many requests of the others were answered before that of a client who came a moment after them. */
async function before({ port, seen }: Answering, attackers: number): Promise<number> {
  const sockets = await opened(port, attackers + 1);
  const victim = sockets.pop();
  for (const socket of sockets) socket.resume().write(get(port, 'many').repeat(COPIES / attackers));
  await until(() => seen.length > 0);
  victim?.resume().write(get(port, 'one'));
  await until(() => seen.includes('one'));
  return seen.indexOf('one');
}

test.each([1, 10])('requests sent in one go over %d connections let others through', async (attackers) => {
  expect(await before(await ours(10), attackers)).toBeLessThan(COPIES / 2);
});

test('control: without lanes one connection comes first with all it sent', async () => {
  expect(await before(await bare(10), 1)).toBe(COPIES);
});

test('all that was sent in one go is answered, one after another', async () => {
  const { port, seen } = await ours(10);
  const last = get(port, 'last').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  const { text } = await sendRaw(port, Array.from({ length: 50 }, (_, at) => get(port, String(at))).join('') + last);
  expect(seen).toEqual([...Array.from({ length: 50 }, (_, at) => String(at)), 'last']);
  expect(text.match(/HTTP\/1.1 200/g)).toHaveLength(51);
});

/** Asks for many answers and reads none of them. */
async function readNothing({ port, seen }: Answering): Promise<void> {
  const [socket] = await opened(port, 1);
  socket?.pause().write(get(port, 'many').repeat(COPIES));
  await until(() => seen.length > 0);
}

test('nothing is read from a connection whose answers are not consumed', async () => {
  const server = await ours(1_000_000);
  await readNothing(server);
  await pause(COPIES * 5);
  expect(server.seen.length).toBeLessThan(COPIES / 4);
});

test('control: without lanes all of it is answered into memory', async () => {
  const server = await bare(1_000_000);
  await readNothing(server);
  expect(await until(() => server.seen.length === COPIES)).toBe(true);
});

test('a silent connection makes room for a new one, the longest silent first', async () => {
  const server = await start({ limits: { connections: 3 } });
  const ended: number[] = [];
  for (let at = 0; at < 3; at++) {
    const [socket] = await opened(server.port, 1);
    socket?.resume().once('close', () => ended.push(at));
  }
  expect((await fetch(`${server.url}/`)).status).toBe(200);
  expect(await until(() => ended.length > 0)).toBe(true);
  expect(ended).toEqual([0]);
});

test('a body after which more requests follow is read whole', async () => {
  const server = await start();
  const body = JSON.stringify({ a: 'x'.repeat(300_000) });
  const head = `POST /wp-json/pll/v1/settings HTTP/1.1\r\nHost: localhost:${server.port}\r\nContent-Type: application/json\r\n`;
  const chunks = (body.match(/[^]{1,5000}/g) ?? [])
    .map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
    .join('');
  const last = get(server.port, 'last').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  const sent = `${head}Content-Length: ${body.length}\r\n\r\n${body}${head}Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`;
  const { text } = await sendRaw(server.port, sent + get(server.port, 'next') + last);
  expect(text.match(/HTTP\/1.1 200/g)).toHaveLength(4);
  expect(server.seen.map(({ request }) => JSON.stringify(request.body ?? '').length)).toEqual([
    body.length,
    body.length,
    2,
    2,
  ]);
});
