// The one place where the program starts another: a thread cannot be ended within a statement, and a check takes long.
import { fork } from 'node:child_process';
import { answerOf, type CheckAnswer } from '../../engine/reader/file-check.ts';
import { threadProgram } from '../../threads.ts';

/** A program that was started. */
export interface StartedProcess {
  /** Everything it writes to its standard output, once it is over. Rejects where it could not be started. */
  output: Promise<string>;
  /** Ends it at once, whatever it does. */
  kill(): void;
}

/** Starts one of our programs in a process of its own. */
export type StartProcess = (program: string, args: string[]) => StartedProcess;

/** With the Node that runs us. Electron has none that may be started: there `electron/check-process.ts` does it. */
export const startNode: StartProcess = (program, args) => {
  const child = fork(program, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'], execArgv: [] });
  return { output: outputOf(child), kill: () => void child.kill('SIGKILL') };
};

interface Child {
  stdout: NodeJS.ReadableStream | null;
  once(event: 'error', listener: (error: unknown) => void): unknown;
}

/** What a program writes until it is over. */
export function outputOf(child: Child): Promise<string> {
  let text = '';
  child.stdout?.on('data', (part: Buffer) => (text += part.toString()));
  return new Promise((resolve, reject) => {
    child.stdout?.once('end', () => resolve(text));
    child.once('error', (error) => reject(error instanceof Error ? error : new Error(String(error))));
  });
}

/** Checks every page and rule of a file in a process of its own, low in priority. Rejects where it ended without an answer. */
export function startCheck(file: string, start: StartProcess): { answer: Promise<CheckAnswer>; kill(): void } {
  const { output, kill } = start(threadProgram('reader'), ['check', file]);
  return { answer: output.then(answerOf), kill };
}
