// The only place where the program starts another one: a thread cannot be terminated in the middle of a statement, and a check
// takes long.
import { fork } from 'node:child_process';
import { answerOf, type CheckAnswer } from '../../engine/reader/file-check.ts';
import { threadProgram } from '../../threads.ts';

/** A child process. */
export interface StartedProcess {
  /** Everything it writes to its standard output, once it has exited. Rejects if it could not be started. */
  output: Promise<string>;
  /** Kills it immediately, whatever it is doing. */
  kill(): void;
}

/** Starts one of our programs in a separate process. */
export type StartProcess = (program: string, args: string[]) => StartedProcess;

/** Uses the Node binary that runs us. Electron has none that may be started: there `electron/check-process.ts` does it. */
export const startNode: StartProcess = (program, args) => {
  const child = fork(program, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], execArgv: [] });
  return { output: outputOf(child), kill: () => void child.kill('SIGKILL') };
};

interface Child {
  stdout: NodeJS.ReadableStream | null;
  once(event: 'error', listener: (error: unknown) => void): unknown;
}

/** Collects the output of a program until it exits. */
export function outputOf(child: Child): Promise<string> {
  let text = '';
  child.stdout?.on('data', (part: Buffer) => (text += part.toString()));
  return new Promise((resolve, reject) => {
    child.stdout?.once('end', () => resolve(text));
    child.once('error', (error) => reject(error instanceof Error ? error : new Error(String(error))));
  });
}

/** Checks every page and rule of a file in a separate, low-priority process. Rejects if it ends without an answer. */
export function startCheck(file: string, start: StartProcess): { answer: Promise<CheckAnswer>; kill(): void } {
  const { output, kill } = start(threadProgram('reader'), ['check', file]);
  return { answer: output.then(answerOf), kill };
}
