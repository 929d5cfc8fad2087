import { app, dialog } from 'electron';
import { textsIn, type Say } from './texts/texts.ts';

const EXIT_FAULT = 70;

/**
 * Closes everything in turn before the program exits, for whatever reason: the last window closed (except on macOS, where
 * programs stay open), a signal, an uncaught exception.
 */
export function closeAtEnd(
  close: () => Promise<void>,
  words: () => Say,
  platform: NodeJS.Platform = process.platform,
): void {
  let isEnding = false;
  const end = (last: () => void): void => {
    if (isEnding) return;
    isEnding = true;
    close().then(last, (error: unknown) => endWith(error, words));
  };
  app.on('window-all-closed', () => platform === 'darwin' || app.quit());
  app.on('will-quit', (event) => {
    event.preventDefault();
    end(() => app.exit(0));
  });
  // Reported after everything is closed: the dialog is modal, and the file must not stay open meanwhile.
  const fault = (error: unknown): void => {
    log(error);
    end(() => {
      showFault(error, words());
      app.exit(EXIT_FAULT);
    });
  };
  process.on('uncaughtException', fault);
  process.on('unhandledRejection', fault);
}

/** Reports why no window can be opened, and exits with the corresponding exit code. */
export function endWith(error: unknown, words: () => Say = systemWords): void {
  const code = error instanceof Error && 'exitCode' in error ? Number(error.exitCode) : EXIT_FAULT;
  // Errors with an exit code were already reported in a dialog.
  if (code === EXIT_FAULT) log(error);
  if (code === EXIT_FAULT) showFault(error, words());
  app.exit(code);
}

/** Before the preferences are read, uses the system language. */
function systemWords(): Say {
  return textsIn(undefined, app.getLocale());
}

/** Most users start the program where its output is not visible. */
function showFault(error: unknown, say: Say): void {
  const reason = error instanceof Error ? error.message : String(error);
  dialog.showErrorBox(say('fault'), `${say('fault.detail')}\n\n${say('fault.reason', { reason })}`);
}

function log(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
