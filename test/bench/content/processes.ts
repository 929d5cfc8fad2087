import { fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { profiling, running, type Running } from '../processes.ts';

/** Pauses of an event loop in milliseconds: the maximum and the 99th percentile. */
export interface Pauses {
  longest: number;
  often: number;
}

/** The product serving a site of many posts. */
export interface Serving extends Running {
  pid: number;
  /** Milliseconds from the start of the process to the address. */
  opened: number;
  /** Pauses since the last question. */
  pauses(): Promise<Pauses>;
  /** Ends it by a signal and waits until it is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** The built command line on a file of its own. Where nobody asks for pauses, nothing is loaded besides: that takes 20 MB. */
export async function serveFile(file: string, folder: string, hasPauses = true): Promise<Serving> {
  const token = randomBytes(12).toString('hex');
  const entry = join(import.meta.dirname, '../../../dist/headless/headless.js');
  const watch = hasPauses ? ['--import', join(import.meta.dirname, 'delay.ts')] : [];
  const env = { ...process.env, POLYDESK_TOKENS: `admin:administrator:${token}`, POLYDESK_DATA: folder };
  const started = performance.now();
  const child = spawn(process.execPath, [...profiling(), ...watch, entry, 'serve', file, '--port', '0', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (data: Buffer) => resolve(data.toString('utf8')));
    child.once('exit', (code) => reject(new Error(`The server ended (${code}).`)));
  });
  const opened = performance.now() - started;
  const port = Number(new URL((JSON.parse(line) as { url: string }).url).port);
  const pauses = (): Promise<Pauses> =>
    new Promise((resolve) => {
      child.once('message', (message) => resolve(message as Pauses));
      child.send('pauses');
    });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    return gone;
  };
  return { ...running(child, port, token), pid: child.pid ?? 0, opened, pauses, end };
}

/** The floor, reading the same file. */
export async function startContentFloor(file: string, token: string): Promise<Running> {
  const child = fork(join(import.meta.dirname, 'floor.ts'));
  child.send(file);
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(message as number));
    child.once('exit', (code) => reject(new Error(`The floor ended (${code}).`)));
  });
  return running(child, port, token);
}
