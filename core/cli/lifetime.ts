import { asCliError, EXIT } from './failure.ts';
import type { Output } from './output.ts';

/** How soon a second signal counts as meant: npm and a terminal may both pass on the same Ctrl+C. */
const SAME_SIGNAL_MS = 500;

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;
type Signal = keyof typeof SIGNALS;

/** Until the site is served a signal just ends the program, on the way out of which temporary files are removed. */
export function endOnSignal(): void {
  for (const signal of Object.keys(SIGNALS) as Signal[]) process.on(signal, () => process.exit(128 + SIGNALS[signal]));
}

/**
 * Waits until the program is told to end, then closes. Answers the exit code: 0 after SIGTERM, Ctrl+C or a closed
 * terminal, 70 after a fault nobody caught. A second Ctrl+C ends it at once. The end of standard input means nothing.
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
    const fault = (error: unknown): void => {
      output.note(asCliError(error).message);
      end(EXIT.internal);
    };
    process.on('uncaughtException', fault);
    process.on('unhandledRejection', fault);
  });
}
