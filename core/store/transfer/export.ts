import { all, column, each, joinSql, pluck, run, sql, type ReadDb, type Sql, type WriteDb } from '../sql.ts';
import { TERM, type TermRow } from '../content/terms.ts';
import type { Kind } from '../translations/translations.ts';

/** The items to export. All undefined: all of them. */
export interface ExportScope {
  types?: readonly string[] | undefined;
  /** Ids of languages; items without language are excluded. */
  languages?: readonly number[] | undefined;
  /** Only these items. */
  ids?: readonly number[] | undefined;
  /** With a choice: these as well, whatever they are. */
  also?: { posts: readonly number[]; terms: readonly number[] } | undefined;
}

/** Ids of the chosen items: those in scope, and the images they show. */
function chosen({ types, languages, ids, also }: ExportScope): Sql {
  if (!types && !languages && !ids) return sql`SELECT id FROM posts WHERE status <> 'auto-draft'`;
  const parts = [
    sql`status <> 'auto-draft'`,
    ...(types ? [sql`type IN (SELECT value FROM json_each(${JSON.stringify(types)}))`] : []),
    ...(ids ? [sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`] : []),
    ...(languages ? [sql`language_id IN (SELECT value FROM json_each(${JSON.stringify(languages)}))`] : []),
  ];
  const where = joinSql(parts, ' AND ');
  return sql`SELECT id FROM posts WHERE ${where}
    UNION SELECT m.id FROM posts AS p JOIN posts AS m ON m.id = p.featured_media AND m.type = 'attachment'
      WHERE p.featured_media > 0 AND p.id IN (SELECT id FROM posts WHERE ${where})
    UNION SELECT value FROM json_each(${JSON.stringify(also?.posts ?? [])})`;
}

/** Ids of the chosen items above an id, in order. */
export function chosenIdsAfter(db: ReadDb, scope: ExportScope, page: { after: number; limit: number }): number[] {
  return column<number>(
    db,
    sql`SELECT id FROM (${chosen(scope)}) WHERE id > ${page.after} ORDER BY id LIMIT ${page.limit}`,
  );
}

export function countChosen(db: ReadDb, scope: ExportScope): number {
  return pluck<number>(db, sql`SELECT count(*) FROM (${chosen(scope)})`) ?? 0;
}

/** Those of these ids that are chosen. */
export function chosenAmong(db: ReadDb, scope: ExportScope, ids: readonly number[]): Set<number> {
  return new Set(
    column<number>(
      db,
      sql`SELECT id FROM (${chosen(scope)}) WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    ),
  );
}

/** Those of these items that are the chosen source of their group. */
export function chosenSources(db: ReadDb, kind: Kind, ids: readonly number[]): Set<number> {
  return new Set(
    column<number>(
      db,
      sql`SELECT i.item_id FROM item_languages AS i JOIN groups AS g ON g.id = i.group_id AND g.source = i.item_id
          WHERE i.kind = ${kind} AND i.item_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    ),
  );
}

/** The date of the newest change of a chosen item up to a point in time, "" if there is none: the date of the file. */
export function newestChange(db: ReadDb, scope: ExportScope, until: string): string {
  return (
    pluck<string>(
      db,
      sql`SELECT coalesce(max(modified_gmt), '') FROM posts WHERE modified_gmt <= ${until} AND id IN (${chosen(scope)})`,
    ) ?? ''
  );
}

/** A chosen item that shares its type and date with another chosen one. */
export interface SharedDate {
  id: number;
  type: string;
  title: string;
  date: string;
  date_gmt: string;
}

/** Those that share their date, by id. */
export function sharedDates(db: ReadDb, scope: ExportScope): SharedDate[] {
  return all(
    db,
    sql`WITH chosen AS MATERIALIZED (SELECT id, type, title, date, date_gmt FROM posts WHERE id IN (${chosen(scope)}))
        SELECT id, type, title, date, date_gmt FROM chosen
        WHERE (type, date) IN (SELECT type, date FROM chosen GROUP BY type, date HAVING count(*) > 1) ORDER BY id`,
  );
}

/** Dates of the chosen items of some types. */
export function datesOfTypes(
  db: ReadDb,
  scope: ExportScope,
  types: readonly string[],
): { type: string; date: string }[] {
  return all(
    db,
    sql`SELECT DISTINCT type, date FROM posts
        WHERE type IN (SELECT value FROM json_each(${JSON.stringify(types)})) AND id IN (${chosen(scope)})`,
  );
}

/** The number of chosen media files that exist nowhere else. */
export function countOwnFiles(db: ReadDb, scope: ExportScope): number {
  return (
    pluck<number>(
      db,
      sql`SELECT count(*) FROM media WHERE source_url = '' AND file <> '' AND post_id IN (${chosen(scope)})`,
    ) ?? 0
  );
}

/** All terms except those of languages; with a choice those of its items, with all ancestors. */
export function exportedTerms(db: ReadDb, scope: ExportScope): TermRow[] {
  const isWhole = !scope.types && !scope.languages && !scope.ids;
  const only = isWhole
    ? sql``
    : sql`AND t.id IN (
        WITH RECURSIVE up (id) AS (
          SELECT term_id FROM post_terms WHERE post_id IN (${chosen(scope)})
          UNION SELECT value FROM json_each(${JSON.stringify(scope.also?.terms ?? [])})
          UNION SELECT parent FROM terms JOIN up ON terms.id = up.id WHERE parent IS NOT NULL
        ) SELECT id FROM up)`;
  return all<TermRow>(
    db,
    sql`SELECT ${TERM} FROM terms AS t WHERE t.taxonomy NOT IN ('language', 'term_language') ${only} ORDER BY t.id`,
  );
}

export function highestTermId(db: ReadDb): number {
  return pluck<number>(db, sql`SELECT coalesce(max(id), 0) FROM terms`) ?? 0;
}

/** A group with its exported members: language and item, in stored order. */
export interface ExportedGroup {
  group_id: number;
  type: string;
  source: number | null;
  members: { language_id: number; item_id: number }[];
}

/** Groups of terms or of chosen items, by their first member. */
export function* exportedGroups(db: ReadDb, kind: Kind, scope: ExportScope): IterableIterator<ExportedGroup> {
  const only = kind === 'post' ? sql`AND i.item_id IN (${chosen(scope)})` : sql``;
  const rows = each<Omit<ExportedGroup, 'members'> & { members: string }>(
    db,
    sql`SELECT i.group_id, i.type, g.source,
          json_group_array(json_object('language_id', i.language_id, 'item_id', i.item_id) ORDER BY i.pos, i.item_id) AS members
        FROM item_languages AS i JOIN groups AS g ON g.id = i.group_id WHERE i.kind = ${kind} ${only}
        GROUP BY i.group_id ORDER BY min(i.item_id)`,
  );
  for (const row of rows) yield { ...row, members: JSON.parse(row.members) as ExportedGroup['members'] };
}

/** The group and language of the items of a page. */
export function languagesOfPosts(
  db: ReadDb,
  ids: readonly number[],
): Map<number, { group_id: number; language_id: number }> {
  const rows = all<{ item_id: number; group_id: number; language_id: number }>(
    db,
    sql`SELECT item_id, group_id, language_id FROM item_languages
        WHERE kind = 'post' AND item_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  );
  return new Map(rows.map((row) => [row.item_id, row]));
}

/** Users who wrote a chosen item. */
export function authorsOf(
  db: ReadDb,
  scope: ExportScope,
): { id: number; login: string; email: string; name: string; first_name: string; last_name: string }[] {
  return all(
    db,
    sql`SELECT id, login, email, name, first_name, last_name FROM users
        WHERE id IN (SELECT author FROM posts WHERE id IN (${chosen(scope)})) ORDER BY id`,
  );
}

/** Everything read until `endReading` comes from one snapshot, whatever others write meanwhile. */
export function beginReading(db: ReadDb): void {
  run(db as WriteDb, sql`BEGIN`);
}

export function endReading(db: ReadDb): void {
  if (db.inTransaction) run(db as WriteDb, sql`COMMIT`);
}

/** Ids of the chosen items by type and UUID: the same order on every site that has them. */
export function chosenIdsByUuid(db: ReadDb, scope: ExportScope): number[] {
  return column<number>(db, sql`SELECT id FROM posts WHERE id IN (${chosen(scope)}) ORDER BY type, uuid`);
}

/** Stored files of chosen media, without duplicates, by name after a given one. */
export function ownFilesAfter(db: ReadDb, scope: ExportScope, after: string): string[] {
  return column<string>(
    db,
    sql`SELECT DISTINCT file FROM media WHERE source_url = '' AND file > ${after} AND post_id IN (${chosen(scope)})
        ORDER BY file LIMIT 500`,
  );
}
