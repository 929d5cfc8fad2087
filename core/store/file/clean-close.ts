import { existsSync, statSync } from 'node:fs';
import { syncFile } from './backup.ts';
import { pluck, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** What a site file was when it was closed cleanly: as long as it is still that, nobody has written to it since. */
export interface Stamp {
  site_id: string;
  dev: string;
  ino: string;
  size: string;
  mtime_ns: string;
  ctime_ns: string;
  /** The schema version. */
  format: number;
  /** When every page and rule was checked last, in milliseconds of the clock of this computer. */
  checked_at: number;
}

/** Where the stamps of clean closes are kept; never beside the file, with which they would be copied. */
export interface StampStore {
  /** Takes the stamp of a file away, durably; undefined where there is none, or it cannot be taken away. */
  take(file: string): Stamp | undefined;
  keep(file: string, stamp: Stamp): void;
}

/** After so long a file is checked before it is opened, whatever its stamp says. */
export const LONGEST_UNCHECKED_MS = 7 * 24 * 60 * 60 * 1000;

/** Bytes from which on the check is worth a process of its own: a smaller file is checked sooner than one is started. */
const SMALLEST = 4 * 1024 * 1024;

/** File times may stand still for so long: a change within it could not be seen. */
const TICK_MS = 20;

/** Whether a file that is open nowhere is what its stamp says, was checked lately, and is large enough to be checked later. Its `site_id` is compared by the code that reads the file. */
export function isUntouched(file: string, stamp: Stamp, format: number, now = Date.now()): boolean {
  const age = now - stamp.checked_at;
  if (age < 0 || age > LONGEST_UNCHECKED_MS || stamp.format !== format || hasLog(file)) return false;
  const found = fileFacts(file);
  if (Number(found.size) < SMALLEST || !hasFineTimes(found)) return false;
  return Object.entries(found).every(([name, value]) => stamp[name as keyof Stamp] === value);
}

/** How long a close waits for readers of the log: a check that was just ended. */
const LAST_READER_MS = 2000;

/** Before a clean close: takes the log into the file. Answers the `site_id`, or undefined where that cannot be done. */
export function settle(db: WriteDb): string | undefined {
  try {
    db.pragma(`busy_timeout = ${LAST_READER_MS}`);
    db.pragma('wal_checkpoint(TRUNCATE)');
    return siteIdOf(db);
  } catch {
    return undefined;
  }
}

/** The name of the site; undefined where its row is gone. */
export function siteIdOf(db: ReadDb): string | undefined {
  return pluck<string>(db, sql`SELECT site_id FROM site`);
}

/**
 * Stamps a file that was just closed, once all of it is on the disk. It gets no stamp, and the next opening checks it, where its
 * log is still there, the times of its file system are too coarse to show a change, or the stamp cannot be written.
 */
export function keepStamp(
  stamps: StampStore,
  file: string,
  about: Pick<Stamp, 'site_id' | 'format' | 'checked_at'>,
): void {
  try {
    if (hasLog(file) || statSync(file).size < SMALLEST) return;
    syncFile(file);
    // What others write from here on gets another time.
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

/** Times without a part below the second are those of a file system that keeps none. */
function hasFineTimes({ mtime_ns, ctime_ns }: FileFacts): boolean {
  return [mtime_ns, ctime_ns].every((time) => !time.endsWith('000000000'));
}
