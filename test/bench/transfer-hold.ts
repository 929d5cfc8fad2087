import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { profiling } from './processes.ts';

const TOKEN = 'abcdefghijklmnopqrstuvwx';
export const headers = { authorization: `Basic ${btoa(`admin:${TOKEN}`)}` };

/** The environment of a server that grants all rights to `headers`. */
export const serverEnvironment = (folder: string): NodeJS.ProcessEnv => ({
  ...process.env,
  POLYDESK_TOKENS: `admin:administrator:${TOKEN}`,
  POLYDESK_DATA: folder,
});

/** The effect of a job in the server on other requests. */
export interface Hold {
  job: string;
  seconds: number;
  /** Longest pause of the event loop of the main process, in milliseconds. */
  longest: number;
  /** Most processor time its thread used in one turn. */
  worked: number;
  /** Slowest answer to a read, and to a write that was refused. */
  read: number;
  refused: number;
  /** Most memory of the whole server, and what it had before, in MiB. */
  memory: number;
  before: number;
}

/** Runs the large jobs one after the other in a server of its own, with a reader and a writer beside them. */
export async function holdsOf(folder: string, file: string): Promise<Hold[]> {
  const watch = join(import.meta.dirname, 'content/delay.ts');
  const server = fork(
    join(import.meta.dirname, '../../dist/headless/headless.js'),
    ['serve', join(folder, 'hold.polydesk'), '--port', '0', '--json'],
    {
      execArgv: [...profiling(), '--import', watch],
      env: serverEnvironment(folder),
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  try {
    const rest = await addressOf(server);
    const holds: Hold[] = [];
    let imported = 0;
    for (const [job, orderOf] of ordersOf(await readFile(file))) {
      const { entry, ...hold } = await watchJob({ server, rest, job }, orderOf(imported));
      if (job === 'import') imported = entry ?? 0;
      holds.push(hold);
    }
    return holds;
  } finally {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }
}

interface Order {
  path: string;
  body: Uint8Array<ArrayBuffer> | string;
  type: string;
}

/** Some need the entry of the import. */
function ordersOf(file: Uint8Array<ArrayBuffer>): [job: string, orderOf: (imported: number) => Order][] {
  const json = (path: string, body: unknown): Order => ({ path, body: JSON.stringify(body), type: 'application/json' });
  const bulk = { action: 'status', status: 'draft', filter: { kind: 'post', type: 'post' } };
  return [
    ['import', () => ({ path: '/imports', body: file, type: 'application/xml' })],
    ['export', () => json('/exports', { format: 'wxr' })],
    ['bulk', () => json('/bulk', bulk)],
    ['backup', () => json('/backups', {})],
    ['undo', (imported) => json(`/history/${imported}/undo`, { force: true })],
  ];
}

async function watchJob(
  about: { server: ChildProcess; rest: string; job: string },
  order: Order,
): Promise<Hold & { entry: number | null }> {
  const { server, rest, job } = about;
  const { path, body, type } = order;
  const sent = { ...headers, 'content-type': type, 'content-disposition': 'attachment; filename="file.xml"' };
  await pauses(server);
  const before = memoryOf(server, 'VmRSS');
  forgetMost(server);
  const began = performance.now();
  const answer = await fetch(`${rest}/polydesk/v1${path}`, { method: 'POST', headers: sent, body });
  const started = (await answer.json()) as { job?: number; message?: string };
  if (started.job === undefined) throw new Error(`${job}: ${started.message ?? answer.status}`);
  const beside = watchOthers(rest);
  let [state, entry] = ['', null as number | null];
  while (!['done', 'failed', 'cancelled'].includes(state)) {
    await wait(50);
    const now = await fetch(`${rest}/polydesk/v1/jobs/${started.job}`, { headers });
    const found = (await now.json()) as { state: string; report: unknown; entry: number | null };
    ({ state, entry } = found);
    if (state === 'failed') throw new Error(`${job}: ${JSON.stringify(found.report)}`);
  }
  const seconds = (performance.now() - began) / 1000;
  const memory = memoryOf(server, 'VmHWM');
  return { job, entry, seconds, before, memory, ...(await beside()), ...(await pauses(server)) };
}

/** A reader and a writer; the returned function ends them, after they have seen what the job left. */
function watchOthers(rest: string): () => Promise<{ read: number; refused: number }> {
  let [read, refused, isOver] = [0, 0, false];
  const paths = [
    '/wp/v2/posts?per_page=10',
    '/polydesk/v1/coverage',
    '/polydesk/v1/find?q=item',
    '/wp/v2/posts?search=item+4711',
  ];
  const timed = async (path: string, init: RequestInit = {}): Promise<[ms: number, status: number]> => {
    const start = performance.now();
    const answer = await fetch(`${rest}${path}`, { headers, ...init });
    await answer.arrayBuffer();
    return [performance.now() - start, answer.status];
  };
  const reader = async (): Promise<void> => {
    for (let n = 0; !isOver || n % paths.length > 0; n += 1) {
      read = Math.max(read, (await timed(paths[n % paths.length] ?? ''))[0]);
      await wait(20);
    }
  };
  const writer = async (): Promise<void> => {
    const body = JSON.stringify({ title: 'A title' });
    const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
    while (!isOver) {
      const [ms, status] = await timed('/wp/v2/settings', init);
      if (status === 503) refused = Math.max(refused, ms);
      await wait(50);
    }
  };
  const both = Promise.all([reader(), writer()]);
  return async () => {
    isOver = true;
    await both;
    return { read, refused };
  };
}

/** The longest pauses of the event loop of a server since it was asked before, 99 of 100, and its longest turn of work. */
export async function pauses(server: ChildProcess): Promise<Pick<Hold, 'longest' | 'worked'> & { often: number }> {
  const answer = new Promise<Pick<Hold, 'longest' | 'worked'> & { often: number }>((resolve) =>
    server.once('message', (told) => resolve(told as Pick<Hold, 'longest' | 'worked'> & { often: number })),
  );
  server.send('tell');
  return answer;
}

/** Where a server that was started with `--json` answers. */
export async function addressOf(server: ChildProcess): Promise<string> {
  const line = await new Promise<string>((resolve, reject) => {
    server.stdout?.once('data', (data: Buffer) => resolve(data.toString('utf8')));
    server.once('exit', (code) => reject(new Error(`The server ended (${code}).`)));
  });
  return `${(JSON.parse(line) as { url: string }).url}/wp-json`;
}

/** Linux tells; elsewhere 0. */
function memoryOf(server: ChildProcess, name: 'VmRSS' | 'VmHWM'): number {
  try {
    const status = readFileSync(`/proc/${server.pid ?? 0}/status`, 'utf8');
    return Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

/** From here on the most is measured anew. */
function forgetMost(server: ChildProcess): void {
  try {
    writeFileSync(`/proc/${server.pid ?? 0}/clear_refs`, '5');
  } catch {
    // Not this system, or not allowed: then it is the most since the start.
  }
}
