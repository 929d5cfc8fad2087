import { fork, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FloorOrder } from './floor.ts';

/** A server in its own process. */
export interface Running {
  port: number;
  /** Password of the administrator. */
  token: string;
  /** Milliseconds of processor time it has used; undefined where the system does not tell. */
  cpu(): number | undefined;
  stop(): void;
}

/** The built command line, serving a real file. */
export async function startProduct(folder: string): Promise<Running> {
  const token = randomBytes(12).toString('hex');
  const entry = join(import.meta.dirname, '../../dist/headless/headless.js');
  const args = [...profiling(), entry, 'serve', join(folder, 'bench.polydesk'), '--port', '0', '--json'];
  const env = { ...process.env, POLYDESK_TOKENS: `admin:administrator:${token}`, POLYDESK_DATA: folder };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data: Buffer) => resolve(data.toString('utf8')));
    child.once('exit', (code) => reject(new Error(`The server ended (${code}).`)));
  });
  return running(child, Number(new URL((JSON.parse(line) as { url: string }).url).port), token);
}

/** The bare server. */
export async function startFloor(order: FloorOrder, token: string): Promise<Running> {
  const child = fork(join(import.meta.dirname, 'floor.ts'));
  child.send(order);
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(message as number));
    child.once('exit', (code) => reject(new Error(`The floor ended (${code}).`)));
  });
  return running(child, port, token);
}

/** A child process as a server. */
export function running(child: ChildProcess, port: number, token: string): Running {
  return { port, token, cpu: () => cpuOf(child.pid ?? 0), stop: () => void child.kill('SIGTERM') };
}

/** POLYDESK_PROFILE=FOLDER: a profile of the server is left there. */
export function profiling(): string[] {
  const folder = process.env['POLYDESK_PROFILE'];
  return folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : [];
}

/** Linux tells it of each thread, to the nanosecond. */
function cpuOf(pid: number): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`);
    return threads.reduce((sum, file) => sum + Number(readFileSync(file, 'utf8').split(' ', 1)[0]), 0) / 1e6;
  } catch {
    return undefined;
  }
}
