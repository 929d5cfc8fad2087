import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { backupFolder } from './paths.ts';
import { checkForeignKeys, checkInvariants } from './invariants.ts';
import { run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** The rules a copy is checked against: the invariants apply to the tables of this version only. */
type Rules = 'current' | 'older format';

/**
 * Copies the database to `target` so that the name only ever refers to a whole, checked file: VACUUM INTO a temporary name,
 * fsync, integrity, foreign keys, invariants, rename, fsync of the folder. Readable by its owner only.
 */
export function copyVerified(db: ReadDb, target: string, rules: Rules = 'current'): void {
  const temporary = `${target}.part`;
  rmSync(temporary, { force: true });
  closeSync(openSync(temporary, 'wx', 0o600));
  try {
    run(db as WriteDb, sql`VACUUM INTO ${temporary}`);
    syncFile(temporary);
    verifyCopy(temporary, rules);
    if (existsSync(target)) throw new Error(`${target} exists already`);
    renameSync(temporary, target);
    syncFolder(dirname(target));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Makes a verified copy in the backup folder, named by time and reason; returns its path. */
export function backUp(db: ReadDb, file: string, how: { reason: string; rules?: Rules }): string {
  const folder = backupFolder(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')} ${how.reason}`;
  let target = join(folder, `${name}.polydesk`);
  for (let n = 2; existsSync(target); n++) target = join(folder, `${name} ${n}.polydesk`);
  copyVerified(db, target, how.rules);
  return target;
}

/** Reads the whole copy. */
function verifyCopy(path: string, rules: Rules): void {
  const copy = new Database(path, { readonly: true }) as ReadDb;
  try {
    const integrity = copy.pragma('integrity_check(1)', { simple: true });
    if (integrity !== 'ok') throw new Error(`The copy is damaged: ${String(integrity)}`);
    const broken = [...checkForeignKeys(copy), ...(rules === 'current' ? checkInvariants(copy) : [])];
    if (broken.length > 0) throw new Error(`The copy breaks a rule: ${broken.map(({ name }) => name).join(', ')}`);
  } finally {
    copy.close();
  }
}

/** Flushes a file to disk. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Makes a rename durable. Windows has no such call for folders. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
