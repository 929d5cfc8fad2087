import { asCliError, CliError, EXIT } from './failure.ts';
import type { Output } from './output.ts';

/** A second signal counts only after this time: npm and a terminal may both forward the same Ctrl+C. */
const SAME_SIGNAL_MS = 500;

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
type Signal = keyof typeof SIGNALS;

/** Before the site is served, a signal ends the program, which removes temporary files on exit. */
export function endOnSignal(): void {
  if (hasLauncher()) process.once('disconnect', () => process.exit(EXIT.done));
  for (const signal of Object.keys(SIGNALS) as Signal[]) process.on(signal, () => process.exit(128 + SIGNALS[signal]));
}

/** Long-running work that can be cancelled by a signal. */
export interface Work {
  output: Output;
  /** Aborted by the first signal; the reason is the exit code. */
  signal: AbortSignal;
  /** Name for messages: "The import". */
  name: string;
  /** Message after cancelling: "Nothing was imported." */
  undone: string;
}

/**
 * Runs long work and returns its exit code. The first signal aborts it, and the command reports the outcome: if it threw, nothing
 * was done; otherwise its result holds. A second signal ends the program immediately.
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
    // The error of a stream whose signal was aborted.
    throw error instanceof Error && error.name === 'AbortError' ? cancelledBy(work) : error;
  } finally {
    handlers.forEach((remove) => remove());
  }
}

/** The error for work cancelled by a signal, here or in a server. */
export function cancelledBy({ name, undone, signal }: Work, server?: string): CliError {
  const where = server === undefined ? '' : ` in the server at ${server}`;
  return new CliError(signal.reason as number, `${name} was cancelled${where}. ${undone}`);
}

/** Whether our own launcher started this program and keeps a channel to it; other parents may close theirs at any time. */
function hasLauncher(): boolean {
  return process.env['POLYDESK_COMMAND'] !== undefined && process.connected;
}

/**
 * Waits for a shutdown signal, then closes. Returns the exit code: 0 after SIGTERM, Ctrl+C or a closed terminal, and if our
 * launcher was killed; 70 after an uncaught exception. A second Ctrl+C exits immediately. The end of standard input is ignored:
 * service managers and containers close it.
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
