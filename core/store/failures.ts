import Database from 'better-sqlite3';
import { RestError } from '../errors.ts';

/** Why a site file was not opened, and the exit code of the command line for it (`contract/extras.md`). */
export const OPEN_FAILURES = {
  missing: 66,
  in_use: 69,
  disk: 74,
  place: 74,
  incomplete: 78,
  newer: 78,
  not_ours: 1,
  damaged: 1,
  leftovers: 1,
  read_only: 1,
} as const;
export type OpenFailure = keyof typeof OPEN_FAILURES;

/** A site file that is not opened. The message says what failed, what is safe and what to do; nothing was changed. */
export class OpenError extends Error {
  readonly code: OpenFailure;
  readonly exitCode: number;

  constructor(code: OpenFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OpenError';
    this.code = code;
    this.exitCode = OPEN_FAILURES[code];
  }
}

/** What SQLite calls this failure ("SQLITE_BUSY"), or undefined when it is none of SQLite's. */
export function sqliteCode(error: unknown): string | undefined {
  return error instanceof Database.SqliteError ? error.code : undefined;
}

/** The same failure again, of one that came from another thread as plain data. */
export function sqliteError(message: string, code: string): Error {
  return new Database.SqliteError(message, code);
}

export function notOurs(file: string): OpenError {
  return new OpenError('not_ours', `${file} is not a site of Polydesk. Nothing was changed. Choose another file.`);
}

export function newer(file: string, found: number, known: number): OpenError {
  return new OpenError(
    'newer',
    `${file} was written by a newer version of Polydesk (format ${found}, this one knows ${known}). Nothing was changed. Update Polydesk to open it.`,
  );
}

/** What mending does, kept word for word with what the window says (`electron/texts/en.ts`). */
export const MENDING =
  'It can be mended: where only its indexes are hit they are made anew and nothing is lost; otherwise its newest sound backup takes its place, and what was changed after that backup is missing. Either way the damaged file stays beside it under another name.';

export function damaged(file: string, cause: unknown): OpenError {
  return new OpenError('damaged', `${file} is damaged. It was not changed. ${MENDING}`, { cause });
}

/** The one native part of the product is not there, or was made for another system. */
export function incomplete(cause: unknown): OpenError {
  return new OpenError(
    'incomplete',
    'A part of Polydesk is missing here, or made for another system: the driver of its database. No site was touched. Install Polydesk anew (from a clone: npm ci), then try again.',
    { cause },
  );
}

/** A failure of SQLite or the disk while opening, as a refusal; what is none of them as it is. */
export function asOpenError(file: string, error: unknown): unknown {
  if (error instanceof OpenError) return error;
  const code = sqliteCode(error) ?? systemCode(error);
  if (!code) return error;
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) return damaged(file, error);
  if (code.startsWith('SQLITE_BUSY')) {
    return new OpenError(
      'in_use',
      `${file} is in use by another program. Nothing was changed. Close it there, then try again.`,
      { cause: error },
    );
  }
  return new OpenError(
    'disk',
    `${file} cannot be read or written (${code}). Nothing was changed. Check the disk and the rights of the file, then try again.`,
    { cause: error },
  );
}

/** A failure of the disk or the file as the client sees it; undefined when it is something else. The text never carries a path. */
export function storageError(error: unknown): RestError | undefined {
  const code = sqliteCode(error) ?? systemCode(error);
  const found = code && STORAGE.find(([pattern]) => pattern.test(code));
  if (!found) return undefined;
  const [, name, status, text] = found;
  const retry = name === 'storage_busy' ? { headers: { 'Retry-After': '1' } } : {};
  return Object.assign(new RestError(name, text, status, retry), { cause: error });
}

/** What who writes is told where the last room of the disk is kept free. */
export function fullError(): RestError {
  return new RestError('storage_full', FULL, 507);
}

/** What who writes is told while a worker does (`reliability-and-security.md` 5.2). */
export function busyError(): RestError {
  return new RestError('storage_busy', BUSY, 503, { headers: { 'Retry-After': '1' } });
}

function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined;
}

const BUSY = 'The site is busy with a longer task. Nothing was stored; try again in a moment.';

const FULL =
  'There is no room left on the disk. Nothing was stored; what was stored before is safe. Make room, then try again.';

const STORAGE: readonly (readonly [RegExp, string, number, string])[] = [
  [/^SQLITE_(BUSY|LOCKED)/, 'storage_busy', 503, BUSY],
  [/^(SQLITE_(FULL$|IOERR_WRITE|IOERR_SHMSIZE)|ENOSPC$|EDQUOT$|EFBIG$)/, 'storage_full', 507, FULL],
  // The log holds the whole change then, and the next start finds it there, or does not.
  [
    /^SQLITE_IOERR_(FSYNC|DIR_FSYNC)$/,
    'storage_unconfirmed',
    503,
    'The disk did not confirm this change: whether it was stored is seen when the site is opened again. What was stored before is safe; check the disk before going on.',
  ],
  [/^(SQLITE_READONLY|EROFS$)/, 'storage_read_only', 503, 'The site is open for reading only. Nothing was stored.'],
  [
    /^(SQLITE_(IOERR|CORRUPT|NOTADB)|EIO$)/,
    'storage_damaged',
    503,
    'The site file could not be read or written as it should. Nothing was stored; check the site before going on.',
  ],
];
