import Database from 'better-sqlite3';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { syncFolder } from './backup.ts';
import { filesFolder, stemOf } from './paths.ts';
import { APPLICATION_ID } from './database.ts';
import { asOpenError, damaged, notOurs, OpenError } from './failures.ts';
import { readHeader } from './header.ts';
import { lockFile, lockToRead } from './lock.ts';
import { assertSafePlace } from './place.ts';

/**
 * Copies a site that is not open anywhere, with its media and what a crash left in its log, into a folder of this computer:
 * offered if a location is refused. Returns the path of the copy, with another number if the name is taken. The original is only
 * read. Throws `OpenError`; then no copy remains.
 */
export function copySite(given: string, folder: string): string {
  const file = resolve(given);
  const about = statSync(file, { throwIfNoEntry: false });
  if (!about) throw new OpenError('missing', `The file ${file} does not exist. Nothing was changed. Check the name.`);
  // Reading from a pipe would block forever.
  if (!about.isFile()) throw notOurs(file);
  const name = freeName(folder, stemOf(basename(file)));
  const target = join(folder, `${name}.polydesk`);
  assertSafePlace(target);
  // In a temporary folder, so that an incomplete copy is never opened by mistake.
  const part = mkdtempSync(join(folder, '.polydesk-copy-'));
  let release: (() => void) | undefined;
  try {
    // A program that writes now holds this lock. If there is no lock file, none is created: the original stays as it is.
    if (existsSync(lockFile(file))) release = lockToRead(file);
    copyFile(file, join(part, 'site'));
    settle(join(part, 'site'), file);
    copyMedia(filesFolder(file), filesFolder(target));
    renameSync(join(part, 'site'), target);
    syncFolder(folder);
    return target;
  } catch (error) {
    rmSync(filesFolder(target), { recursive: true, force: true });
    throw asOpenError(file, error);
  } finally {
    release?.();
    rmSync(part, { recursive: true, force: true });
  }
}

function freeName(folder: string, name: string): string {
  const isTaken = (one: string): boolean =>
    ['polydesk', 'files', 'backups'].some((end) => existsSync(join(folder, `${one}.${end}`)));
  if (!isTaken(name)) return name;
  for (let n = 2; ; n++) if (!isTaken(`${name} ${n}`)) return `${name} ${n}`;
}

/** Readable by its owner only, together with the log, which may hold the latest writes. */
function copyFile(from: string, to: string): void {
  for (const end of ['', '-wal']) {
    if (!existsSync(`${from}${end}`)) continue;
    copyFileSync(`${from}${end}`, `${to}${end}`);
    chmodSync(`${to}${end}`, 0o600);
  }
}

/** Checkpoints the log into the copy and reads all of it. */
function settle(copy: string, file: string): void {
  if (readHeader(copy)?.applicationId !== APPLICATION_ID) throw notOurs(file);
  const db = new Database(copy);
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
    const answer = db.pragma('integrity_check(1)', { simple: true });
    if (answer !== 'ok') throw damaged(file, new Error(String(answer)));
  } finally {
    db.close();
  }
}

/** Skips links: they could lead anywhere. */
export function copyMedia(from: string, to: string): void {
  if (!lstatSync(from, { throwIfNoEntry: false })?.isDirectory()) return;
  cpSync(from, to, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
  chmodSync(to, 0o700);
}
