import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { dirname } from 'node:path';
import { syncFolder } from '../../store/file/backup.ts';

/** The path is a link or belongs to another user: it is neither read nor replaced. */
export class ForeignPathError extends Error {
  constructor(path: string) {
    super(`${path} is a link or belongs to another user. It was left alone. Remove it, then try again.`);
    this.name = 'ForeignPathError';
  }
}

/** Creates a folder that only its owner may enter. An existing one must be a real folder that we own. */
export function ensurePrivateFolder(path: string): void {
  makeFolder(path);
  const found = lstatSync(path);
  if (!found.isDirectory() || !isMine(found)) throw new ForeignPathError(path);
  // Anyone who may write in a folder may replace the files in it.
  if (!isShut(found)) chmodSync(path, 0o700);
}

/**
 * Creates a folder with its parents. Not with `recursive` of Node, which never returns where the system does not allow folders
 * (`/proc`).
 */
function makeFolder(path: string): void {
  const above = dirname(path);
  if (above !== path && !existsSync(above)) makeFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!isCode(error, 'EEXIST') || lstatSync(path).isFile()) throw error;
  }
}

/**
 * Replaces a file with a text only its owner may read: temporary name, fsync, rename, fsync of the folder, so that a crash leaves
 * either the old or the new text.
 */
export function writePrivately(path: string, text: string): void {
  ensurePrivateFolder(dirname(path));
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found && !(found.isFile() && isMine(found))) throw new ForeignPathError(path);
  const temporary = `${path}.${randomUUID()}.part`;
  try {
    writeDurably(temporary, text);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/** Creates a file; false if it exists already. */
export function createPrivately(path: string, text: string): boolean {
  ensurePrivateFolder(dirname(path));
  try {
    writeDurably(path, text);
    return true;
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Reads a private file; undefined if there is none. Throws for a link and for a file that others own or may write. */
export function readPrivately(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return undefined;
  if (!found.isFile() || !isMine(found) || !isShut(found)) throw new ForeignPathError(path);
  return readFileSync(path, 'utf8');
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Windows has neither numeric owners nor modes; there the user's own folder protects the file. */
function isMine(found: Stats): boolean {
  if (process.platform === 'win32' || !process.getuid) return true;
  return found.uid === process.getuid();
}

function isShut(found: Stats): boolean {
  return process.platform === 'win32' || (found.mode & 0o022) === 0;
}
