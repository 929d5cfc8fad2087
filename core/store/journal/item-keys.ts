import type { RowRef } from '../rows.ts';
import { all, sql, type ReadDb } from '../sql.ts';

/** The rows in which a post, media item or term is stored now, excluding what it had and lost. */
export function keysOfItem(db: ReadDb, { kind, id }: { kind: string; id: number }): RowRef[] {
  const own = JSON.stringify([id]);
  if (kind === 'term')
    return [
      { tbl: 'terms', key: own },
      { tbl: 'item_languages', key: JSON.stringify(['term', id]) },
      ...all<RowRef>(db, sql`SELECT 'term_meta' AS tbl, json_array(id) AS key FROM term_meta WHERE term_id = ${id}`),
    ];
  return [
    { tbl: 'posts', key: own },
    { tbl: 'media', key: own },
    { tbl: 'post_comments', key: own },
    { tbl: 'item_languages', key: JSON.stringify(['post', id]) },
    ...all<RowRef>(
      db,
      sql`SELECT 'post_meta' AS tbl, json_array(id) AS key FROM post_meta WHERE post_id = ${id}
          UNION ALL SELECT 'post_terms', json_array(post_id, term_id) FROM post_terms WHERE post_id = ${id}`,
    ),
  ];
}
