import { existsSync, lstatSync, realpathSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { backUp, copyVerified } from './backup.ts';
import { isUntouched, keepStamp, settle, siteIdOf, type StampStore } from './clean-close.ts';
import { asOpenError, goneLink, incomplete, newer, notOurs, OpenError, sqliteCode } from './failures.ts';
import { readHeader } from './header.ts';
import { assertIntact } from './intact.ts';
import { checkForeignKeys, checkInvariants, type Finding } from './invariants.ts';
import { writeJournalTriggers } from '../journal/triggers.ts';
import { acquireLock, isWritable, lockFile } from './lock.ts';
import { migrate, schemaVersion } from './migrate.ts';
import { migrations as allMigrations, type Migration } from './migrations/index.ts';
import { assertOwnSchema } from './own-schema.ts';
import { assertSafePlace } from './place.ts';
import { assertPragmas, setPragmas } from './pragmas.ts';
import { connectToRead } from './reader.ts';
import type { ReadDb, WriteDb } from '../sql.ts';

/** "POLY", in the header of every site file. */
export const APPLICATION_ID = 0x504f4c59;

export interface OpenOptions {
  /** False: a missing file is refused instead of created. */
  create?: boolean;
  /** Fills a new file. What it writes is not a user's change and is not journalled. */
  seed(db: WriteDb): void;
  /** For tests: the migrations of another version. */
  migrations?: readonly Migration[];
  /** Stamps of clean closes; without them every file is checked before it is opened, and none is stamped. */
  stamps?: StampStore | undefined;
  /** True: a file that has not been touched since its clean close is opened unchecked. The caller must have it checked later. */
  trustsStamp?: boolean | undefined;
}

export interface OpenedDatabase {
  db: WriteDb;
  /** Absolute path with links resolved; or ":memory:". */
  file: string;
  readOnly: boolean;
  /** Whether the file was created by this call. */
  isNew: boolean;
  /** Broken rules. If not empty, the file is open read-only. */
  findings: Finding[];
  /** When every page and rule was last checked, in milliseconds. */
  checkedAt: number;
  /** It was opened by the stamp of its clean close and still has to be checked. */
  isUnchecked: boolean;
  /** Closes the database, then releases the lock. If given the time of the last check, stores the stamp of a clean close. */
  close(checkedAt?: number): void;
}

/** The checks before a file is used: every page and row, or every rule. Slow for a large file; nothing is written meanwhile. */
export type FileCheck = 'pages' | 'rules';

/** Checks a file with its own connection, without blocking the event loop. Rejects with what the check threw. */
export type FileChecker = (file: string, check: FileCheck) => Promise<Finding[]>;

/** A file to be opened, with the allowed access. */
interface Target {
  file: string;
  isNew: boolean;
  steps: readonly Migration[];
  options: OpenOptions;
  /** Set if the folder is writable and no other program has the file open. */
  release: (() => void) | undefined;
}

/**
 * Opens or creates a site file in the order of `security.md` 5.1. Throws `OpenError` if it must refuse; then nothing was changed.
 * Only for the thread that owns the site.
 */
export function openDatabase(given: string, options: OpenOptions): OpenedDatabase {
  const steps = opening(given, options);
  let step = steps.next();
  while (!step.done) {
    const { check, file, db } = step.value;
    try {
      step = steps.next(runFileCheck(file, db, check));
    } catch (error) {
      step = steps.throw(error);
    }
  }
  return step.value;
}

/**
 * The same, with a large file checked by `checker` to keep the event loop free; a small one, or one in memory, is checked here.
 */
export async function openDatabaseAsync(
  given: string,
  options: OpenOptions,
  checker: FileChecker,
): Promise<OpenedDatabase> {
  const steps = opening(given, options);
  let step = steps.next();
  while (!step.done) {
    const { check, file, db } = step.value;
    const isHere = db.memory || statSync(file).size < LARGE;
    try {
      const found = isHere ? undefined : await checker(file, check).catch(rethrowRefusal);
      step = steps.next(found ?? runFileCheck(file, db, check));
    } catch (error) {
      step = steps.throw(error);
    }
  }
  return step.value;
}

/** A result of the check is a refusal; if the thread itself failed, the file is checked here. */
function rethrowRefusal(error: unknown): undefined {
  if (error instanceof OpenError || sqliteCode(error)) throw error;
}

/** From this many bytes on starting a thread pays off: a smaller file is checked in a tenth of a second. */
const LARGE = 64 * 1024 * 1024;

/** The findings of a check of a file that `db` has open; throws `OpenError` if pages or rows are inconsistent. */
export function runFileCheck(file: string, db: ReadDb, check: FileCheck): Finding[] {
  if (check === 'rules') return [...checkForeignKeys(db), ...checkInvariants(db)];
  assertIntact(file, db);
  return [];
}

/** Opens a file; the driver of this generator answers each check with its findings, or throws what the check threw. */
type Opening = Generator<{ check: FileCheck; file: string; db: ReadDb }, OpenedDatabase, Finding[]>;

function* opening(given: string, options: OpenOptions): Opening {
  assertDriver();
  if (given === ':memory:') return openMemory(options);
  const file = locate(given, options.create ?? true);
  assertSafePlace(file);
  const hadLock = existsSync(lockFile(file));
  const release = acquireLock(file);
  try {
    const isNew = !existsSync(file);
    if (isNew) createFile(file, options, release !== undefined);
    return yield* openLocked({ file, isNew, steps: options.migrations ?? allMigrations, options, release });
  } catch (error) {
    const refusal = asOpenError(file, error);
    // No file of ours may remain next to a file that is not ours; no process can be waiting for this lock.
    if (!hadLock && release && refusal instanceof OpenError && refusal.code === 'not_ours')
      rmSync(lockFile(file), { force: true });
    release?.();
    throw refusal;
  }
}

/** First of all: without the native driver each step would fail with a misleading error. */
function assertDriver(): void {
  try {
    new Database(':memory:').close();
  } catch (error) {
    throw sqliteCode(error) ? error : incomplete(error);
  }
}

/** In memory, for tests, which open thousands: no lock, nothing on disk. */
function openMemory(options: OpenOptions): OpenedDatabase {
  const db = newDatabase(options);
  const checked = { isNew: true, findings: [], checkedAt: Date.now(), isUnchecked: false };
  return { db, file: ':memory:', readOnly: false, ...checked, close: () => db.close() };
}

/** Empty databases in memory, by the migrations that created them. */
const shapes = new WeakMap<readonly Migration[], Buffer>();

function shapeOf(steps: readonly Migration[]): Buffer {
  const db = new Database(':memory:') as WriteDb;
  try {
    db.pragma(`application_id = ${APPLICATION_ID}`);
    setPragmas(db, 'memory');
    migrate(db, steps, () => undefined);
    writeJournalTriggers(db);
    return db.serialize();
  } finally {
    db.close();
  }
}

function* openLocked(target: Target): Opening {
  const { file, isNew, steps, options, release } = target;
  const header = readHeader(file);
  if (header?.applicationId !== APPLICATION_ID) throw notOurs(file);
  const found = Math.max(header.userVersion, loggedVersion(file));
  if (found > steps.length) throw newer(file, found, steps.length);
  const mayWrite = release !== undefined && isWritable(file);
  // Removed from disk before the file can be written, so that a kill from here on leaves none.
  const stamp = mayWrite ? options.stamps?.take(file) : undefined;
  const isTrusted = options.trustsStamp === true && stamp !== undefined && isUntouched(file, stamp, steps.length);
  const db = mayWrite
    ? (new Database(file, { fileMustExist: true }) as WriteDb)
    : connectToRead(file, release !== undefined);
  try {
    setPragmas(db, mayWrite ? 'file' : db.memory ? 'memory' : 'read-only');
    const isUnchecked = isTrusted && siteIdOf(db) === stamp.site_id;
    // Before anything that could run foreign code: not even a check of the pages.
    if (!isUnchecked && !isNew) assertOwnSchema(file, db, steps);
    if (!isUnchecked) yield { check: 'pages', file, db };
    if (schemaVersion(db) < steps.length) upgrade(target, db, mayWrite);
    else if (mayWrite) writeJournalTriggers(db);
    const findings = isUnchecked ? [] : yield { check: 'rules', file, db };
    if (findings.length > 0) db.pragma('query_only = ON');
    const checkedAt = isUnchecked ? stamp.checked_at : Date.now();
    const close = (at?: number): void => closeDatabase(target, db, at);
    return { db, file, readOnly: !mayWrite || findings.length > 0, isNew, findings, checkedAt, isUnchecked, close };
  } catch (error) {
    closeRefused(file, db);
    throw error;
  }
}

/** Closes a refused file. The last connection with write access would checkpoint the log, so a read-only one is closed last. */
function closeRefused(file: string, db: WriteDb): void {
  let reader: Database.Database | undefined;
  try {
    if (!db.memory) reader = new Database(file, { readonly: true });
    reader?.pragma('schema_version');
  } catch {
    // If not even that can be read, the log is not checkpointed either.
  }
  db.close();
  reader?.close();
}

/** Closes the database, then releases the lock, so that no program can open the file before its stamp exists. */
function closeDatabase({ file, steps, options, release }: Target, db: WriteDb, checkedAt: number | undefined): void {
  const { stamps } = options;
  const site_id = stamps && checkedAt !== undefined ? settle(db) : undefined;
  try {
    db.close();
    if (stamps && checkedAt !== undefined && site_id !== undefined)
      keepStamp(stamps, file, { site_id, format: steps.length, checked_at: checkedAt });
  } finally {
    release?.();
  }
}

/** The absolute path with links resolved, so that every path to a file uses the same lock. */
function locate(given: string, create: boolean): string {
  const path = resolve(given);
  if (path !== path.trim())
    throw new OpenError(
      'missing',
      `The name of the site file ends in a blank, which the database cannot open. Nothing was changed. Rename it.`,
    );
  if (existsSync(path)) return realpathSync(path);
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) throw goneLink(path);
  if (!create) throw new OpenError('missing', `The file ${path} does not exist. Nothing was changed. Check the name.`);
  if (!existsSync(dirname(path)))
    throw new OpenError('missing', `The folder ${dirname(path)} does not exist. Nothing was changed. Create it first.`);
  const file = join(realpathSync(dirname(path)), basename(path));
  // SQLite would treat the log of a deleted file as that of the new one.
  const leftover = [`${file}-wal`, `${file}-journal`].find((name) => existsSync(name));
  if (!leftover) return file;
  throw new OpenError(
    'leftovers',
    `${leftover} is left from an earlier file of this name. Nothing was changed. Bring that file back, or move the leftover away, then try again.`,
  );
}

