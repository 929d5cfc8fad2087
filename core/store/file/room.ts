import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { pluck, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** Disk space that stays free for deletes, settings and everything else on this computer (`security.md` 5.8). */
export const RESERVE = 32 * 1024 * 1024;

/** Bytes this user may still write on the disk of a file; Infinity if unknown. */
export function freeBytes(file: string): number {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    // Some drives report no sizes.
    return bavail === 0 && bsize === 0 ? Infinity : bavail * bsize;
  } catch {
    return Infinity;
  }
}

/** Bytes of all pages of a site file: the size of a copy. */
export function fileBytes(db: ReadDb): number {
  const [pages = 0, size = 0] = [pluck<number>(db, sql`PRAGMA page_count`), pluck<number>(db, sql`PRAGMA page_size`)];
  return pages * size;
}

/** Checkpoints the log into the file, which frees its space; does nothing if a transaction or a reader is in the way. */
export function shrinkLog(db: WriteDb): void {
  try {
    if (!db.inTransaction) db.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // There is not enough space for that either, or a reader is active.
  }
}

/** From now on SQLite refuses to write; a running transaction ends as it is. */
export function refuseWrites(db: WriteDb): void {
  if (!db.inTransaction) db.pragma('query_only = ON');
}

/** Whether a table has used up its ids. Only worth calling after a failed write. */
export function areNumbersUsedUp(db: ReadDb): boolean {
  return pluck<number>(db, sql`SELECT EXISTS (SELECT 1 FROM sqlite_sequence WHERE seq >= 9223372036854775807)`) === 1;
}
