import { copyFileSync, existsSync, lstatSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { faultsOfBackup } from '../file/backup-files.ts';
import { syncFile, syncFolder } from '../file/backup.ts';
import { filesFolder, stemOf } from '../file/paths.ts';
import { copyMedia } from '../file/copy-site.ts';
import { openDatabase } from '../file/database.ts';
import { asOpenError, notOurs, OpenError } from '../file/failures.ts';
import { lockFile, lockToRead } from '../file/lock.ts';
import { assertSafePlace } from '../file/place.ts';
import type { WriteDb } from '../sql.ts';
import { seedSite } from '../site/site.ts';
import { openPages } from './pages.ts';
import { migrations } from '../file/migrations/index.ts';
import { rebuild, type Rebuilt } from './rebuild.ts';
import { shapesOf } from './shapes.ts';
import { readTrees } from './trees.ts';

/** What was recovered from a damaged file, and what was not. */
export interface Salvage extends Rebuilt {
  /** The new site. */
  file: string;
  /** The list of what is missing: one row per line; undefined if nothing is. */
  list: string | undefined;
  /** Whether the header of the damaged file could be read; if not, deleted rows may be among those recovered. */
  isHeadRead: boolean;
  /** Pages that are counted in the header but missing: the file was truncated. */
  cutPages: number;
  /** A newer version wrote the file: what this one does not know is left out. */
  isNewer: boolean;
  /** Rules that the new site breaks; `polydesk check --repair` fixes them. */
  faults: string[];
}

/** The default name of a salvaged site: next to the damaged one. */
export function salvagedName(given: string): string {
  const stem = stemOf(resolve(given));
  let name = `${stem} salvaged.polydesk`;
  for (let n = 2; existsSync(name); n += 1) name = `${stem} salvaged ${n}.polydesk`;
  return name;
}

/**
 * Copies every readable row of the content and settings of a damaged site into a new file (`security.md` 5.7), with its media and
 * a list of what is missing. History, tokens and options of the server are left out: they are only valid as a whole. The damaged
 * file is only read. Throws `OpenError`; then no new file remains.
 */
export function salvageSite(given: string, to: string, { version = '' }: { version?: string } = {}): Salvage {
  const file = resolve(given);
  const target = resolve(to);
  assertUsable(file, target);
  const hadLock = existsSync(lockFile(file));
  const release = lockToRead(file);
  const part = mkdtempSync(join(dirname(target), '.polydesk-salvage-'));
  try {
    const bytes = join(part, 'damaged');
    for (const end of ['', '-wal']) if (existsSync(`${file}${end}`)) copyFileSync(`${file}${end}`, `${bytes}${end}`);
    settleLog(bytes);
    const made = join(part, 'site.polydesk');
    const about = salvageBytes(bytes, made, version);
    if (about.rows === 0) {
      // No file of ours may remain next to a file of unknown origin.
      if (!hadLock && release) rmSync(lockFile(file), { force: true });
      throw new OpenError(
        'damaged',
        `${file} holds no row that can be read. It was not changed, and no new site was made.`,
      );
    }
    const list = isWhole(about) ? undefined : `${stemOf(target)}.missing.txt`;
    if (list !== undefined) writeFileSync(list, listText(about), { mode: 0o600 });
    copyMedia(filesFolder(file), filesFolder(target));
    syncFile(made);
    renameSync(made, target);
    syncFolder(dirname(target));
    return { ...about, file: target, list };
  } catch (error) {
    throw asOpenError(file, error);
  } finally {
    rmSync(part, { recursive: true, force: true });
    release?.();
  }
}

function assertUsable(file: string, target: string): void {
  const about = statSync(file, { throwIfNoEntry: false });
  if (!about) throw new OpenError('missing', `The file ${file} does not exist. Nothing was changed. Check the name.`);
  if (!about.isFile() || about.size === 0) throw notOurs(file);
  if (!existsSync(dirname(target)))
    throw new OpenError(
      'create',
      `The folder ${dirname(target)} does not exist. Nothing was changed. Create it first.`,
    );
  const taken = [target, filesFolder(target)].find((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  if (taken !== undefined)
    throw new OpenError(
      'create',
      `${taken} is there already. Nothing was changed. Choose another name for the new site.`,
    );
  assertSafePlace(target);
}

/** The latest writes may still be in the log; if it cannot be checkpointed, the file is used as it is. */
function settleLog(bytes: string): void {
  try {
    const db = new Database(bytes);
    try {
      db.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      db.close();
    }
  } catch {
    rmSync(`${bytes}-wal`, { force: true });
  }
}

function salvageBytes(bytes: string, made: string, version: string): Made {
  const pages = openPages(bytes);
  const seed = (db: WriteDb): void => seedSite(db, { version, now: new Date() });
  const opened = openDatabase(made, { seed });
  try {
    const shapes = shapesOf(pages.userVersion);
    const trees = readTrees(pages, shapes);
    const rebuilt = rebuild(opened.db, { pages, trees, shapes });
    opened.close();
    const { userVersion = 0, cut: cutPages } = pages;
    return {
      ...rebuilt,
      isHeadRead: pages.userVersion !== undefined,
      cutPages,
      isNewer: userVersion > migrations.length,
      faults: faultsOfBackup(made),
    };
  } finally {
    opened.close();
    pages.close();
    for (const end of ['.lock', '-wal', '-shm']) rmSync(`${made}${end}`, { force: true });
  }
}

type Made = Omit<Salvage, 'file' | 'list'>;

const isWhole = ({ missing, lostPages, unplaced, cutPages, isNewer }: Made): boolean =>
  missing.length + lostPages.length + unplaced + cutPages === 0 && !isNewer;

/** One row per line, tab-separated: table, id, and what is known of the row. */
function listText({ missing, lostPages, unplaced, cutPages, isNewer }: Made): string {
  const clean = (text: string): string => text.replaceAll(/[\t\r\n]+/g, ' ').slice(0, 200);
  const rows = missing.map(({ table, id, known }) => `${table}\t${id}\t${known.map(clean).join(', ')}`);
  const pages = lostPages.map(
    ({ table, count }) => `${table}\t\t${count} ${count === 1 ? 'part' : 'parts'} of this table could not be read`,
  );
  const whole = [
    ...(unplaced > 0 ? [`\t\t${unplaced} rows whose table is unknown`] : []),
    ...(cutPages > 0 ? [`\t\tthe file was cut: ${cutPages} pages at its end are missing`] : []),
    ...(isNewer ? ['\t\ta newer version of Polydesk wrote the file: what this one does not know stayed behind'] : []),
  ];
  return `${['table\tnumber\tknown', ...rows, ...pages, ...whole].join('\n')}\n`;
}
