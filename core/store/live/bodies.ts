import { column, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/**
 * Unreferenced bodies: no base, no seen state, no step of a push, and no image of the journal, which could restore a base, refers
 * to them.
 */
export function unusedBodies(db: ReadDb): number[] {
  return column<number>(
    db,
    sql`SELECT id FROM live_bodies WHERE id NOT IN (
          SELECT body FROM live_bases
          UNION SELECT here_body FROM live_bases WHERE here_body IS NOT NULL
          UNION SELECT body FROM live_seen WHERE body IS NOT NULL
          UNION SELECT before FROM live_steps WHERE before IS NOT NULL
          UNION SELECT sent FROM live_steps WHERE sent IS NOT NULL
          UNION SELECT answer FROM live_steps WHERE answer IS NOT NULL
          UNION SELECT old ->> '$.body' FROM journal_images WHERE tbl = 'live_bases' AND old ->> '$.body' IS NOT NULL
          UNION SELECT old ->> '$.here_body' FROM journal_images WHERE tbl = 'live_bases' AND old ->> '$.here_body' IS NOT NULL)
        ORDER BY id`,
  );
}

/** Hides these bodies from lookups by content: from now on only existing references lead to them. */
export function retireBodies(db: WriteDb, ids: readonly number[]): void {
  run(
    db,
    sql`UPDATE live_bodies SET hash = 'unused ' || id WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  );
}

export function removeBodies(db: WriteDb, ids: readonly number[]): void {
  run(db, sql`DELETE FROM live_bodies WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}
