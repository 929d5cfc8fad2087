import { column, sql, type ReadDb } from '../sql.ts';

/** Groups with a version in a language and at least one other, in order. */
export function groupsWithLanguage(db: ReadDb, language: number): number[] {
  return column<number>(
    db,
    sql`SELECT i.group_id FROM item_languages AS i WHERE i.language_id = ${language}
        AND EXISTS (SELECT 1 FROM item_languages AS o WHERE o.group_id = i.group_id AND o.language_id <> ${language})
        ORDER BY i.group_id`,
  );
}
