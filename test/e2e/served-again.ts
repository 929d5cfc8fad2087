// A site file served at one port, killed and restarted as often as a test needs.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface ServedAgain {
  /** The address now. */
  url(): string;
  /** A link to sign in, of the last start. */
  link(): string;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
  /** Starts it again, at the same port or another. */
  start(port?: number): Promise<void>;
  /** A request as another program sends it. */
  api<T>(method: string, path: string, body?: unknown): Promise<T>;
  close(): Promise<void>;
}

/** Serves a new site. */
export async function serveAgain(folder: string): Promise<ServedAgain> {
  const data = mkdtempSync(join(tmpdir(), 'polydesk-again-'));
  const env = { ...process.env, POLYDESK_DATA: data, XDG_RUNTIME_DIR: data };
  const usual = await freePort();
  let program: ChildProcess | undefined;
  let ready = { url: '', sign_in: '' };
  const start = async (port = usual): Promise<void> => {
    const words = ['serve', join(data, 'site.polydesk'), '--port', String(port), '--json'];
    const own = spawn(process.execPath, [join(folder, 'headless/headless.js'), ...words], { env });
    program = own;
    const notes: string[] = [];
    own.stderr.on('data', (part: Buffer) => notes.push(String(part)));
    for await (const line of createInterface(own.stdout)) {
      ready = JSON.parse(line) as typeof ready;
      return;
    }
    throw new Error(`The server ended before it was ready.\n${notes.join('')}`);
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!program || program.exitCode !== null || program.signalCode !== null) return;
    const ended = once(program, 'exit');
    program.kill(signal);
    await ended;
  };
  await start();
  return {
    url: () => ready.url,
    link: () => ready.sign_in,
    kill: () => end('SIGKILL'),
    start,
    async api<T>(method: string, path: string, body?: unknown): Promise<T> {
      const ports = join(data, 'polydesk');
      const newest = readdirSync(ports).find((name) => name.endsWith('.json')) ?? '';
      const { process_token: token } = JSON.parse(readFileSync(join(ports, newest), 'utf8')) as Record<string, string>;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
      return (await fetch(`${ready.url}/wp-json${path}`, init)).json() as Promise<T>;
    },
    async close() {
      await end('SIGTERM');
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
