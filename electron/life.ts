import { app, dialog } from 'electron';

const EXIT_FAULT = 70;

/** Closes everything in turn before the program ends, whatever ends it: the last window (not where programs stay, as on macOS), a signal, a fault nobody caught. */
export function closeAtEnd(close: () => Promise<void>, platform: NodeJS.Platform = process.platform): void {
  let isEnding = false;
  const end = (code: number): void => {
    if (isEnding) return;
    isEnding = true;
    close().then(
      () => app.exit(code),
      (error: unknown) => endWith(error),
    );
  };
  app.on('window-all-closed', () => platform === 'darwin' || app.quit());
  app.on('will-quit', (event) => {
    event.preventDefault();
    end(0);
  });
  const fault = (error: unknown): void => {
    say(error);
    end(EXIT_FAULT);
  };
  process.on('uncaughtException', fault);
  process.on('unhandledRejection', fault);
}

/** Says why there will be no window, and ends with the exit code of the command line for it. */
export function endWith(error: unknown): void {
  const code = error instanceof Error && 'exitCode' in error ? Number(error.exitCode) : EXIT_FAULT;
  // What has an exit code was said in a dialog with its choices.
  if (code === EXIT_FAULT) say(error);
  if (code === EXIT_FAULT) dialog.showErrorBox('Polydesk', 'Something went wrong. What was stored before is safe.');
  app.exit(code);
}

function say(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
}
