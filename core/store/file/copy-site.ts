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
 * Copies a site that is open nowhere, with its media and what a crash left in its log, into a folder of this computer: what is
 * offered where a place is refused. Returns the path of the copy, which has another number where the name is taken. The
 * original is only read. Throws `OpenError`; then no copy is left.
 */
export function copySite(given: string, folder: string): string {
  const file = resolve(given);
  const about = statSync(file, { throwIfNoEntry: false });
  if (!about) throw new OpenError('missing', `The file ${file} does not exist. Nothing was changed. Check the name.`);
  // A pipe would be waited for without end.
  if (!about.isFile()) throw notOurs(file);
  const name = freeName(folder, stemOf(basename(file)));
  const target = join(folder, `${name}.polydesk`);
  assertSafePlace(target);
  // In a folder of its own a copy that is not whole has no name anybody would open.
  const part = mkdtempSync(join(folder, '.polydesk-copy-'));
  let release: (() => void) | undefined;
  try {
    // Whoever writes meanwhile has taken this lock. Where there is none, none is made: the original stays as it is.
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

/** For its owner only, with the log beside it: what was written last may still be there. */
function copyFile(from: string, to: string): void {
  for (const end of ['', '-wal']) {
    if (!existsSync(`${from}${end}`)) continue;
    copyFileSync(`${from}${end}`, `${to}${end}`);
    chmodSync(`${to}${end}`, 0o600);
  }
}

/** Takes the log into the copy and reads it from the first page to the last. */
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

/** Links are left out: they could lead anywhere. */
export function copyMedia(from: string, to: string): void {
  if (!lstatSync(from, { throwIfNoEntry: false })?.isDirectory()) return;
  cpSync(from, to, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
  chmodSync(to, 0o700);
}
