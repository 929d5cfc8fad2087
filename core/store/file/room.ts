import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { pluck, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** What stays free on the disk for deletes, settings and everything else on this computer (`security.md` 5.8). */
export const RESERVE = 32 * 1024 * 1024;

/** Bytes this user may still write on the disk of a file; infinite where nobody can say. */
export function freeBytes(file: string): number {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    // Some drives say nothing of themselves.
    return bavail === 0 && bsize === 0 ? Infinity : bavail * bsize;
  } catch {
    return Infinity;
  }
}

/** Bytes of all pages of a site file: what a copy of it takes. */
export function fileBytes(db: ReadDb): number {
  const [pages = 0, size = 0] = [pluck<number>(db, sql`PRAGMA page_count`), pluck<number>(db, sql`PRAGMA page_size`)];
  return pages * size;
}

/** Takes the log into the file, which frees its room; where a transaction or a reader is in the way it stays. */
export function shrinkLog(db: WriteDb): void {
  try {
    if (!db.inTransaction) db.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // The room does not suffice for that either, or somebody reads.
  }
}

/** From now on SQLite itself refuses to write; within a transaction it ends as it is. */
export function refuseWrites(db: WriteDb): void {
  if (!db.inTransaction) db.pragma('query_only = ON');
}

/** Whether a table can give no further number. A question only for a write that failed. */
export function areNumbersUsedUp(db: ReadDb): boolean {
  return pluck<number>(db, sql`SELECT EXISTS (SELECT 1 FROM sqlite_sequence WHERE seq >= 9223372036854775807)`) === 1;
}
