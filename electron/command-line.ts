import { app } from 'electron';
import { isCommandWord, runCommandLine } from '../core/cli/main.ts';

/**
 * The packaged program is the command line too: `polydesk serve SITE`. Only its first word counts, so that neither a link
 * nor a file that another program hands over can become a command. False when that word is not a command.
 */
export function runsCommand(argv: readonly string[]): boolean {
  const words = argv.slice(1);
  if (!app.isPackaged || !isCommandWord(words[0])) return false;
  void runCommandLine(words).then((code) => app.exit(code));
  return true;
}