/** A complete new site in memory. The empty database is created once per process. */
function newDatabase({ seed, migrations = allMigrations }: OpenOptions): WriteDb {
  const shape = shapes.get(migrations) ?? shapeOf(migrations);
  shapes.set(migrations, shape);
  const db = new Database(shape) as WriteDb;
  setPragmas(db, 'memory');
  const fill = db.transaction(() => {
    seed(db);
    // The triggers already exist: discard what they recorded meanwhile.
    db.exec('DELETE FROM journal_rows');
  });
  fill.immediate();
  return db;
}

/** Created in memory and copied, so that the name appears with a complete file or not at all. */
function createFile(file: string, options: OpenOptions, folderWritable: boolean): void {
  if (!folderWritable)
    throw new OpenError(
      'create',
      `${file} cannot be made: its folder cannot be written. Nothing was changed. Choose another folder.`,
    );
  const db = newDatabase(options);
  try {
    copyVerified(db, file);
  } finally {
    db.close();
  }
}

/** Makes a verified copy first: the only way to go back, since migrations only go forward. */
function upgrade({ file, steps }: Target, db: WriteDb, mayWrite: boolean): void {
  if (!mayWrite) {
    throw new OpenError(
      'read_only',
      `${file} is of an older version and cannot be written here. Nothing was changed. Copy it to a folder of your own and open the copy.`,
    );
  }
  backUp(db, file, { reason: `before leaving format ${schemaVersion(db)}`, rules: 'older format' });
  migrate(db, steps);
  assertPragmas(db, 'file');
}

/**
 * The newest version may still be in the log of a program that crashed. Read by a read-only connection: one with write access
 * would checkpoint the log on closing. 0 without a log, or if it cannot be read yet.
 */
function loggedVersion(file: string): number {
  if (!existsSync(`${file}-wal`)) return 0;
  try {
    const db = new Database(file, { readonly: true }) as WriteDb;
    try {
      return schemaVersion(db);
    } finally {
      db.close();
    }
  } catch {
    return 0;
  }
}
