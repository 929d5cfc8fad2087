import { app, dialog } from 'electron';
import { textsIn, type Say } from './texts/texts.ts';

const EXIT_FAULT = 70;

/** Closes everything in turn before the program ends, whatever ends it: the last window (not where programs stay, as on macOS), a signal, a fault nobody caught. */
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
  // Said when everything is closed: a dialog waits for the person, and the file must not wait with it.
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

/** Says why there will be no window, and ends with the exit code of the command line for it. */
export function endWith(error: unknown, words: () => Say = systemWords): void {
  const code = error instanceof Error && 'exitCode' in error ? Number(error.exitCode) : EXIT_FAULT;
  // What has an exit code was said in a dialog with its choices.
  if (code === EXIT_FAULT) log(error);
  if (code === EXIT_FAULT) showFault(error, words());
  app.exit(code);
}

/** Before the choices of a person are read there is only the system to ask. */
function systemWords(): Say {
  return textsIn(undefined, app.getLocale());
}

/** Most people start a program where nobody sees what it writes. */
function showFault(error: unknown, say: Say): void {
  const reason = error instanceof Error ? error.message : String(error);
  dialog.showErrorBox(say('fault'), `${say('fault.detail')}\n\n${say('fault.reason', { reason })}`);
}

function log(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
