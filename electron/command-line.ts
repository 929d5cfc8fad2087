import { app } from 'electron';
import { isCommandWord, runCommandLine } from '../core/cli/main.ts';

/**
 * The packaged program is also the command line: `polydesk serve SITE`. Only the first argument counts, so that neither a link
 * nor a file passed by another program can become a command. False if it is not a command.
 */
export function runsCommand(argv: readonly string[]): boolean {
  const words = argv.slice(1);
  if (!app.isPackaged || !isCommandWord(words[0])) return false;
  void runCommandLine(words).then((code) => app.exit(code));
  return true;
}
