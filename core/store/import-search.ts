import { pluck, run, sql, type ReadDb, type WriteDb } from './sql.ts';

/** An item of an import: where it stands in the staging file, and its number in the site. */
export interface StagedItem {
  seq: number;
  id: number;
}

/**
 * New items into the index of texts, straight from the staging file, which is lent to the site. The index has never heard
 * of them, and they come in the order of their numbers: each statement makes the index write what it has gathered.
 */
export function indexStaged(db: WriteDb, items: readonly StagedItem[]): void {
  const list = JSON.stringify(items.map(({ seq, id }) => [seq, id]));
  run(
    db,
    sql`INSERT INTO post_search (rowid, title, excerpt, content) SELECT b.value ->> 1, t.title, t.excerpt, t.content
        FROM json_each(${list}) AS b CROSS JOIN staged.folded AS t ON t.seq = b.value ->> 0`,
  );
}

/** These need not be put into the index any more. */
export function leaveSearchQueueOf(db: WriteDb, items: readonly StagedItem[]): void {
  const list = JSON.stringify(items.map(({ id }) => id));
  run(db, sql`DELETE FROM search_queue WHERE post_id IN (SELECT value FROM json_each(${list}))`);
}

/** How many pieces the index consists of: a search looks into each. */
export function searchPieces(db: ReadDb): number {
  return pluck<number>(db, sql`SELECT count(DISTINCT segid) FROM post_search_idx`) ?? 0;
}

/** Whether the index puts its pieces together while it grows, as it usually does. */
export function mergesBySelf(db: WriteDb, does: boolean): void {
  run(db, sql`INSERT INTO post_search (post_search, rank) VALUES ('automerge', CAST(${does ? 4 : 0} AS INTEGER))`);
}
