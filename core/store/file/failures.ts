import { readlinkSync } from 'node:fs';
import Database from 'better-sqlite3';
import { RestError } from '../../errors.ts';

/** Why a site file was not opened, and the exit code of the command line for it (`contract/extras.md`). */
export const OPEN_FAILURES = {
  missing: 66,
  in_use: 69,
  create: 73,
  disk: 74,
  place: 74,
  incomplete: 78,
  newer: 78,
  not_ours: 1,
  damaged: 1,
  no_backup: 1,
  leftovers: 1,
  denied: 77,
  read_only: 77,
  trust: 64,
  foreign: 1,
} as const;
export type OpenFailure = keyof typeof OPEN_FAILURES;

/** A site file that is not opened. The message says what failed, what is safe and what to do; nothing was changed. */
export class OpenError extends Error {
  readonly code: OpenFailure;
  readonly exitCode: number;
  /** The file, if the next step is a command that names it. */
  readonly file: string | undefined;

  constructor(code: OpenFailure, message: string, options?: ErrorOptions & { file?: string }) {
    super(message, options);
    this.name = 'OpenError';
    this.code = code;
    this.exitCode = OPEN_FAILURES[code];
    this.file = options?.file;
  }
}

/** The error code of SQLite ("SQLITE_BUSY"), or undefined for other errors. */
export function sqliteCode(error: unknown): string | undefined {
  return error instanceof Database.SqliteError ? error.code : undefined;
}

/** Whether SQLite found that a file is damaged, or is not one of its own. */
export function isDamage(error: unknown): boolean {
  return /^SQLITE_(NOTADB|CORRUPT)/.test(sqliteCode(error) ?? '');
}

/** Recreates an error that came from another thread as plain data. */
export function sqliteError(message: string, code: string): Error {
  return new Database.SqliteError(message, code);
}

export function notOurs(file: string): OpenError {
  return new OpenError('not_ours', `${file} is not a Polydesk site. Nothing was changed. Choose another file.`);
}

/** A link whose target is missing: a new site would replace the link, and the target may be on a disk that is not mounted. */
export function goneLink(link: string): OpenError {
  return new OpenError(
    'missing',
    `${link} is a link to ${readlinkSync(link)}, which is not there. Nothing was changed. Check the link.`,
  );
}

export function newer(file: string, found: number, known: number): OpenError {
  return new OpenError(
    'newer',
    `${file} was written by a newer version of Polydesk (format ${found}, this one knows ${known}). Nothing was changed. Update Polydesk to open it.`,
  );
}

/** What a repair does; must match the wording in the window (`electron/texts/en.ts`). */
export const MENDING =
  'It can be repaired. If only its indexes are damaged, they are rebuilt and nothing is lost; otherwise its newest intact backup replaces it, and changes made after that backup are lost. Either way the damaged file is kept next to it under another name.';

export function damaged(file: string, cause: unknown): OpenError {
  return new OpenError('damaged', `${file} is damaged. It was not changed. ${MENDING}`, { cause, file });
}

/** A file that lacks a table of a site, or has something else under its name. */
export function replacedPart(file: string, cause: unknown): OpenError {
  const text = `${file} is not built as a site of Polydesk is: a part of it is missing or was replaced. It was not changed. ${MENDING}`;
  return new OpenError('damaged', text, { cause, file });
}

/** A file whose schema is not that of a site: foreign parts could run with every write. */
export function foreignParts(file: string, names: readonly string[]): OpenError {
  const few = names.slice(0, FEW_NAMES).join(', ');
  const more = names.length > FEW_NAMES ? `, and ${names.length - FEW_NAMES} more` : '';
  const text = `${file} is not built as a site of Polydesk is: ${few}${more}. It was not changed, and nothing of it ran. A repair takes out what does not belong to it, and keeps the file next to it under another name.`;
  return new OpenError('foreign', text, { file });
}

const FEW_NAMES = 5;

