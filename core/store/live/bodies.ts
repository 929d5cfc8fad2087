import { column, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/**
 * Bodies that nothing refers to: no base, nothing that was seen, no step of a push, and no image of the journal, which could bring
 * a base back.
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

/** No new item finds these bodies by what they say: from now on only what refers to them already does. */
export function retireBodies(db: WriteDb, ids: readonly number[]): void {
  run(
    db,
    sql`UPDATE live_bodies SET hash = 'unused ' || id WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  );
}

export function removeBodies(db: WriteDb, ids: readonly number[]): void {
  run(db, sql`DELETE FROM live_bodies WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}
