import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { programOf } from '../../support/bundles.ts';

const HOLD = programOf(join(import.meta.dirname, 'hold.ts'));

/** The result of another program opening the site. `user`: run as an unprivileged user, because root ignores permissions. */
export function openElsewhere(file: string, user?: number): string {
  const who = user === undefined ? {} : { uid: user, gid: user };
  const done = spawnSync(process.execPath, [HOLD, file, 'leave'], { encoding: 'utf8', ...who });
  return done.stdout.trim() || done.stderr;
}

/** Another program that has the site open until it is ended. */
export async function holdElsewhere(file: string, ask = ''): Promise<ChildProcess> {
  const child = spawn(process.execPath, [HOLD, file, ask], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  for await (const line of createInterface(child.stdout)) if (line === 'open') return child;
  throw new Error('The other program did not open the site');
}

/** Ends a program at once, and waits until it is gone. */
export async function killed(child: ChildProcess): Promise<void> {
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await gone;
}
