import { all, run, sql, type ReadDb, type WriteDb } from './sql.ts';

/** One stored value of a meta key; a key may have several. */
export interface PostMetaRow {
  post_id: number;
  key: string;
  value: string;
}

/** All meta of many items at once, registered or not. */
export function metaOfPosts(db: ReadDb, ids: readonly number[]): PostMetaRow[] {
  return all<PostMetaRow>(
    db,
    sql`SELECT m.post_id, m.key, m.value FROM json_each(${JSON.stringify(ids)}) AS page
        CROSS JOIN post_meta AS m ON m.post_id = page.value ORDER BY m.id`,
  );
}

/** Values of one key, oldest first. */
export function metaValues(db: ReadDb, id: number, key: string): string[] {
  return all<{ value: string }>(
    db,
    sql`SELECT value FROM post_meta WHERE post_id = ${id} AND key = ${key} ORDER BY id`,
  ).map((row) => row.value);
}

/** Replaces the values of a key; none deletes it. Equal values stay as they are. */
export function setMetaValues(db: WriteDb, id: number, change: { key: string; values: readonly string[] }): void {
  const { key, values } = change;
  const before = metaValues(db, id, key);
  if (before.length === values.length && before.every((value, i) => value === values[i])) return;
  run(db, sql`DELETE FROM post_meta WHERE post_id = ${id} AND key = ${key}`);
  for (const value of values)
    run(db, sql`INSERT INTO post_meta (post_id, key, value) VALUES (${id}, ${key}, ${value})`);
}
