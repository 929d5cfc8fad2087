import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Host } from '../server/folders.ts';
import { usageError } from './failure.ts';
import type { Output } from './output.ts';

export type Options = NonNullable<ParseArgsConfig['options']>;

/** What a command is called with. */
export interface Call {
  /** Words that are no options, without the name of the command. */
  words: readonly string[];
  text(option: string): string | undefined;
  has(option: string): boolean;
  /** All values of an option that may be given several times; undefined when it was not. */
  list(option: string): string[] | undefined;
  host: Host;
  output: Output;
}

/** One command of the command line. */
export interface Command {
  /** One line for the list of commands. */
  about: string;
  /** Everything after "polydesk NAME --help". */
  help: string;
  options: Options;
  /** Answers the exit code. */
  run(call: Call): Promise<number>;
}

/** Options every command has. */
const COMMON: Options = { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' } };

export interface Parsed {
  words: string[];
  text(option: string): string | undefined;
  has(option: string): boolean;
  list(option: string): string[] | undefined;
}

/** Takes the words of a command apart; throws a sentence with exit code 64. */
export function parseWords(args: readonly string[], options: Options): Parsed {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...options, ...COMMON },
      allowPositionals: true,
    });
    return {
      words: positionals,
      text: (option) => (typeof values[option] === 'string' ? values[option] : undefined),
      has: (option) => values[option] === true,
      list: (option) => {
        const given = values[option];
        return Array.isArray(given) ? given.filter((one) => typeof one === 'string') : undefined;
      },
    };
  } catch (error) {
    throw usageError(sentenceFor(error));
  }
}

/** The one SITE of a command that takes nothing else besides. */
export function siteWord(call: Pick<Call, 'words'>): string {
  const [site, more] = call.words;
  if (site === undefined) throw usageError('Say which site: the path of its file.');
  if (more !== undefined) throw usageError(`"${more}" is one word too many.`);
  return site;
}

/** A port as it may be asked for; undefined when it was not. */
export function portOption(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (!(port <= 65535)) throw usageError(`"${text}" is no port: a number from 0 to 65535 is.`);
  return port;
}

/** One of a few words. */
export function choice<const T extends string>(what: string, text: string, words: readonly T[]): T {
  const found = words.find((word) => word === text);
  if (found === undefined) throw usageError(`"${text}" is no ${what}: choose one of ${words.join(', ')}.`);
  return found;
}

function sentenceFor(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const option = /'(-[^' ,]*)/.exec(message)?.[1] ?? '';
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `There is no option ${option} here.`;
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') throw error;
  return message.includes('does not take')
    ? `The option ${option} takes no value.`
    : `The option ${option} needs a value.`;
}
