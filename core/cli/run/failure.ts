import { lstatSync } from 'node:fs';
import { errorBody, RestError } from '../../errors.ts';
import { ForeignPathError } from '../../server/host/private-file.ts';
import { goneLink, OpenError, storageError } from '../../store/file/failures.ts';
import { isKnownByBackups } from '../../store/file/recover.ts';

/** Exit codes of every command (`contract/extras.md`, Command line). */
export const EXIT = {
  done: 0,
  refused: 1,
  usage: 64,
  missing: 66,
  inUse: 69,
  internal: 70,
  create: 73,
  disk: 74,
  /** The live site is currently unreachable. */
  later: 75,
  denied: 77,
  versions: 78,
  /** Ctrl+C; another signal exits with 128 plus its number. */
  interrupted: 130,
} as const;

/** The `code` in `--json` for failures without a more specific one. */
const CODES: Readonly<Record<number, string>> = {
  [EXIT.refused]: 'refused',
  [EXIT.usage]: 'usage',
  [EXIT.missing]: 'missing',
  [EXIT.inUse]: 'in_use',
  [EXIT.create]: 'cannot_create',
  [EXIT.disk]: 'disk',
  [EXIT.denied]: 'no_permission',
  [EXIT.versions]: 'versions',
};

/** A failure of a command, as one sentence, with its exit code and the details for `--json`: a code, and the REST response. */
export class CliError extends Error {
  readonly exitCode: number;
  readonly details: unknown;
  readonly code: string;

  constructor(exitCode: number, message: string, more: { details?: unknown; code?: string | undefined } = {}) {
    super(message);
    this.name = 'CliError';
    this.exitCode = exitCode;
    this.details = more.details;
    this.code = more.code ?? CODES[exitCode] ?? (exitCode > 128 ? 'interrupted' : 'internal_error');
  }
}

export const usageError = (message: string): CliError => new CliError(EXIT.usage, message);

/** Converts any error to a `CliError`. Unexpected errors are our fault: 70. */
export function asCliError(error: unknown): CliError {
  if (error instanceof CliError) return error;
  if (error instanceof OpenError) {
    const exitCode = systemFailure(error.cause)?.exitCode === EXIT.denied ? EXIT.denied : error.exitCode;
    const code = error.code === 'create' ? CODES[EXIT.create] : error.code;
    return new CliError(exitCode, `${error.message}${hintFor(error)}`, { code });
  }
  if (error instanceof ForeignPathError) return new CliError(EXIT.disk, error.message);
  if (error instanceof RestError) return restFailure(error.status, errorBody(error));
  const refused = systemFailure(error);
  if (refused) return refused;
  const storage = storageError(error);
  if (storage) return restFailure(storage.status, errorBody(storage));
  const text = error instanceof Error ? error.message : String(error);
  return new CliError(
    EXIT.internal,
    `Something went wrong inside Polydesk: ${firstLine(text)}. What was stored before is safe.`,
  );
}

/** Converts an unsuccessful REST response to a `CliError`. */
export function restFailure(status: number, body: unknown): CliError {
  const given = (body as { code?: unknown } | null | undefined)?.code;
  const code = typeof given === 'string' ? given : undefined;
  const text = textOf(body) ?? `The server answered with the status ${status}.`;
  return new CliError(exitCodeOf(status, code), text, { details: body, code });
}

/** The messages per parameter say more than the parameter names, which are those of the API. */
function textOf(body: unknown): string | undefined {
  const { code, message, data } = (body ?? {}) as { code?: unknown; message?: unknown; data?: { params?: unknown } };
  if (code === 'rest_invalid_param' && data?.params)
    return `${Object.values(data.params).map(String).join(' ')} Nothing was changed.`;
  return typeof message === 'string' ? message : undefined;
}

/** The error for a missing site; if it has backups, how to restore it. */
export function missingSite(file: string): CliError {
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink()) return asCliError(goneLink(file));
  const known = isKnownByBackups(file)
    ? ` Its backups are still there; this brings it back: ${command('check', file, '--repair')}`
    : '';
  return new CliError(EXIT.missing, `The file ${file} does not exist. Nothing was changed. Check the name.${known}`);
}

/** The command name used to start this program. */
export const program = (): string => process.env['POLYDESK_COMMAND'] ?? 'polydesk';

/** A command that can be pasted into a shell: arguments with spaces or special characters are quoted. */
export function command(...words: string[]): string {
  const quoted = (word: string): string =>
    process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`;
  return [program(), ...words.map((word) => (/^[\w./:@%+=-]+$/.test(word) ? word : quoted(word)))].join(' ');
}

/** The hint for a failure to open, which the window offers as a button. */
function hintFor({ code, file }: OpenError): string {
  if (file === undefined) return '';
  if (code === 'no_backup') return ` This does it: ${command('salvage', file)}`;
  if (code === 'damaged' || code === 'foreign') return ` This repairs it: ${command('check', file, '--repair')}`;
  return code === 'place' ? ` This makes such a copy: ${command('copy', file)}` : '';
}

/** Responses whose code says more than their status. */
const STORAGE_EXITS: Readonly<Record<string, number>> = {
  storage_read_only: EXIT.denied,
  storage_damaged: EXIT.disk,
  storage_unconfirmed: EXIT.disk,
  polydesk_live_offline: EXIT.later,
  polydesk_live_slow: EXIT.later,
  polydesk_live_busy: EXIT.later,
  polydesk_live_password: EXIT.denied,
  polydesk_live_hidden: EXIT.denied,
  polydesk_live_rights: EXIT.denied,
  polydesk_live_asleep: EXIT.denied,
};

function exitCodeOf(status: number, code: string | undefined): number {
  const known = code === undefined ? undefined : STORAGE_EXITS[code];
  if (known !== undefined) return known;
  if (status === 401 || status === 403) return EXIT.denied;
  if (status === 507) return EXIT.disk;
  if (status === 503) return EXIT.inUse;
  return status >= 500 ? EXIT.internal : EXIT.refused;
}

/** System errors by code: exit code and message for the path. */
const REFUSALS: readonly (readonly [codes: RegExp, exit: number, text: (path: string) => string])[] = [
  [/^(EACCES|EPERM|EROFS)$/, EXIT.denied, (path) => `You may not read or write ${path}.`],
  [/^(EEXIST|ENOTDIR)$/, EXIT.create, (path) => `${path} cannot be made: a file is where a folder has to be.`],
  [/^EISDIR$/, EXIT.create, (path) => `${path} cannot be written: it is a folder.`],
  [/^ENOENT$/, EXIT.create, (path) => `${path} does not exist and cannot be created.`],
  [/^(ENOSPC|EDQUOT|EIO|EMFILE)$/, EXIT.disk, (path) => `The disk could not read or write ${path}.`],
];

/** Converts a system error to a `CliError`; undefined for any other. */
function systemFailure(error: unknown): CliError | undefined {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return undefined;
  const { code = '', path = 'this', message } = error as NodeJS.ErrnoException;
  const [, exit, text] = REFUSALS.find(([codes]) => codes.test(code)) ?? [];
  if (exit === undefined || text === undefined) return undefined;
  return new CliError(exit, `${text(path)} What was stored before is safe. (${message})`);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
