import { get, pluck, run, sql, type ReadDb, type WriteDb } from '../sql.ts';
import type { Kind } from './translations.ts';

/** The translatable texts of an item; for a term the title is its name, the content its description. */
export interface Texts {
  title: string;
  content: string;
  excerpt: string;
}

/** When a translation was confirmed, and against which text of its source. */
export interface Confirmation extends Texts {
  source_id: number;
  text_id: number;
  confirmed_at: string;
}

/**
 * The item of a group that the others are translated from: the chosen one, else that of the default language, else the earliest.
 * Items in the trash do not count.
 */
export function sourceOfGroup(db: ReadDb, group: number): number | undefined {
  return pluck<number>(
    db,
    sql`SELECT i.item_id FROM item_languages AS i JOIN groups AS g ON g.id = i.group_id LEFT JOIN posts AS p ON p.id = i.post_id
        WHERE i.group_id = ${group} AND p.status IS NOT 'trash'
        ORDER BY i.item_id IS g.source DESC, i.language_id IS (SELECT default_language_id FROM site) DESC, i.item_id LIMIT 1`,
  );
}

export function setGroupSource(db: WriteDb, group: number, source: number | null): void {
  run(db, sql`UPDATE groups SET source = ${source} WHERE id = ${group}`);
}

export function textsOfItem(db: ReadDb, kind: Kind, id: number): Texts | undefined {
  return kind === 'post'
    ? get<Texts>(db, sql`SELECT title, content, excerpt FROM posts WHERE id = ${id}`)
    : get<Texts>(db, sql`SELECT name AS title, description AS content, '' AS excerpt FROM terms WHERE id = ${id}`);
}

export function confirmationOf(db: ReadDb, kind: Kind, id: number): Confirmation | undefined {
  return get<Confirmation>(
    db,
    sql`SELECT c.source_id, c.text_id, c.confirmed_at, s.title, s.content, s.excerpt
        FROM confirmations AS c JOIN source_texts AS s ON s.id = c.text_id WHERE c.kind = ${kind} AND c.item_id = ${id}`,
  );
}

/** When an item was confirmed, in UTC; "" if it was not. */
export function confirmedAt(db: ReadDb, kind: Kind, id: number): string {
  return pluck<string>(db, sql`SELECT confirmed_at FROM confirmations WHERE kind = ${kind} AND item_id = ${id}`) ?? '';
}

/** Stores the current texts of a source and returns their id. */
export function keepTexts(db: WriteDb, item: { kind: Kind; id: number }, texts: Texts): number {
  const { kind, id } = item;
  const { title, content, excerpt } = texts;
  const known = pluck<number>(
    db,
    sql`SELECT id FROM source_texts WHERE kind = ${kind} AND item_id = ${id}
        AND title = ${title} AND content = ${content} AND excerpt = ${excerpt} LIMIT 1`,
  );
  if (known !== undefined) return known;
  const added = run(
    db,
    sql`INSERT INTO source_texts (kind, item_id, title, content, excerpt) VALUES (${kind}, ${id}, ${title}, ${content}, ${excerpt})`,
  );
  return Number(added.lastInsertRowid);
}

export function putConfirmation(
  db: WriteDb,
  item: { kind: Kind; id: number },
  facts: Pick<Confirmation, 'source_id' | 'text_id' | 'confirmed_at'>,
): void {
  const { source_id, text_id, confirmed_at } = facts;
  run(
    db,
    sql`INSERT INTO confirmations (kind, item_id, source_id, text_id, confirmed_at)
        VALUES (${item.kind}, ${item.id}, ${source_id}, ${text_id}, ${confirmed_at})
        ON CONFLICT DO UPDATE SET source_id = excluded.source_id, text_id = excluded.text_id, confirmed_at = excluded.confirmed_at`,
  );
}
