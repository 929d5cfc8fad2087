import Database from 'better-sqlite3';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { faultsOfBackup, listBackups } from './backup-files.ts';
import { backupFolder, syncFile, syncFolder } from './backup.ts';
import { asOpenError, OpenError } from './failures.ts';
import { acquireLock } from './lock.ts';
import { latestEntryId } from './journal.ts';
import { column, run, sql, type ReadDb, type WriteDb } from './sql.ts';

/** How a damaged site came back. */
export interface Recovery {
  /** Only indexes were hit, and were made anew; or the newest sound backup took the place of the file. */
  how: 'indexes' | 'backup';
  /** The damaged file, as it was, under another name; undefined where there was none. */
  kept: string | undefined;
  /** The backup that was used. */
  backup?: string;
  /** Changes that are in the damaged file only; undefined where it does not tell. */
  lost?: number | undefined;
}

/**
 * Brings back a site whose file is damaged, empty or gone (`reliability-and-security.md` 5.7): by making its indexes anew where
 * nothing else is hit, else from the newest backup that is sound. The damaged file is kept beside it. Throws `OpenError`; then
 * nothing was changed.
 */
export function recoverSite(given: string): Recovery {
  const file = resolve(given);
  const release = acquireLock(file);
  if (!release)
    throw new OpenError(
      'read_only',
      `${file} cannot be mended: its folder cannot be written. Nothing was changed. Copy it to a folder of your own first.`,
    );
  const part = mkdtempSync(join(dirname(file), '.polydesk-recovery-'));
  try {
    const copy = join(part, 'site');
    if (existsSync(file) && withNewIndexes(file, copy)) return { how: 'indexes', kept: putInPlace(copy, file) };
    rmSync(copy, { force: true });
    const backup = newestSound(file);
    const lost = lostWith(file, backup);
    copyFileSync(backup, copy);
    chmodSync(copy, 0o600);
    return { how: 'backup', kept: putInPlace(copy, file), backup: basename(backup), lost };
  } catch (error) {
    throw asOpenError(file, error);
  } finally {
    rmSync(part, { recursive: true, force: true });
    release();
  }
}

/**
 * True when a sound copy could be made without the named indexes of the file, which are then made anew: nothing else was hit.
 * It works on the bytes of the file elsewhere (nobody has it open), so that the damaged one stays as it is.
 */
function withNewIndexes(file: string, copy: string): boolean {
  const bytes = `${copy}-damaged`;
  for (const end of ['', '-wal']) if (existsSync(`${file}${end}`)) copyFileSync(`${file}${end}`, `${bytes}${end}`);
  try {
    const indexes = inDatabase(bytes, forgetIndexes);
    inDatabase(bytes, (db) => run(db, sql`VACUUM INTO ${copy}`));
    inDatabase(copy, (db) => indexes.forEach((text) => db.exec(text)));
    chmodSync(copy, 0o600);
    return faultsOfBackup(copy).length === 0;
  } catch {
    return false;
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(`${bytes}${end}`, { force: true });
  }
}

/** Takes the indexes out of the schema without reading them, which only an unguarded connection may; how they were made. */
function forgetIndexes(db: WriteDb): string[] {
  const texts = column<string>(db, sql`SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`);
  db.unsafeMode(true);
  db.pragma('writable_schema = ON');
  db.exec(`DELETE FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`);
  return texts;
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
    'damaged',
    `${file} is damaged, and there is no sound backup of it in ${backupFolder(file)}. Nothing was changed. Keep the file: what is left in it may still be read by others.`,
  );
}

/** How many changes of the history are in the damaged file and not in the backup. */
function lostWith(file: string, backup: string): number | undefined {
  const last = (path: string): number | undefined => {
    try {
      const db = new Database(path, { readonly: true, fileMustExist: true }) as ReadDb;
      try {
        return latestEntryId(db);
      } finally {
        db.close();
      }
    } catch {
      return undefined;
    }
  };
  const [there, here] = [existsSync(file) ? last(file) : undefined, last(backup)];
  return there === undefined || here === undefined ? undefined : Math.max(0, there - here);
}

/** Moves the damaged file and its log to another name, then the whole one to its place. A crash between leaves both whole. */
function putInPlace(whole: string, file: string): string | undefined {
  const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const name = file.replace(/\.polydesk$/, '');
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
