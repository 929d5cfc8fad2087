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

/** A path that is a link or belongs to somebody else: nothing of it is read or replaced. */
export class ForeignPathError extends Error {
  constructor(path: string) {
    super(`${path} is a link or belongs to another user. It was left alone. Remove it, then try again.`);
    this.name = 'ForeignPathError';
  }
}

/** Makes a folder that only its owner may enter. One that is there already must be a real folder of ours. */
export function ensurePrivateFolder(path: string): void {
  makeFolder(path);
  const found = lstatSync(path);
  if (!found.isDirectory() || !isMine(found)) throw new ForeignPathError(path);
  // A user who may write in a folder may replace the files in it.
  if (!isShut(found)) chmodSync(path, 0o700);
}

/** With those above it. Not by `recursive` of Node: where the system lets nobody make a folder (`/proc`) that tries for ever. */
function makeFolder(path: string): void {
  const above = dirname(path);
  if (above !== path && !existsSync(above)) makeFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!isCode(error, 'EEXIST') || lstatSync(path).isFile()) throw error;
  }
}

/** Replaces a file by a text only its owner may read: temporary name, fsync, rename, fsync of the folder, so that a crash leaves the old text or the new one. */
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

/** Makes a file that must not exist yet; false when it does. */
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

/** The text of a private file; undefined when there is none. Throws for a link and for a file others own or may write. */
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

/** Windows has neither owners as numbers nor modes; there the user's own folder is the guard. */
function isMine(found: Stats): boolean {
  if (process.platform === 'win32' || !process.getuid) return true;
  return found.uid === process.getuid();
}

function isShut(found: Stats): boolean {
  return process.platform === 'win32' || (found.mode & 0o022) === 0;
}
