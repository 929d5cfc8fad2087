import { thisHost } from '../server/host/folders.ts';
import { parseWords, type Command } from './run/arguments.ts';
import { backup } from './backup.ts';
import { completion } from './completion.ts';
import { copy } from './copy.ts';
import { handoffs } from './desk/handoffs.ts';
import { memory } from './desk/memory.ts';
import { replace } from './desk/replace.ts';
import { pretranslate } from './desk/pretranslate.ts';
import { quality } from './desk/quality.ts';
import { words } from './desk/words.ts';
import { diff } from './diff.ts';
import { asCliError, CliError, EXIT, program, usageError } from './run/failure.ts';
import { createOutput, sayFailure } from './run/output.ts';
import { check } from './check.ts';
import { exportCommand } from './export.ts';
import { history } from './history.ts';
import { importCommand } from './import.ts';
import { info } from './info.ts';
import { apply } from './tree/apply.ts';
import { plan } from './tree/plan.ts';
import { lang } from './lang.ts';
import { push } from './live/push.ts';
import { connect, disconnect } from './live/connect.ts';
import { pull, status } from './live/pull.ts';
import { salvage } from './salvage.ts';
import { serve } from './serve.ts';
import { settings } from './settings.ts';
import { preview } from './serving/preview.ts';
import { start } from './start.ts';
import { token } from './token.ts';
import { trust } from './trust.ts';
import { undo } from './undo.ts';
import { productVersion } from './version.ts';

/** Every command, in help order. */
const COMMANDS: Readonly<Record<string, Command>> = {
  serve,
  start,
  preview,
  push,
  import: importCommand,
  export: exportCommand,
  plan,
  apply,
  info,
  diff,
  check,
  lang,
  settings,
  token,
  trust,
  quality,
  words,
  memory,
  pretranslate,
  replace,
  handoffs,
  connect,
  status,
  pull,
  disconnect,
  history,
  undo,
  backup,
  copy,
  salvage,
  completion,
};

/** Whether the first argument selects the command line. */
export function isCommandWord(word: string | undefined): boolean {
  return word !== undefined && (Object.hasOwn(COMMANDS, word) || ['help', '--help', '--version'].includes(word));
}

/** Runs one command and returns its exit code. Never throws: every failure becomes a message. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  try {
    return await run(args);
  } catch (error) {
    const failure = asCliError(error);
    // A server's standard output contains only its URL.
    const isServer = args[0] === 'serve' || args[0] === 'start';
    sayFailure(createOutput({ json: args.includes('--json') && !isServer }), failure);
    return failure.exitCode;
  }
}

async function run(args: readonly string[]): Promise<number> {
  assertNode();
  const [name, ...rest] = args;
  if (name === undefined) throw usageError(`The command is missing. ${hint()}`);
  if (name === '--version' || name === '-v') return print(productVersion());
  if (name === '--help' || name === '-h' || name === 'help') return print(helpText(rest[0]));
  const what = name.startsWith('-') ? `Unknown option ${name}.` : `Unknown command "${name}".`;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw usageError(`${what} ${hint()}`);
  try {
    const parsed = parseWords(rest, command.options);
    if (parsed.has('help')) return print(command.help);
    const output = createOutput({ json: parsed.has('json'), quiet: parsed.has('quiet') });
    return await command.run({ ...parsed, host: thisHost(), output, commands: COMMANDS });
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== 'usage') throw error;
    throw usageError(`${error.message} See: ${program()} ${name} --help`);
  }
}

const hint = (): string => `See: ${program()} --help`;

function helpText(name: string | undefined): string {
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) return command.help;
  const lines = Object.entries(COMMANDS).map(([word, { about }]) => `  ${word.padEnd(11)} ${about}`);
  return `polydesk COMMAND SITE [options]

A multilingual website in one file, on this computer. SITE is the path of the file.

${lines.join('\n')}

  --help     this text; after a command, everything about that command
  --version  the version of Polydesk
  --json     one JSON document instead of sentences; a failure has a code there
  --quiet    results and failures only: no notes and no progress

Exit codes: 0 done, 1 refused, findings or differences, 64 wrong use, 66 no such file,
69 port or file in use, 70 a fault of Polydesk, 73 the output cannot be created,
74 disk, 75 not reachable now, 77 no permission, 78 wrong version, 130 cancelled
with Ctrl+C.`;
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return EXIT.done;
}

/** The SQLite driver crashes under an older Node without an error message. */
function assertNode(): void {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 24)
    throw new CliError(
      EXIT.versions,
      `Polydesk needs Node 24 or newer; this is ${process.version}. Nothing was changed.`,
    );
}
