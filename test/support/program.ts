import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** The command line from its sources. */
export const SOURCES = join(ROOT, 'core/cli.ts');
/** As it was built, where that is what is written (`built.ts`). */
const BUILT = process.env['TEST_PROGRAM'] ?? SOURCES;
/** Node keeps what it has read of our TypeScript here: a start takes a third of the time. */
const COMPILED = join(ROOT, '.cache/node');

/** How a program ended and what it said. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A running program. */
export interface Program {
  child: ChildProcess;
  /** The lines of standard output so far. */
  stdout(): string;
  /** Resolves with the address when the server is ready; rejects when it ends before. */
  ready: Promise<string>;
  ended: Promise<Ended>;
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

/** The command line as a person starts it, with folders of its own; `close` ends what still runs and removes them. */
export interface Desk {
  folder: string;
  /** `user`: run by that one instead, who needs rights on the folder. */
  start(args: readonly string[], env?: Record<string, string>, user?: number): Program;
  run(args: readonly string[], env?: Record<string, string>): Promise<Ended>;
  close(): Promise<void>;
}

export function openDesk(entry = BUILT): Desk {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-test-'));
  const running = new Set<Program>();
  const start: Desk['start'] = (args, env = {}, user) => {
    const program = startProgram([entry, ...args], { folder, env, user });
    running.add(program);
    void program.ended.then(() => running.delete(program));
    return program;
  };
  return {
    folder,
    start,
    run: (args, env) => start(args, env).ended,
    async close() {
      await Promise.all([...running].map((program) => program.stop('SIGKILL')));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function startProgram(
  args: readonly string[],
  { folder, env, user }: { folder: string; env: Record<string, string>; user: number | undefined },
): Program {
  const places = {
    POLYDESK_DATA: join(folder, 'data'),
    XDG_RUNTIME_DIR: join(folder, 'runtime'),
    TMPDIR: folder,
    NODE_COMPILE_CACHE: COMPILED,
  };
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('POLYDESK_')));
  const who = user === undefined ? {} : { uid: user, gid: user };
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...own, ...places, ...env }, ...who });
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (part: Buffer) => (stderr += part.toString()));
  const ended = new Promise<Ended>((done) =>
    child.on('close', (code, signal) => done({ code, signal, stdout, stderr })),
  );
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (part: Buffer) => {
      stdout += part.toString();
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(stdout)?.[0];
      if (url) resolve(url);
    });
    void ended.then((end) => reject(new Error(`ended before it was ready: ${JSON.stringify(end)}`)));
  });
  // Most tests look at the end only.
  ready.catch(() => {});
  const stop = (signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> => {
    child.kill(signal);
    return ended;
  };
  return { child, stdout: () => stdout, ready, ended, stop };
}
