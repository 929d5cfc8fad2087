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

/** A copy of a site in the backup folder next to it. */
export interface BackupFile {
  name: string;
  size: number;
  /** When it was made, in UTC, taken from its name. */
  date: string;
  /** Why it was made. */
  reason: string;
  /** A whole file of ours: it was read completely before it got its name. */
  verified: boolean;
}

const NAME = /^(\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}) ([^/\\]{1,100})\.polydesk$/;

/** Copies of a site file, newest first. Files with other names are ignored. */
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
      // Within the same second the copy written last comes first: only it has the changes made in between.
      .sort((a, b) => (a.copy.date === b.copy.date ? b.written - a.written : a.copy.date < b.copy.date ? 1 : -1))
      .map(({ copy }) => copy)
  );
}

/** The path of a copy; undefined for a name that is not in the list. */
export function backupPath(file: string, name: string): string | undefined {
  if (!NAME.test(name)) return undefined;
  const path = join(backupFolder(file), name);
  return existsSync(path) ? realpathSync(path) : undefined;
}

/** Reads a copy completely and returns its faults; empty if it is sound. */
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

/** Copies a backup to an unused path and upgrades it to this version: a restore reads from it. */
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

/** How many are kept: the newest ones, and before them one a day and one a week (`security.md` 5.5). */
const KEEP = { newest: 10, days: 7, weeks: 4 };

/** After this long it is no longer being written. */
const ABANDONED_MS = 60 * 60 * 1000;

/**
 * Removes copies that are old enough, never without a newer whole one, and remains of interrupted copies. Returns the names. If a
 * copy has a date in the future the clock was set back, and nothing is removed.
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

/** Copies in progress have another name until they are complete; those of a killed program keep it. */
function dropAbandoned(folder: string, now: Date): void {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const path = join(folder, name);
    const about = /\.polydesk\.part(?:-journal)?$/.test(name) ? statSync(path, { throwIfNoEntry: false }) : undefined;
    if (about?.isFile() && now.getTime() - about.mtimeMs > ABANDONED_MS) rmSync(path, { force: true });
  }
}

/** Whether the file has as many pages as its header says. No process writes to copies, so reading them drops no lock. */
function isWhole(path: string, size: number): boolean {
  const header = readHeader(path);
  return header?.applicationId === APPLICATION_ID && header.size === size;
}
