import { asCliError, CliError, EXIT } from './failure.ts';
import type { Output } from './output.ts';

/** How soon a second signal counts as meant: npm and a terminal may both pass on the same Ctrl+C. */
const SAME_SIGNAL_MS = 500;

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
type Signal = keyof typeof SIGNALS;

/** Until the site is served a signal just ends the program, on the way out of which temporary files are removed. */
export function endOnSignal(): void {
  if (hasLauncher()) process.once('disconnect', () => process.exit(EXIT.done));
  for (const signal of Object.keys(SIGNALS) as Signal[]) process.on(signal, () => process.exit(128 + SIGNALS[signal]));
}

/** Long work of a command that a signal cancels. */
export interface Work {
  output: Output;
  /** Aborted by the first signal; its reason is the exit code. */
  signal: AbortSignal;
  /** What is being done: "The import". */
  name: string;
  /** What did not happen when it is cancelled: "Nothing was imported." */
  undone: string;
}

/**
 * Does long work and answers its exit code. The first signal aborts it, and the command says what became of it: whatever it
 * threw then, nothing was done; what it did all the same holds. A second signal ends the program at once.
 */
export async function interruptible(
  about: Pick<Work, 'output' | 'name' | 'undone'>,
  run: (work: Work) => Promise<number>,
): Promise<number> {
  const controller = new AbortController();
  const work = { ...about, signal: controller.signal };
  let since: number | undefined;
  const handlers = (Object.keys(SIGNALS) as Signal[]).map((name) => {
    const handler = (): void => {
      if (since !== undefined && performance.now() - since < SAME_SIGNAL_MS) return;
      if (since !== undefined) process.exit(128 + SIGNALS[name]);
      since = performance.now();
      work.output.note(`${work.name} is being cancelled. Press Ctrl+C again to stop at once.`);
      controller.abort(128 + SIGNALS[name]);
    };
    process.on(name, handler);
    return () => process.off(name, handler);
  });
  try {
    const code = await run(work);
    if (!work.signal.aborted) return code;
    work.output.note(`${work.name} was finished before it could be cancelled.`);
    return work.signal.reason as number;
  } catch (error) {
    // What a stream throws when its signal is aborted.
    throw error instanceof Error && error.name === 'AbortError' ? cancelledBy(work) : error;
  } finally {
    handlers.forEach((remove) => remove());
  }
}

/** The end of work that a signal cancelled, here or in a server. */
export function cancelledBy({ name, undone, signal }: Work, server?: string): CliError {
  const where = server === undefined ? '' : ` in the server at ${server}`;
  return new CliError(signal.reason as number, `${name} was cancelled${where}. ${undone}`);
}

/** Our own launcher started this program and keeps a channel to it; others that do so may close theirs as they like. */
function hasLauncher(): boolean {
  return process.env['POLYDESK_COMMAND'] !== undefined && process.connected;
}

/**
 * Waits until the program is told to end, then closes. Answers the exit code: 0 after SIGTERM, Ctrl+C or a closed
 * terminal, and when our launcher was killed; 70 after a fault nobody caught. A second Ctrl+C ends it at once. The end of
 * standard input means nothing: service managers and containers close it.
 */
export function untilEnd(close: () => Promise<void>, output: Output): Promise<number> {
  return new Promise((resolve) => {
    let since: number | undefined;
    const end = (code: number): void => {
      if (since !== undefined) {
        if (performance.now() - since > SAME_SIGNAL_MS) process.exit(130);
        return;
      }
      since = performance.now();
      close().then(
        () => resolve(code),
        (error: unknown) => {
          output.note(asCliError(error).message);
          resolve(EXIT.internal);
        },
      );
    };
    for (const signal of Object.keys(SIGNALS)) process.removeAllListeners(signal).on(signal, () => end(EXIT.done));
    if (hasLauncher()) process.removeAllListeners('disconnect').once('disconnect', () => end(EXIT.done));
    const fault = (error: unknown): void => {
      output.note(asCliError(error).message);
      end(EXIT.internal);
    };
    process.on('uncaughtException', fault);
    process.on('unhandledRejection', fault);
  });
}
