import { thisHost } from '../server/folders.ts';
import { parseWords, type Command } from './arguments.ts';
import { backup } from './backup.ts';
import { copy } from './copy.ts';
import { asCliError, CliError, EXIT, usageError } from './failure.ts';
import { createOutput, sayFailure } from './output.ts';
import { check } from './check.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { serve } from './serve.ts';
import { start } from './start.ts';
import { token } from './token.ts';
import { undo } from './undo.ts';
import { productVersion } from './version.ts';

/** Every command, in the order of the help. */
const commands: Record<string, Command> = {
  serve,
  start,
  import: importCommand,
  export: exportCommand,
  check,
  token,
  undo,
  backup,
  copy,
};

/** Runs one command and answers its exit code. Never throws: every failure becomes a sentence. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  try {
    return await run(args);
  } catch (error) {
    const failure = asCliError(error);
    // Standard output of a server holds its address or nothing.
    const isServer = args[0] === 'serve' || args[0] === 'start';
    sayFailure(createOutput(args.includes('--json') && !isServer), failure);
    return failure.exitCode;
  }
}

async function run(args: readonly string[]): Promise<number> {
  assertNode();
  const [name, ...rest] = args;
  if (name === undefined) throw usageError(`Say what to do. ${HINT}`);
  if (name === '--version' || name === '-v') return print(productVersion());
  if (name === '--help' || name === '-h' || name === 'help') return print(helpText(rest[0]));
  const what = name.startsWith('-') ? `There is no option ${name} here.` : `There is no command "${name}".`;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw usageError(`${what} ${HINT}`);
  try {
    const parsed = parseWords(rest, command.options);
    if (parsed.has('help')) return print(command.help);
    return await command.run({ ...parsed, host: thisHost(), output: createOutput(parsed.has('json')) });
  } catch (error) {
    if (!(error instanceof CliError) || error.exitCode !== EXIT.usage) throw error;
    throw usageError(`${error.message} See: polydesk ${name} --help`);
  }
}

const HINT = 'See: polydesk --help';

function helpText(name: string | undefined): string {
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command.help;
  const lines = Object.entries(commands).map(([word, { about }]) => `  ${word.padEnd(8)} ${about}`);
  return `polydesk COMMAND SITE [options]

A multilingual website in one file, on this computer. SITE is the path of the file.

${lines.join('\n')}

  --help     this text; after a command, everything about that command
  --version  the version of Polydesk
  --json     one JSON document instead of sentences

Exit codes: 0 done, 1 refused or findings, 64 wrong use, 66 no such file, 69 port or
file in use, 70 a fault of Polydesk, 74 disk, 78 wrong version.`;
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return EXIT.done;
}

/** The SQLite driver crashes under an older Node instead of saying so. */
function assertNode(): void {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 24)
    throw new CliError(
      EXIT.versions,
      `Polydesk needs Node 24 or newer; this is ${process.version}. Nothing was changed.`,
    );
}
