import { pluck, sql, type ReadDb } from './sql.ts';

/** Another number after every change of the file that was made through another connection. A cheap question. */
export function changesOfOthers(db: ReadDb): number {
  return pluck<number>(db, sql`PRAGMA data_version`) ?? 0;
}
