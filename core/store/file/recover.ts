import Database from 'better-sqlite3';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { faultsOfBackup, listBackups } from './backup-files.ts';
import { syncFile, syncFolder } from './backup.ts';
import { backupFolder, stemOf } from './paths.ts';
import { asOpenError, OpenError } from './failures.ts';
import { acquireLock } from './lock.ts';
import { latestEntryId } from '../journal/journal.ts';
import { giveAccess, isWholeTable, readAccess, type Access, type AccessGiven } from './recover-access.ts';
import { takeOutForeign } from './own-schema.ts';
import { forgetDerived } from './recover-derived.ts';
import { run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** How a damaged site came back. */
export interface Recovery {
  /** What does not belong to a site was taken out; or only indexes were hit, or other rows that follow from those of the site, and were made anew; or the newest sound backup took the place of the file. */
  how: 'indexes' | 'backup' | 'schema';
  /** What was taken out of its schema, or put back into it. */
  parts?: string[];
  /** The damaged file, as it was, under another name; undefined where there was none. */
  kept: string | undefined;
  /** The backup that was used. */
  backup?: string;
  /** Changes that are in the damaged file only; undefined where it does not tell. */
  lost?: number | undefined;
  /** Who may come in now, where a backup was used. */
  access?: AccessGiven;
}

/** Whether a file that is none of ours by its first bytes is known as a site by its backups: they were hit, or all is gone. */
export function isKnownByBackups(given: string): boolean {
  return listBackups(placeOf(given)).some(({ verified }) => verified);
}

/**
 * Brings back a site whose file is damaged, empty or gone (`security.md` 5.7): by making its indexes anew where
 * nothing else is hit, else from the newest backup that is sound. The damaged file is kept beside it. What was taken from
 * anybody since that backup (a token, an origin) is not given back. Throws `OpenError`; then nothing was changed.
 */
export function recoverSite(given: string): Recovery {
  const file = placeOf(given);
  const release = acquireLock(file);
  if (!release)
    throw new OpenError(
      'read_only',
      `${file} cannot be repaired: its folder is not writable. Nothing was changed. Copy it to a writable folder first.`,
    );
  const part = mkdtempSync(join(dirname(file), '.polydesk-recovery-'));
  try {
    const copy = join(part, 'site');
    const bytes = bytesOf(file, join(part, 'damaged'));
    const readable = bytes === undefined ? NOTHING_READABLE : readableParts(bytes);
    const parts = bytes === undefined ? [] : withOwnSchema(bytes, copy);
    if (parts.length > 0) return { how: 'schema', parts, kept: putInPlace(copy, file) };
    if (bytes !== undefined && withNewIndexes(bytes, copy)) return { how: 'indexes', kept: putInPlace(copy, file) };
    rmSync(copy, { force: true });
    const backup = newestSound(file);
    copyFileSync(backup, copy);
    chmodSync(copy, 0o600);
    const access = inDatabase(copy, (db) => giveAccess(db, readable.access, new Date().toISOString()));
    const lost = lostSince(backup, readable.last);
    return { how: 'backup', kept: putInPlace(copy, file), backup: basename(backup), lost, access };
  } catch (error) {
    throw asOpenError(file, error);
  } finally {
    rmSync(part, { recursive: true, force: true });
    release();
  }
}

/** The file itself, links followed: its backups and the damaged one lie beside it. */
function placeOf(given: string): string {
  return existsSync(given) ? realpathSync(given) : resolve(given);
}

/**
 * Its bytes elsewhere (nobody has it open), with those of its log, so that the damaged one stays as it is. Undefined: there are
 * none, or the disk does not give them.
 */
function bytesOf(file: string, bytes: string): string | undefined {
  if (!existsSync(file)) return undefined;
  try {
    for (const end of ['', '-wal']) if (existsSync(`${file}${end}`)) copyFileSync(`${file}${end}`, `${bytes}${end}`);
    return bytes;
  } catch (error) {
    if (['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
    return undefined;
  }
}

/** What a damaged file still tells for sure. */
interface Readable {
  access: Access | undefined;
  /** The number of its last change. */
  last: number | undefined;
}

const NOTHING_READABLE: Readable = { access: undefined, last: undefined };

function readableParts(bytes: string): Readable {
  const attempt = <T>(work: (db: ReadDb) => T): T | undefined => {
    try {
      return inDatabase(bytes, work);
    } catch {
      return undefined;
    }
  };
  const last = attempt((db) => (isWholeTable(db, 'journal') ? latestEntryId(db) : undefined));
  return { access: attempt(readAccess), last };
}

/** Makes a sound copy of the bytes with nothing in its schema but what is ours; what differed. Empty: nothing did, or that was not enough. */
function withOwnSchema(bytes: string, copy: string): string[] {
  try {
    const parts = inDatabase(bytes, takeOutForeign);
    if (parts.length === 0) return [];
    inDatabase(bytes, (db) => run(db, sql`VACUUM INTO ${copy}`));
    chmodSync(copy, 0o600);
    if (faultsOfBackup(copy).length === 0) return parts;
  } catch {
    // The schema cannot be read: what else is left is tried.
  }
  rmSync(copy, { force: true });
  return [];
}

/** True when a sound copy could be made without the named indexes of the bytes, and without what else follows from other rows: nothing but that was hit, and it is made anew. */
function withNewIndexes(bytes: string, copy: string): boolean {
  try {
    const texts = inDatabase(bytes, forgetDerived);
    inDatabase(bytes, (db) => run(db, sql`VACUUM INTO ${copy}`));
    inDatabase(copy, (db) => db.transaction(() => texts.forEach((text) => db.exec(text)))());
    chmodSync(copy, 0o600);
    return faultsOfBackup(copy).length === 0;
  } catch {
    return false;
  }
}

function inDatabase<T>(path: string, work: (db: WriteDb) => T): T {
  const db = new Database(path) as WriteDb;
  try {
    return work(db);
  } finally {
    db.close();
  }
}

function newestSound(file: string): string {
  const paths = listBackups(file).map(({ name }) => join(backupFolder(file), name));
  const found = paths.find((path) => faultsOfBackup(path).length === 0);
  if (found !== undefined) return found;
  throw new OpenError(
    'no_backup',
    `${file} is damaged, and no intact backup of it is in ${backupFolder(file)}. Nothing was changed. What can be read of it can be salvaged into a new site.`,
    { file },
  );
}

/** How many changes of the history are in the damaged file and not in the backup. */
function lostSince(backup: string, last: number | undefined): number | undefined {
  const db = new Database(backup, { readonly: true, fileMustExist: true }) as ReadDb;
  try {
    return last === undefined ? undefined : Math.max(0, last - latestEntryId(db));
  } finally {
    db.close();
  }
}

/** Moves the damaged file and its log to another name, then the whole one to its place. A crash between leaves both whole. */
function putInPlace(whole: string, file: string): string | undefined {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const name = stemOf(file);
  let kept = `${name} damaged ${time}.polydesk`;
  for (let n = 2; existsSync(kept); n++) kept = `${name} damaged ${time} ${n}.polydesk`;
  const hadFile = existsSync(file);
  // Its name may be on the disk before its content is.
  syncFile(whole);
  // The log first: it must never meet another file.
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${kept}-wal`);
  rmSync(`${file}-shm`, { force: true });
  if (hadFile) renameSync(file, kept);
  renameSync(whole, file);
  syncFolder(dirname(file));
  return hadFile ? kept : undefined;
}
