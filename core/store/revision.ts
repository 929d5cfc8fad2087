import { pluck, sql, type ReadDb } from './sql.ts';

/** Another number after every change of the file that was made through another connection. A cheap question. */
export function changesOfOthers(db: ReadDb): number {
  return pluck<number>(db, sql`PRAGMA data_version`) ?? 0;
}

/** The same for this connection. Counts rows that were taken back too: then something is read anew for nothing, never too late. */
export function ownChanges(db: ReadDb): number {
  return pluck<number>(db, sql`SELECT total_changes()`) ?? 0;
}
