import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { programOf } from '../../support/bundles.ts';

const SOURCE = join(import.meta.dirname, 'faults.c');
const ROOT = join(import.meta.dirname, '../../..');
const CACHE = join(ROOT, '.cache');
const PROGRAM = programOf(join(import.meta.dirname, 'tasks.ts'));

/** What fails, and at which disk call; without a kind nothing fails, and the calls are counted. */
export interface Fault {
  kind?: 'kill' | 'eio' | 'enospc' | 'edquot' | 'short' | 'fsync';
  at?: number;
  /** Every later call fails, too. */
  sticky?: boolean;
  /** A file that takes every call with its bytes. */
  record?: string;
}

/** How a task ended. */
export interface Ran {
  /** What it said, line by line. */
  lines: string[];
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Calls to the disk that were counted. */
  calls: number;
}

/** The library between a program and the disk, built when its source has changed; undefined where no compiler exists, and on other systems than Linux. */
export function faultLibrary(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const name = createHash('sha256').update(readFileSync(SOURCE)).digest('hex').slice(0, 12);
  const path = join(CACHE, `faults-${name}.so`);
  if (existsSync(path)) return path;
  mkdirSync(CACHE, { recursive: true });
  const part = `${path}.${process.pid}`;
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', part, SOURCE, '-ldl'], { stdio: 'ignore' });
    renameSync(part, path);
    return path;
  } catch {
    rmSync(part, { force: true });
    return undefined;
  }
}

/** Runs a task of `tasks.ts` in a program of its own on a file. Faults count from its line "armed" on. */
export async function runTask(task: string, file: string, fault: Fault = {}, ...more: string[]): Promise<Ran> {
  const log = `${file}.calls`;
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: join(CACHE, 'node'),
    LD_PRELOAD: faultLibrary() ?? '',
    FAULT_PATH: '.polydesk',
    FAULT_LOG: log,
    // A record begins with the program: what it did to open the file counts too.
    ...(fault.record ? { FAULT_RECORD: fault.record } : { FAULT_ARM: '1' }),
    ...(fault.kind && { FAULT_KIND: fault.kind, FAULT_AT: String(fault.at) }),
    ...(fault.sticky && { FAULT_STICKY: '1' }),
  };
  const child = spawn(process.execPath, [PROGRAM, task, file, ...more], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  child.stdout.on('data', (part: Buffer) => (text += part.toString()));
  const end = await new Promise<Pick<Ran, 'code' | 'signal'>>((done) =>
    child.once('close', (code, signal) => done({ code, signal })),
  );
  const calls = existsSync(log) ? Number(readFileSync(log, 'utf8').split('\n', 1)[0]) : 0;
  return { ...end, calls, lines: text.split('\n').filter((line) => line !== '' && line !== 'armed') };
}

/** Where a task of so many calls is hit: each call once, or `wanted` of them, spread by chance. */
export function points(calls: number, wanted: number): number[] {
  if (wanted >= calls) return Array.from({ length: calls }, (_, n) => n + 1);
  const step = calls / wanted;
  return Array.from({ length: wanted }, (_, n) => 1 + Math.floor((n + Math.random()) * step));
}
