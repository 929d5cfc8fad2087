import { existsSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { backupFolder } from './paths.ts';
import { APPLICATION_ID } from './database.ts';
import { readHeader } from './header.ts';
import { checkForeignKeys, checkInvariants } from './invariants.ts';
import { migrate, schemaVersion } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { differenceNames, schemaDifference } from './own-schema.ts';
import { run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** A copy of a site in the folder beside it. */
export interface BackupFile {
  name: string;
  size: number;
  /** When it was made, in UTC, as its name says. */
  date: string;
  /** Why it was made. */
  reason: string;
  /** A whole file of ours: it was read from the first page to the last before it got its name. */
  verified: boolean;
}

const NAME = /^(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}) ([^/\\]{1,100})\.polydesk$/;

/** Copies of a site file, newest first. Files of other names are none. */
export function listBackups(file: string): BackupFile[] {
  const folder = backupFolder(file);
  if (!existsSync(folder)) return [];
  return (
    readdirSync(folder)
      .flatMap((name) => {
        const [, time, reason = ''] = NAME.exec(name) ?? [];
        const about = statSync(join(folder, name), { throwIfNoEntry: false });
        if (time === undefined || !about?.isFile()) return [];
        const date = `${time.slice(0, 10)}T${time.slice(11).replaceAll('-', ':')}`;
        const verified = isWhole(join(folder, name), about.size);
        return [{ copy: { name, size: about.size, date, reason, verified }, written: about.mtimeMs }];
      })
      // Of one second the one that was written last: what was changed between them is in that one alone.
      .sort((a, b) => (a.copy.date === b.copy.date ? b.written - a.written : a.copy.date < b.copy.date ? 1 : -1))
      .map(({ copy }) => copy)
  );
}

/** Its path; undefined for a name that is none of the list. */
export function backupPath(file: string, name: string): string | undefined {
  if (!NAME.test(name)) return undefined;
  const path = join(backupFolder(file), name);
  return existsSync(path) ? realpathSync(path) : undefined;
}

/** What is wrong with a copy, read from the first page to the last; nothing when it is sound. */
export function faultsOfBackup(path: string): string[] {
  try {
    const copy = new Database(path, { readonly: true, fileMustExist: true }) as ReadDb;
    try {
      if (copy.pragma('application_id', { simple: true }) !== APPLICATION_ID) return ['it is not a Polydesk site'];
      const [odd] = schemaVersion(copy as WriteDb) > migrations.length ? [] : differenceNames(schemaDifference(copy));
      if (odd !== undefined) return [`it is not built as a site is: ${odd}`];
      const integrity = copy.pragma('integrity_check(1)', { simple: true });
      if (integrity !== 'ok') return [`it is damaged (${String(integrity)})`];
      const version = schemaVersion(copy as WriteDb);
      if (version > migrations.length) return ['it is of a newer version of Polydesk'];
      if (version < migrations.length) return [];
      return [...checkForeignKeys(copy), ...checkInvariants(copy)].map((one) => `it breaks a rule: ${one.name}`);
    } finally {
      copy.close();
    }
  } catch (error) {
    return [`it cannot be read (${error instanceof Error ? error.message : String(error)})`];
  }
}

/** A copy of a backup in the shape of this version, at a path where nothing is: what a restore reads from. */
export function unpackBackup(path: string, target: string): void {
  const backup = new Database(path, { readonly: true, fileMustExist: true }) as WriteDb;
  try {
    run(backup, sql`VACUUM INTO ${target}`);
  } finally {
    backup.close();
  }
  const copy = new Database(target) as WriteDb;
  try {
    if (schemaVersion(copy) > migrations.length) throw new Error('The copy is of a newer version');
    migrate(copy, migrations);
  } finally {
    copy.close();
  }
}

/** How many are kept: the newest, and one a day and a week before them (`security.md` 5.5). */
const KEEP = { newest: 10, days: 7, weeks: 4 };

/** After this long nobody is writing it any more. */
const ABANDONED_MS = 60 * 60 * 1000;

/**
 * Removes what is old enough, never without a newer whole one, and what interrupted copies left. Returns the names. Where a
 * copy is from a time to come the clock was set back, and nothing goes.
 */
export function pruneBackups(file: string, now = new Date()): string[] {
  dropAbandoned(backupFolder(file), now);
  const all = listBackups(file);
  if (all.some(({ date }) => Date.parse(`${date}Z`) > now.getTime() + ABANDONED_MS)) return [];
  const kept = new Set(
    all
      .filter(({ verified }) => verified)
      .slice(0, KEEP.newest)
      .map(({ name }) => name),
  );
  const keepFirst = (limit: number, of: (date: string) => string): void => {
    const seen = new Set<string>();
    for (const { name, date, verified } of all) {
      if (!verified || seen.size >= limit || seen.has(of(date))) continue;
      seen.add(of(date));
      kept.add(name);
    }
  };
  keepFirst(KEEP.days, (date) => date.slice(0, 10));
  keepFirst(KEEP.weeks, (date) => String(Math.floor(Date.parse(`${date}Z`) / 604_800_000)));
  const isNewerKept = (name: string): boolean => [...kept].some((one) => one > name);
  const gone = all.filter(({ name, verified }) => verified && !kept.has(name) && isNewerKept(name));
  for (const { name } of gone) rmSync(join(backupFolder(file), name), { force: true });
  return gone.map(({ name }) => name);
}

/** Copies on their way have another name until they are whole; those of a program that was ended stay so. */
function dropAbandoned(folder: string, now: Date): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const path = join(folder, name);
    const about = /\.polydesk\.part(?:-journal)?$/.test(name) ? statSync(path, { throwIfNoEntry: false }) : undefined;
    if (about?.isFile() && now.getTime() - about.mtimeMs > ABANDONED_MS) rmSync(path, { force: true });
  }
}

/** The file holds as many pages as its head says. Copies are written by nobody: reading them drops no lock. */
function isWhole(path: string, size: number): boolean {
  const header = readHeader(path);
  return header?.applicationId === APPLICATION_ID && header.size === size;
}
