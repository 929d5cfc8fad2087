import { all, sql, type ReadDb } from '../sql.ts';

/** For each item the path of its first term of a taxonomy, parents included: "news/local". */
export function termPaths(db: ReadDb, posts: readonly number[], taxonomy: string): Map<number, string> {
  const rows = all<{ post: number; path: string }>(
    db,
    sql`WITH RECURSIVE first (post, term) AS (
          SELECT pt.post_id, min(t.id) FROM json_each(${JSON.stringify(posts)}) AS page
          JOIN post_terms AS pt ON pt.post_id = page.value
          JOIN terms AS t ON t.id = pt.term_id AND t.taxonomy = ${taxonomy}
          GROUP BY pt.post_id
        ), up (post, parent, path) AS (
          SELECT first.post, t.parent, t.slug FROM first JOIN terms AS t ON t.id = first.term
          UNION ALL
          SELECT up.post, t.parent, t.slug || '/' || up.path FROM up JOIN terms AS t ON t.id = up.parent
        )
        SELECT post, path FROM up WHERE parent IS NULL`,
  );
  return new Map(rows.map((row) => [row.post, row.path]));
}

/** Slugs of users for addresses. */
export function userSlugs(db: ReadDb, ids: readonly number[]): Map<number, string> {
  const rows = all<{ id: number; slug: string }>(
    db,
    sql`SELECT id, slug FROM users WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  );
  return new Map(rows.map((row) => [row.id, row.slug]));
}