/** The only native part of the product is missing, or was built for another system. */
export function incomplete(cause: unknown): OpenError {
  return new OpenError(
    'incomplete',
    'The database driver of Polydesk is missing, or made for another system. No site was touched. Reinstall Polydesk (from a clone: npm ci), then try again.',
    { cause },
  );
}

/** A failure of SQLite or the disk while opening, as a refusal; any other error unchanged. */
export function asOpenError(file: string, error: unknown): unknown {
  if (error instanceof OpenError) return error;
  const code = sqliteCode(error) ?? systemCode(error);
  if (!code) return error;
  if (isDamage(error)) return damaged(file, error);
  if (code === 'SQLITE_ERROR') {
    // A missing part: a table that was deleted, or something else under its name.
    return replacedPart(file, error);
  }
  if (code.startsWith('SQLITE_BUSY')) {
    return new OpenError(
      'in_use',
      `${file} is in use by another program. Nothing was changed. Close it there, then try again.`,
      { cause: error },
    );
  }
  if (/^(EACCES|EPERM|EROFS|SQLITE_READONLY.*)$/.test(code)) {
    return new OpenError(
      'denied',
      `You may not read or write ${file}. Nothing was changed. Change the rights of the file and its folder, then try again.`,
      { cause: error },
    );
  }
  return new OpenError(
    'disk',
    `${file} cannot be read or written (${code}). Nothing was changed. Check the disk and the permissions of the file, then try again.`,
    { cause: error },
  );
}

/** A failure of the disk or the file as the client sees it; undefined if it is something else. The text never contains a path. */
export function storageError(error: unknown): RestError | undefined {
  const code = sqliteCode(error) ?? systemCode(error);
  const found = code && STORAGE.find(([pattern]) => pattern.test(code));
  if (!found) return undefined;
  const [, name, status, text] = found;
  const retry = name === 'storage_busy' ? { headers: { 'Retry-After': '1' } } : {};
  return Object.assign(new RestError(name, text, status, retry), { cause: error });
}

/** Error for writes when only the reserve of the disk is left. */
export function fullError(): RestError {
  return new RestError('storage_full', FULL, 507);
}

/** Error for writes when the site is open read-only. */
export function readOnlyError(): RestError {
  return new RestError('storage_read_only', READ_ONLY, 503);
}

/** Error for inserts when a table has used its last id. SQLite reports "full" in that case, too. */
export function numbersUsedUp(): RestError {
  const text =
    'The site has no numbers left for new items: its counter has reached its limit. Nothing was stored; what was stored before is safe. Undo the change that moved it there, or restore a backup.';
  return new RestError('storage_no_numbers', text, 507);
}

/** Error for writes while a worker writes (`security.md` 5.2). */
export function busyError(): RestError {
  return new RestError('storage_busy', BUSY, 503, { headers: { 'Retry-After': '1' } });
}

function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined;
}

const BUSY = 'The site is busy with a longer task. Nothing was stored. Try again in a moment.';

const READ_ONLY = 'The site is open read-only. Nothing was stored.';

const FULL = 'The disk is full. Nothing was stored; what was stored before is safe. Free some space, then try again.';

const STORAGE: readonly (readonly [RegExp, string, number, string])[] = [
  [/^SQLITE_(BUSY|LOCKED)/, 'storage_busy', 503, BUSY],
  [/^(SQLITE_(FULL$|IOERR_WRITE|IOERR_SHMSIZE)|ENOSPC$|EDQUOT$|EFBIG$)/, 'storage_full', 507, FULL],
  // The log then holds the whole change, and the next start either finds it there or does not.
  [
    /^SQLITE_IOERR_(FSYNC|DIR_FSYNC)$/,
    'storage_unconfirmed',
    503,
    'The disk did not confirm this change. Open the site again to see whether it was stored. What was stored before is safe. Check the disk before you continue.',
  ],
  [/^(SQLITE_READONLY|EROFS$)/, 'storage_read_only', 503, READ_ONLY],
  [
    /^(SQLITE_(IOERR|CORRUPT|NOTADB)|EIO$)/,
    'storage_damaged',
    503,
    'The site file could not be read or written. Nothing was stored. Check the site before you continue.',
  ],
];
