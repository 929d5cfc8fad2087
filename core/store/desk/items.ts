import { all, sql, type ReadDb } from '../sql.ts';
import type { Kind } from '../translations/translations.ts';

/** Every item of a language, in order. */
export function itemsOfLanguage(db: ReadDb, language: number): { kind: Kind; id: number; type: string }[] {
  return all(
    db,
    sql`SELECT i.kind, i.item_id AS id, g.type FROM item_languages AS i JOIN groups AS g ON g.id = i.group_id
        WHERE i.language_id = ${language} ORDER BY i.kind, i.item_id`,
  );
}
