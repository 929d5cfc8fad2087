import { pluck, sql, type ReadDb } from './sql.ts';

/** Another text after every change of the file, whether it was made through this connection or through another one. Two cheap questions. */
export function revision(db: ReadDb): string {
  const others = pluck<number>(db, sql`PRAGMA data_version`);
  // Counts rows that were taken back too: then something is read anew for nothing, never too late.
  const own = pluck<number>(db, sql`SELECT total_changes()`);
  return `${others} ${own}`;
}
