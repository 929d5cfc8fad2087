import { all, column, get, pluck, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

export type Kind = 'post' | 'term';

/** An item with its language and group. */
export interface ItemLanguage {
  kind: Kind;
  item_id: number;
  type: string;
  language_id: number;
  group_id: number;
  pos: number;
}

const ITEM = sql`kind, item_id, type, language_id, group_id, pos`;

export function itemLanguage(db: ReadDb, kind: Kind, id: number): ItemLanguage | undefined {
  return get<ItemLanguage>(db, sql`SELECT ${ITEM} FROM item_languages WHERE kind = ${kind} AND item_id = ${id}`);
}

/** Members of a group in stored order. */
export function groupMembers(db: ReadDb, group: number): ItemLanguage[] {
  return all<ItemLanguage>(db, sql`SELECT ${ITEM} FROM item_languages WHERE group_id = ${group} ORDER BY pos, item_id`);
}

/** The translation of an item in a language (the item itself, if it is in that language); undefined if there is none. */
export function translationOf(db: ReadDb, kind: Kind, item: { id: number; language: number }): number | undefined {
  return pluck<number>(
    db,
    sql`SELECT other.item_id FROM item_languages AS own
        JOIN item_languages AS other ON other.kind = own.kind AND other.group_id = own.group_id AND other.language_id = ${item.language}
        WHERE own.kind = ${kind} AND own.item_id = ${item.id}`,
  );
}

export function insertGroup(db: WriteDb, kind: Kind, type: string): number {
  return Number(run(db, sql`INSERT INTO groups (kind, type) VALUES (${kind}, ${type})`).lastInsertRowid);
}

export function insertItemLanguage(db: WriteDb, item: ItemLanguage): void {
  run(
    db,
    sql`INSERT INTO item_languages (kind, item_id, type, language_id, group_id, pos)
        VALUES (${item.kind}, ${item.item_id}, ${item.type}, ${item.language_id}, ${item.group_id}, ${item.pos})`,
  );
}

/** Moves an item to another group or language. */
export function updateItemLanguage(db: WriteDb, item: ItemLanguage): void {
  run(
    db,
    sql`UPDATE item_languages SET language_id = ${item.language_id}, group_id = ${item.group_id}, pos = ${item.pos}
        WHERE kind = ${item.kind} AND item_id = ${item.item_id}`,
  );
}

/** The next free position at the end of a group. */
export function nextPos(db: ReadDb, group: number): number {
  return pluck<number>(db, sql`SELECT coalesce(max(pos), 0) + 1 FROM item_languages WHERE group_id = ${group}`) ?? 1;
}

/** Removes the language of an item. Its group is deleted when it becomes empty. */
export function deleteItemLanguage(db: WriteDb, item: Pick<ItemLanguage, 'kind' | 'item_id' | 'group_id'>): void {
  run(db, sql`DELETE FROM item_languages WHERE kind = ${item.kind} AND item_id = ${item.item_id}`);
  deleteGroupIfEmpty(db, item.group_id);
}

/** Removes a language from all its items; their groups keep the other members. */
export function deleteItemsOfLanguage(db: WriteDb, language: number): void {
  const groups = column<number>(db, sql`SELECT group_id FROM item_languages WHERE language_id = ${language}`);
  run(db, sql`DELETE FROM item_languages WHERE language_id = ${language}`);
  for (const group of groups) deleteGroupIfEmpty(db, group);
}

export function deleteGroupIfEmpty(db: WriteDb, group: number): void {
  run(
    db,
    sql`DELETE FROM groups WHERE id = ${group} AND NOT EXISTS (SELECT 1 FROM item_languages WHERE group_id = ${group})`,
  );
}

/** The number of items for each kind, type, status and language; posts count by status, terms as "". */
export interface LanguageCount {
  language_id: number;
  kind: Kind;
  type: string;
  status: string;
  n: number;
}

/** Counts of all languages, or of one. */
export function languageCounts(db: ReadDb, language?: number): LanguageCount[] {
  const only = language === undefined ? sql`` : sql`AND language_id = ${language}`;
  return all<LanguageCount>(
    db,
    sql`SELECT language_id, 'post' AS kind, type, status, n FROM post_counts WHERE language_id > 0 AND n > 0 ${only}
        UNION ALL
        SELECT language_id, kind, type, '' AS status, count(*) AS n FROM item_languages
        WHERE kind = 'term' ${only} GROUP BY language_id, type`,
  );
}

/** A member of the group of an item on a page: the item, and the translation. */
export interface PageMember {
  of: number;
  item_id: number;
  language_id: number;
}

/** The groups of many items, each in stored order. */
export function groupsOfItems(db: ReadDb, kind: Kind, ids: readonly number[]): PageMember[] {
  return all<PageMember>(
    db,
    sql`SELECT own.item_id AS of, other.item_id, other.language_id
        FROM json_each(${JSON.stringify(ids)}) AS page
        CROSS JOIN item_languages AS own ON own.kind = ${kind} AND own.item_id = page.value
        CROSS JOIN item_languages AS other ON other.kind = own.kind AND other.group_id = own.group_id
        ORDER BY own.item_id, other.pos, other.item_id`,
  );
}
