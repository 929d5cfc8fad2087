import { errorBody, RestError } from '../errors.ts';
import { ForeignPathError } from '../server/private-file.ts';
import { OpenError, storageError } from '../store/failures.ts';
import { isKnownByBackups } from '../store/recover.ts';

/** Exit codes of every command (`contract/extras.md`, Command line). */
export const EXIT = {
  done: 0,
  refused: 1,
  usage: 64,
  missing: 66,
  inUse: 69,
  internal: 70,
  disk: 74,
  versions: 78,
} as const;

/** Why a command stops, as one sentence, with its exit code and what `--json` tells besides. */
export class CliError extends Error {
  readonly exitCode: number;
  readonly details: unknown;

  constructor(exitCode: number, message: string, details?: unknown) {
    super(message);
    this.name = 'CliError';
    this.exitCode = exitCode;
    this.details = details;
  }
}

export const usageError = (message: string): CliError => new CliError(EXIT.usage, message);

/** Any failure as the command line ends with it. What nobody foresaw is a fault of ours: 70. */
export function asCliError(error: unknown): CliError {
  if (error instanceof CliError) return error;
  if (error instanceof OpenError) return new CliError(error.exitCode, `${error.message}${hintFor(error)}`);
  if (error instanceof ForeignPathError) return new CliError(EXIT.disk, error.message);
  if (error instanceof RestError) return restFailure(error.status, errorBody(error));
  if (isDisk(error))
    return new CliError(EXIT.disk, `The disk refused: ${error.message}. What was stored before is safe.`);
  const storage = storageError(error);
  if (storage) return restFailure(storage.status, errorBody(storage));
  const text = error instanceof Error ? error.message : String(error);
  return new CliError(
    EXIT.internal,
    `Something went wrong inside Polydesk: ${firstLine(text)}. What was stored before is safe.`,
  );
}

/** An answer of the REST interface that is no success, as the end of a command. */
export function restFailure(status: number, body: unknown): CliError {
  return new CliError(codeOf(status), textOf(body) ?? `The server answered with the status ${status}.`, body);
}

/** What is wrong with each parameter says more than their names, which are those of the interface. */
function textOf(body: unknown): string | undefined {
  const { code, message, data } = (body ?? {}) as { code?: unknown; message?: unknown; data?: { params?: unknown } };
  if (code === 'rest_invalid_param' && data?.params)
    return `${Object.values(data.params).map(String).join(' ')} Nothing was changed.`;
  return typeof message === 'string' ? message : undefined;
}

/** A site that is not there; where its backups are, how it comes back. */
export function missingSite(file: string): CliError {
  const known = isKnownByBackups(file)
    ? ` Its backups are still there; this brings it back: ${program()} check SITE --repair`
    : '';
  return new CliError(EXIT.missing, `There is no file ${file}. Nothing was changed. Check the name.${known}`);
}

/** How the command line is called here. */
export const program = (): string => process.env['POLYDESK_COMMAND'] ?? 'polydesk';

/** What the window offers as a button. */
function hintFor({ code }: OpenError): string {
  if (code === 'damaged') return ` This mends it: ${program()} check SITE --repair`;
  return code === 'place' ? ` This makes such a copy: ${program()} copy SITE` : '';
}

function codeOf(status: number): number {
  if (status === 507) return EXIT.disk;
  if (status === 503) return EXIT.inUse;
  return status >= 500 ? EXIT.internal : EXIT.refused;
}

function isDisk(error: unknown): error is NodeJS.ErrnoException {
  const codes = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EISDIR', 'EMFILE'];
  return error instanceof Error && 'code' in error && codes.includes(String(error.code)) && 'syscall' in error;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
