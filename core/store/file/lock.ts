import { accessSync, closeSync, constants, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { OpenError, sqliteCode } from './failures.ts';

/**
 * Every lock this process holds. The only state at module level: an unreferenced handle would be garbage-collected, its lock
 * released, and a second process could write (measured).
 */
const held = new Set<Database.Database>();

/** How long a start waits for a program that is just closing. */
const PATIENCE_MS = 250;

export function lockFile(file: string): string {
  return `${file}.lock`;
}

/**
 * Takes `<file>.lock`, a tiny SQLite database held with BEGIN EXCLUSIVE: the kernel enforces it, and it is free right after kill
 * -9. Undefined if the folder is not writable: then no program can write the site either. Call the result to release it.
 */
export function acquireLock(file: string): (() => void) | undefined {
  const path = lockFile(file);
  if (!isWritable(dirname(path)) || !createPrivately(path)) return undefined;
  let lock: Database.Database | undefined;
  try {
    lock = new Database(path, { timeout: PATIENCE_MS });
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    const code = sqliteCode(error);
    if (code?.startsWith('SQLITE_BUSY')) throw inUse(file, error);
    if (code?.startsWith('SQLITE_READONLY')) return undefined;
    throw unusable(path, error);
  }
  const taken = lock;
  held.add(taken);
  return () => {
    held.delete(taken);
    taken.close();
  };
}

/** The same for readers: if no lock can be created, as on a full disk, no other program can open the site either. */
export function lockToRead(file: string): (() => void) | undefined {
  try {
    return acquireLock(file);
  } catch (error) {
    if (error instanceof OpenError && error.code === 'disk') return undefined;
    throw error;
  }
}

/** Checks the permissions of this process. */
export function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Creates an empty file that only its owner may read; false if the folder does not allow it. An existing one is not opened here:
 * closing any descriptor of it would drop a lock of ours.
 */
function createPrivately(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600));
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'EEXIST') return true;
    if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false;
    throw unusable(path, error);
  }
}

const isFull = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(String(cause.code));

function inUse(file: string, cause: unknown): OpenError {
  return new OpenError(
    'in_use',
    `${file} is in use by another program. Nothing was changed. Close the site there, then try again.`,
    { cause },
  );
}

function unusable(path: string, cause: unknown): OpenError {
  if (isFull(cause))
    return new OpenError(
      'disk',
      `The disk is full: ${path} cannot be made. The site was not touched. Free some space, then try again.`,
      { cause },
    );
  return new OpenError(
    'disk',
    `The lock file ${path} cannot be used. The site was not touched. Check the disk and the rights of the folder, then try again.`,
    { cause },
  );
}
