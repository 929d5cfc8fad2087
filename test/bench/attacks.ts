// `npm run bench -- attacks`: how long another client waits, and how much memory the server uses, during requests that try to
// block it. Prints figures and asserts nothing: what must hold on every machine is tested (`test/core/server/lanes.test.ts`).
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Waits } from './attacks-probe.ts';

const GOAL = 250;
const TOKEN = 'abcdefghijklmnopqrstuvwx';
const LIST = '/wp-json/wp/v2/posts?per_page=10';
/** Four megabytes of tags. */
const MARKUP = '<p><div>'.repeat(500_000);

interface Target {
  port: number;
  url: string;
}

type Attack = (target: Target) => Promise<void>;

const attacks: Record<string, Attack> = {
  'nobody attacks': () => wait(3000),
  '900 requests in one go': async ({ port }) => {
    const [socket] = await connections(port, 1);
    socket?.resume().write(requests(port, 900));
    await wait(5000);
    socket?.destroy();
  },
  '40 connections that read nothing': async ({ port }) => {
    const sockets = await connections(port, 40);
    for (const socket of sockets) socket.pause().write(requests(port, 900));
    await wait(10_000);
    for (const socket of sockets) socket.destroy();
  },
  '300 silent connections': async ({ port }) => {
    const sockets = await connections(port, 300);
    await wait(4000);
    for (const socket of sockets) socket.destroy();
  },
  'three posts of 4 MB of tags': async (target) => {
    for (const title of ['one', 'two', 'three'])
      await post(target, '/wp-json/wp/v2/posts', { title, content: `${title}${MARKUP}`, status: 'publish' });
  },
  "guests' lists of them": async ({ url }) => {
    for (let times = 0; times < 3; times++) await (await fetch(`${url}${LIST}`)).arrayBuffer();
  },
};

const folder = mkdtempSync(join(tmpdir(), 'polydesk-attacks-'));
const server = startServer(folder);
const probe = fork(join(import.meta.dirname, 'attacks-probe.ts'));
try {
  const [line] = (await once(server.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  const { origin, port } = new URL((JSON.parse(line.toString('utf8')) as { url: string }).url);
  const target = { port: Number(port), url: origin };
  for (let at = 0; at < 20; at++)
    await post(target, '/wp-json/wp/v2/posts', {
      title: `Post ${at}`,
      content: 'Words. '.repeat(500),
      status: 'publish',
    });
  probe.send({ url: `${target.url}/wp-json/pll/v1/languages` });
  await wait(500);
  for (const [name, attack] of Object.entries(attacks)) await measure(name, () => attack(target));
  process.stdout.write(
    `Load of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}\n`,
  );
} finally {
  probe.kill();
  server.kill();
  await once(server, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

async function measure(name: string, attack: () => Promise<void>): Promise<void> {
  await report();
  const began = performance.now();
  await attack();
  const took = (performance.now() - began) / 1000;
  const { answered, refused, longest } = await report();
  const verdict = longest <= GOAL ? '' : '  missed';
  const figures = `longest wait ${longest.toFixed(0)} ms, ${answered} answered, ${refused} refused, ${memory()} MiB`;
  process.stdout.write(`${name.padEnd(34)}${figures}, ${took.toFixed(1)} s${verdict}\n`);
}

async function report(): Promise<Waits> {
  const answer = once(probe, 'message');
  probe.send('report');
  const [waits] = (await answer) as [Waits];
  return waits;
}

/** Most memory of the server until now. */
function memory(): string {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return (Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? NaN) / 1024).toFixed(0);
}

function startServer(data: string): ChildProcess {
  const entry = join(import.meta.dirname, '../../dist/headless/headless.js');
  const env = { ...process.env, POLYDESK_TOKENS: `admin:author:${TOKEN}`, POLYDESK_DATA: data };
  const args = [entry, 'serve', join(data, 'attacks.polydesk'), '--port', '0', '--json'];
  return spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
}

function requests(port: number, count: number): string {
  return `GET ${LIST} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`.repeat(count);
}

function connections(port: number, count: number): Promise<Socket[]> {
  const one = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  return Promise.all(Array.from({ length: count }, one));
}

async function post({ url }: Target, path: string, body: unknown): Promise<void> {
  const headers = { authorization: `Basic ${btoa(`admin:${TOKEN}`)}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
}
