import { column, get, pluck, sql, type ReadDb } from '../sql.ts';

/** Groups with a version in a language and at least one other, in order. */
export function groupsWithLanguage(db: ReadDb, language: number): number[] {
  return column<number>(
    db,
    sql`SELECT i.group_id FROM item_languages AS i WHERE i.language_id = ${language}
        AND EXISTS (SELECT 1 FROM item_languages AS o WHERE o.group_id = i.group_id AND o.language_id <> ${language})
        ORDER BY i.group_id`,
  );
}

/** The number of versions that have a source: all of the groups with several but one. */
export function countTranslations(db: ReadDb): number {
  return (
    pluck<number | null>(
      db,
      sql`SELECT sum(n - 1) FROM (SELECT count(*) AS n FROM item_languages GROUP BY group_id HAVING count(*) > 1)`,
    ) ?? 0
  );
}

/** The type of an item, and the status of a post: "" of a term. */
export function typeAndStatus(db: ReadDb, kind: 'post' | 'term', id: number): { type: string; status: string } {
  const found =
    kind === 'post'
      ? get<{ type: string; status: string }>(db, sql`SELECT type, status FROM posts WHERE id = ${id}`)
      : get<{ type: string; status: string }>(
          db,
          sql`SELECT taxonomy AS type, '' AS status FROM terms WHERE id = ${id}`,
        );
  return found ?? { type: '', status: '' };
}
