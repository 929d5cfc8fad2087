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

/** The result of recovering a damaged site. */
export interface Recovery {
  /**
   * Foreign parts were removed; or only indexes or other derived rows were damaged, and were rebuilt; or the newest sound backup
   * replaced the file.
   */
  how: 'indexes' | 'backup' | 'schema';
  /** Parts that were removed from its schema, or recreated. */
  parts?: string[];
  /** The damaged file, unchanged, under another name; undefined if there was none. */
  kept: string | undefined;
  /** The backup that was used. */
  backup?: string;
  /** The number of changes that only the damaged file has; undefined if unknown. */
  lost?: number | undefined;
  /** The access settings after a backup was used. */
  access?: AccessGiven;
}

/**
 * Whether a file that cannot be recognised by its first bytes is known as a site by its backups: the bytes were damaged, or the
 * file is gone.
 */
export function isKnownByBackups(given: string): boolean {
  return listBackups(placeOf(given)).some(({ verified }) => verified);
}

/**
 * Recovers a site whose file is damaged, empty or gone (`security.md` 5.7): by rebuilding its indexes if nothing else is damaged,
 * else from the newest sound backup. The damaged file is kept next to it. Access that was revoked since that backup (a token, an
 * origin) is not restored. Throws `OpenError`; then nothing was changed.
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

/** The file itself, links resolved: its backups and the damaged file are next to it. */
function placeOf(given: string): string {
  return existsSync(given) ? realpathSync(given) : resolve(given);
}

/**
 * Copies its bytes elsewhere (no program has it open), with those of its log, so that the damaged file stays as it is. Undefined:
 * there are none, or the disk cannot read them.
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

/** What can be read reliably from a damaged file. */
interface Readable {
  access: Access | undefined;
  /** The id of its last change. */
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

/**
 * Makes a sound copy of the bytes whose schema has only our parts; returns what differed. Empty: nothing did, or that was not
 * enough.
 */
function withOwnSchema(bytes: string, copy: string): string[] {
  try {
    const parts = inDatabase(bytes, takeOutForeign);
    if (parts.length === 0) return [];
    inDatabase(bytes, (db) => run(db, sql`VACUUM INTO ${copy}`));
    chmodSync(copy, 0o600);
    if (faultsOfBackup(copy).length === 0) return parts;
  } catch {
    // The schema cannot be read: the next method is tried.
  }
  rmSync(copy, { force: true });
  return [];
}

/**
 * True if a sound copy could be made without the named indexes and other derived rows: only those were damaged, and they are
 * rebuilt.
 */
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

/** How many changes of the history are in the damaged file but not in the backup. */
function lostSince(backup: string, last: number | undefined): number | undefined {
  const db = new Database(backup, { readonly: true, fileMustExist: true }) as ReadDb;
  try {
    return last === undefined ? undefined : Math.max(0, last - latestEntryId(db));
  } finally {
    db.close();
  }
}

/** Renames the damaged file and its log, then moves the sound file to its place. A crash in between loses neither. */
function putInPlace(whole: string, file: string): string | undefined {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const name = stemOf(file);
  let kept = `${name} damaged ${time}.polydesk`;
  for (let n = 2; existsSync(kept); n++) kept = `${name} damaged ${time} ${n}.polydesk`;
  const hadFile = existsSync(file);
  // The rename could reach the disk before the content.
  syncFile(whole);
  // The log first: it must never be combined with another file.
  if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${kept}-wal`);
  rmSync(`${file}-shm`, { force: true });
  if (hadFile) renameSync(file, kept);
  renameSync(whole, file);
  syncFolder(dirname(file));
  return hadFile ? kept : undefined;
}
