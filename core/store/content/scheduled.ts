import { column, pluck, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** When the next scheduled item is due, in UTC; undefined if there is none. An invalid date is never due. */
export function nextPlanned(db: ReadDb): string | undefined {
  return (
    pluck<string | null>(
      db,
      sql`SELECT min(date_gmt) FROM posts WHERE status = 'future' AND julianday(date_gmt) NOT NULL`,
    ) ?? undefined
  );
}

/** Scheduled items that are due, earliest first. */
export function plannedUntil(db: ReadDb, moment: string): number[] {
  return column<number>(
    db,
    sql`SELECT id FROM posts WHERE status = 'future' AND date_gmt <= ${moment}
        AND julianday(date_gmt) NOT NULL ORDER BY date_gmt, id`,
  );
}

/** Sets the status of items and nothing else. */
export function setStatus(db: WriteDb, ids: readonly number[], status: string): void {
  run(db, sql`UPDATE posts SET status = ${status} WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}
