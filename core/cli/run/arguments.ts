import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Host } from '../../server/host/folders.ts';
import { usageError } from './failure.ts';
import type { Output } from './output.ts';

export type Options = NonNullable<ParseArgsConfig['options']>;

/** The invocation of a command. */
export interface Call {
  /** Operands: all arguments but options, without the command name. */
  words: readonly string[];
  text(option: string): string | undefined;
  has(option: string): boolean;
  /** All values of a repeatable option; undefined if not given. */
  list(option: string): string[] | undefined;
  host: Host;
  output: Output;
  /** All commands by name: for help and completion. */
  commands: Readonly<Record<string, Command>>;
}

/** One command of the command line. */
export interface Command {
  /** One-line description for the list of commands. */
  about: string;
  /** Help text after "polydesk NAME --help". */
  help: string;
  options: Options;
  /** Returns the exit code. */
  run(call: Call): Promise<number>;
}

/** Options common to all commands. */
export const COMMON: Options = {
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean' },
  quiet: { type: 'boolean', short: 'q' },
};

export interface Parsed {
  words: string[];
  text(option: string): string | undefined;
  has(option: string): boolean;
  list(option: string): string[] | undefined;
}

/** Parses the arguments of a command; throws a `CliError` with exit code 64. */
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

type Operands<N extends readonly string[]> = {
  [K in keyof N]: N[K] extends `${string}?` ? string | undefined : string;
};

/**
 * The operands of a command by name, in order; names ending in "?" are optional. Throws with exit code 64 if one is missing or
 * there are too many.
 */
export function operands<const N extends readonly string[]>({ words }: Pick<Call, 'words'>, ...names: N): Operands<N> {
  const missing = names[words.length];
  if (missing !== undefined && !missing.endsWith('?')) throw usageError(`${missing} is missing.`);
  const extra = words[names.length];
  if (extra !== undefined) throw usageError(`"${extra}" is one argument too many.`);
  return names.map((_, at) => words[at]) as Operands<N>;
}

/** Parses a port; undefined if not given. */
export function portOption(text: string | undefined): number | undefined {
  return text === undefined ? undefined : wholeNumber('a port', text, { from: 0, to: 65535 });
}

/** Parses an integer within bounds. */
export function wholeNumber(what: string, text: string, { from, to }: { from: number; to: number }): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (!(number >= from && number <= to)) throw usageError(`"${text}" is not ${what}. Use ${from} to ${to}.`);
  return number;
}

/** Parses one of a few words. */
export function choice<const T extends string>(what: string, text: string, words: readonly T[]): T {
  const found = words.find((word) => word === text);
  if (found === undefined) throw usageError(`"${text}" is not ${what}. Choose one of ${words.join(', ')}.`);
  return found;
}

function sentenceFor(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const option = /'(-[^' ,]*)/.exec(message)?.[1] ?? '';
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `Unknown option ${option}.`;
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') throw error;
  return message.includes('does not take')
    ? `The option ${option} takes no value.`
    : `The option ${option} needs a value.`;
}
