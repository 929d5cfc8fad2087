import { existsSync, statSync } from 'node:fs';
import { syncFile } from './backup.ts';
import { pluck, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** The fingerprint of a site file at a clean close: while it still matches, the file has not been written since. */
export interface Stamp {
  site_id: string;
  dev: string;
  ino: string;
  size: string;
  mtime_ns: string;
  ctime_ns: string;
  /** The schema version. */
  format: number;
  /** When every page and rule was last checked, in milliseconds of this computer's clock. */
  checked_at: number;
}

/** Where the stamps of clean closes are stored; never next to the file, because they would be copied with it. */
export interface StampStore {
  /** Removes and returns the stamp of a file, durably; undefined if there is none, or it cannot be removed. */
  take(file: string): Stamp | undefined;
  keep(file: string, stamp: Stamp): void;
}

/** After this long a file is checked before it is opened, whatever its stamp says. */
export const LONGEST_UNCHECKED_MS = 7 * 24 * 60 * 60 * 1000;

/** From this many bytes on the check is worth a separate process: a smaller file is checked faster than one starts. */
const SMALLEST = 4 * 1024 * 1024;

/** Granularity of file times: a change within it could go unnoticed. */
const TICK_MS = 20;

/**
 * Whether a file that is not open anywhere matches its stamp, was checked recently, and is large enough to be checked later. Its
 * `site_id` is compared by the code that reads the file.
 */
export function isUntouched(file: string, stamp: Stamp, format: number, now = Date.now()): boolean {
  const age = now - stamp.checked_at;
  if (age < 0 || age > LONGEST_UNCHECKED_MS || stamp.format !== format || hasLog(file)) return false;
  const found = fileFacts(file);
  if (Number(found.size) < SMALLEST || !hasFineTimes(found)) return false;
  return Object.entries(found).every(([name, value]) => stamp[name as keyof Stamp] === value);
}

/** How long a close waits for readers of the log, such as an aborted check. */
const LAST_READER_MS = 2000;

/** Before a clean close: checkpoints the log into the file. Returns the `site_id`, or undefined if that failed. */
export function settle(db: WriteDb): string | undefined {
  try {
    db.pragma(`busy_timeout = ${LAST_READER_MS}`);
    db.pragma('wal_checkpoint(TRUNCATE)');
    return siteIdOf(db);
  } catch {
    return undefined;
  }
}

/** The id of the site; undefined if its row is missing. */
export function siteIdOf(db: ReadDb): string | undefined {
  return pluck<string>(db, sql`SELECT site_id FROM site`);
}

/**
 * Stamps a file that was just closed, once it is flushed to disk. It gets no stamp, and the next opening checks it, if its log
 * still exists, the times of its file system are too coarse to show a change, or the stamp cannot be written.
 */
export function keepStamp(
  stamps: StampStore,
  file: string,
  about: Pick<Stamp, 'site_id' | 'format' | 'checked_at'>,
): void {
  try {
    if (hasLog(file) || statSync(file).size < SMALLEST) return;
    syncFile(file);
    // Makes sure that later writes get another time.
    if (Date.now() - statSync(file).ctimeMs < TICK_MS)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TICK_MS);
    const found = fileFacts(file);
    if (hasFineTimes(found)) stamps.keep(file, { ...about, ...found });
  } catch {
    // The site itself is closed and safe.
  }
}

function hasLog(file: string): boolean {
  return ['-wal', '-journal'].some((end) => existsSync(`${file}${end}`) && statSync(`${file}${end}`).size > 0);
}

type FileFacts = Pick<Stamp, 'dev' | 'ino' | 'size' | 'mtime_ns' | 'ctime_ns'>;

function fileFacts(file: string): FileFacts {
  const { dev, ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
  return {
    dev: String(dev),
    ino: String(ino),
    size: String(size),
    mtime_ns: String(mtimeNs),
    ctime_ns: String(ctimeNs),
  };
}

/** Times without fractions of a second come from a file system that does not store them. */
function hasFineTimes({ mtime_ns, ctime_ns }: FileFacts): boolean {
  return [mtime_ns, ctime_ns].every((time) => !time.endsWith('000000000'));
}
