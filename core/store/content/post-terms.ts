import { all, column, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** A term of an item. */
export interface CarriedTerm {
  post_id: number;
  id: number;
  taxonomy: string;
  slug: string;
}

/** Terms of many items at once, by name (`content.md` 2.2). */
export function termsOfPosts(db: ReadDb, ids: readonly number[]): CarriedTerm[] {
  return all<CarriedTerm>(
    db,
    sql`SELECT pt.post_id, t.id, t.taxonomy, t.slug FROM json_each(${JSON.stringify(ids)}) AS page
        CROSS JOIN post_terms AS pt ON pt.post_id = page.value
        CROSS JOIN terms AS t ON t.id = pt.term_id
        ORDER BY t.name COLLATE NOCASE, t.id`,
  );
}

/** Ids of an item's terms in a taxonomy. */
export function termIdsOf(db: ReadDb, post: number, taxonomy: string): number[] {
  return column<number>(
    db,
    sql`SELECT t.id FROM post_terms pt JOIN terms t ON t.id = pt.term_id
        WHERE pt.post_id = ${post} AND t.taxonomy = ${taxonomy} ORDER BY t.id`,
  );
}

/** Replaces the terms of a taxonomy; unchanged rows are not touched. The ids must be terms of that taxonomy. */
export function setTermIds(db: WriteDb, post: number, change: { taxonomy: string; ids: readonly number[] }): void {
  const before = termIdsOf(db, post, change.taxonomy);
  const wanted = new Set(change.ids);
  for (const id of before)
    if (!wanted.has(id)) run(db, sql`DELETE FROM post_terms WHERE post_id = ${post} AND term_id = ${id}`);
  for (const id of wanted)
    if (!before.includes(id)) run(db, sql`INSERT INTO post_terms (post_id, term_id) VALUES (${post}, ${id})`);
}

/** Those of these ids that are terms of the taxonomy, in the given order, without duplicates. */
export function knownTermIds(db: ReadDb, taxonomy: string, ids: readonly number[]): number[] {
  const known = new Set(
    column<number>(
      db,
      sql`SELECT id FROM terms WHERE taxonomy = ${taxonomy} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    ),
  );
  return [...new Set(ids)].filter((id) => known.has(id));
}

/** Terms and all their descendants. */
export function termsBelow(db: ReadDb, ids: readonly number[]): number[] {
  return column<number>(
    db,
    sql`WITH RECURSIVE down (id) AS (
          SELECT value FROM json_each(${JSON.stringify(ids)})
          UNION SELECT t.id FROM terms t JOIN down ON t.parent = down.id
        )
        SELECT id FROM down`,
  );
}
