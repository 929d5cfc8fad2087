import { pluck, sql, type ReadDb } from './sql.ts';

/** A number that differs after every change of the file through another connection. Cheap to query. */
export function changesOfOthers(db: ReadDb): number {
  return pluck<number>(db, sql`PRAGMA data_version`) ?? 0;
}
