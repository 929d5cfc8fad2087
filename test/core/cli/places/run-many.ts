import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { programOf } from '../../../support/bundles.ts';
import type { Said } from '../../../support/command-line.ts';

const PROGRAM = join(import.meta.dirname, 'many.ts');
export const CACHE = join(import.meta.dirname, '../../../../.cache');
/** After this time a program counts as hanging, for example on a pipe. */
const LIMIT_MS = 240_000;

/** Runs commands in one program without standard input; one that hangs is named. */
export async function runMany(commands: readonly string[][], folder: string): Promise<Said[]> {
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('POLYDESK_')));
  const places = { POLYDESK_DATA: join(folder, 'data'), XDG_RUNTIME_DIR: join(folder, 'runtime'), TMPDIR: folder };
  const env = { ...own, ...places, NODE_COMPILE_CACHE: join(CACHE, 'node') };
  const child = spawn(process.execPath, [programOf(PROGRAM), JSON.stringify(commands)], {
    ...{ cwd: folder, env, timeout: LIMIT_MS, killSignal: 'SIGKILL' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (part: Buffer) => (text[name] += String(part)));
  const [code, signal] = await new Promise<[number | null, string | null]>((done) =>
    child.on('close', (...end) => done(end)),
  );
  const lines = text.stdout.split('\n').slice(0, -1);
  if (code === 0) return lines.map((line) => JSON.parse(line) as Said);
  throw new Error(`${commands[lines.length]?.join(' ')} did not end: ${signal ?? code} ${text.stderr}`);
}
