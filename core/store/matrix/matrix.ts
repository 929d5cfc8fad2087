import type { ItemState } from '../../types.ts';
import { machineMade } from '../translations/drafts.ts';
import { textHolds } from '../content/few-found.ts';
import { inTime } from '../time-limit.ts';
import { all, column, joinSql, pluck, sql, type ReadDb, type Sql } from '../sql.ts';
import type { Kind } from '../translations/translations.ts';
import type { GroupFilter, GroupOrder, GroupRow } from './filter.ts';
import { leftToDo, workOff, type Work } from './work.ts';
import { mediaConditions } from './media-groups.ts';

export interface GroupItem {
  group_id: number;
  language_id: number;
  item_id: number;
  title: string;
  status: string;
  state: ItemState;
  /** Units that show the text of the source, and their words. */
  untranslated: number;
  words: number;
  modified: string;
}

/** Numbers of items by state, with the units and words left in them, and the words of their sources; language 0 counts groups. */
export interface MatrixCount {
  kind: Kind;
  type: string;
  language_id: number;
  state: string;
  n: number;
}

export function matrixCounts(db: ReadDb): MatrixCount[] {
  return all<MatrixCount>(db, sql`SELECT kind, type, language_id, state, n FROM matrix_counts WHERE n > 0`);
}

/** A page of groups. */
export function listGroups(db: ReadDb, filter: GroupFilter, order: GroupOrder): GroupRow[] {
  const from = tablesOf(filter);
  const by = orderOf(filter, order);
  return all<GroupRow>(
    db,
    sql`SELECT g.group_id, g.source_id, g.title, g.modified FROM ${from} WHERE ${inTime(db)}${joinSql(conditions(filter), ' AND ')}
        ORDER BY ${by} LIMIT ${order.limit} OFFSET ${order.offset}`,
  );
}

/** All group ids of a list. */
export function groupIdsOf(db: ReadDb, filter: GroupFilter): number[] {
  const where = joinSql(conditions(filter), ' AND ');
  return column<number>(db, sql`SELECT g.group_id FROM ${tablesOf(filter)} WHERE ${where} ORDER BY g.group_id`);
}

/** Whether a type has more groups than this, computed or not. */
export function hasMoreGroups(db: ReadDb, { kind, type }: { kind: Kind; type: string }, most: number): boolean {
  const found = sql`SELECT 1 FROM groups WHERE kind = ${kind} AND type = ${type} LIMIT ${most + 1}`;
  return (pluck<number>(db, sql`SELECT count(*) FROM (${found})`) ?? 0) > most;
}

/** The states among the counts of a language that count items. */
const STATE_NAMES = sql`('source', 'translated', 'needs_update', 'partial', 'draft')`;

/** The number of groups in a list: from the counts, if possible. */
export function countGroups(db: ReadDb, filter: GroupFilter): number {
  const { language, state, status, items, author, term, modifiedAfter, media, machine } = filter;
  if (machine || [status, items, author, term, modifiedAfter, media].some((each) => each !== undefined))
    return countByReading(db, filter);
  if (language === undefined) return countOfGroups(db, filter);
  const present = sumOf(db, filter, sql`language_id = ${language} AND state IN ${STATE_NAMES}`);
  const groups = (): number => sumOf(db, filter, sql`language_id = 0 AND state = 'groups'`);
  if (state === 'missing') return groups() - present;
  if (state === 'todo')
    return groups() - sumOf(db, filter, sql`language_id = ${language} AND state IN ('source', 'translated')`);
  return state === undefined ? present : sumOf(db, filter, sql`language_id = ${language} AND state = ${state}`);
}

/** The items of groups, except those in the trash. */
export function itemsOfGroups(db: ReadDb, groups: readonly number[]): GroupItem[] {
  return all<GroupItem>(
    db,
    sql`SELECT i.group_id, i.language_id, i.item_id, i.title, i.status, i.state, i.untranslated, i.words, i.modified
        FROM json_each(${JSON.stringify(groups)}) AS b CROSS JOIN matrix_items AS i ON i.group_id = b.value`,
  );
}

export function stateOfItem(db: ReadDb, group: number, item: number): ItemState | undefined {
  return pluck<ItemState>(db, sql`SELECT state FROM matrix_items WHERE group_id = ${group} AND item_id = ${item}`);
}

/** A state in a language has an index; missing versions are found only by reading the groups. */
function isByItem({ language, state }: GroupFilter): boolean {
  return language !== undefined && state !== undefined && state !== 'missing' && state !== 'todo';
}

function tablesOf(filter: GroupFilter): Sql {
  return isByItem(filter)
    ? sql`matrix_items AS i CROSS JOIN matrix_groups AS g ON g.group_id = i.group_id`
    : sql`matrix_groups AS g`;
}

function orderOf(filter: GroupFilter, { by, descending }: GroupOrder): Sql {
  const own = isByItem(filter);
  const id = own ? sql`i.group_id` : sql`g.group_id`;
  const direction = descending ? sql`DESC` : sql`ASC`;
  if (by === 'id') return sql`${id} ${direction}`;
  if (by === 'title') return sql`g.title ${direction}, ${id} ${direction}`;
  return sql`${own ? sql`i.group_modified` : sql`g.modified`} ${direction}, ${id} ${direction}`;
}

function conditions(filter: GroupFilter): Sql[] {
  const { kind, type, language, state, status, items } = filter;
  const out: Sql[] = isByItem(filter)
    ? [sql`i.kind = ${kind} AND i.type = ${type} AND i.language_id = ${language ?? 0} AND i.state = ${state ?? ''}`]
    : // The unary plus keeps SQLite from scanning all groups if only few items are given.
      [
        items ? sql`+g.kind = ${kind} AND +g.type = ${type}` : sql`g.kind = ${kind} AND g.type = ${type}`,
        ...groupConditions(filter),
      ];
  if (status !== undefined) {
    const inLanguage = language === undefined ? sql`` : sql`AND s.language_id = ${language}`;
    out.push(
      sql`EXISTS (SELECT 1 FROM matrix_items AS s WHERE s.group_id = g.group_id AND s.status = ${status} ${inLanguage})`,
    );
  }
  out.push(...itemConditions(filter), ...mediaConditions(filter));
  if (filter.machine) {
    const inLanguage = language === undefined ? sql`` : sql`AND l.language_id = ${language}`;
    out.push(
      sql`g.group_id IN (SELECT l.group_id FROM (${machineMade(kind)}) AS d
          CROSS JOIN item_languages AS l ON l.kind = ${kind} AND l.item_id = d.item_id ${inLanguage}
          CROSS JOIN matrix_items AS k ON k.group_id = l.group_id AND k.item_id = d.item_id)`,
    );
  }
  if (items !== undefined) out.push(sql`g.group_id IN (${groupsOf(filter, items)})`);
  return out;
}

/**
 * Groups with one of these items. If their texts are compared, type and status are read from the matrix: the rows of the posts
 * are far apart.
 */
function groupsOf({ kind, type, holding }: GroupFilter, items: readonly number[]): Sql {
  const listed = sql`json_each(${JSON.stringify(items)}) AS b`;
  const member = sql`CROSS JOIN item_languages AS l ON l.kind = ${kind} AND l.item_id = b.value`;
  if (!holding) return sql`SELECT l.group_id FROM ${listed} ${member}`;
  return sql`SELECT l.group_id FROM ${listed}
    CROSS JOIN post_search_content AS f ON f.id = b.value AND ${textHolds(holding.search)} ${member}
    CROSS JOIN matrix_items AS h ON h.group_id = l.group_id AND h.language_id = l.language_id AND h.item_id = l.item_id
    WHERE h.type = ${type} AND instr(${` ${holding.statuses.join(' ')} `}, ' ' || h.status || ' ')`;
}

/** Conditions that any item of the group may meet. */
function itemConditions({ author, term, modifiedAfter }: GroupFilter): Sql[] {
  const out: Sql[] = [];
  if (author !== undefined)
    out.push(
      sql`EXISTS (SELECT 1 FROM matrix_items AS a CROSS JOIN posts AS p ON p.id = a.item_id WHERE a.group_id = g.group_id AND p.author = ${author})`,
    );
  if (term !== undefined)
    out.push(
      sql`EXISTS (SELECT 1 FROM matrix_items AS c CROSS JOIN post_terms AS t ON t.post_id = c.item_id WHERE c.group_id = g.group_id AND t.term_id = ${term})`,
    );
  if (modifiedAfter !== undefined) out.push(sql`g.modified > ${modifiedAfter}`);
  return out;
}

function groupConditions(filter: GroupFilter): Sql[] {
  const { language, state } = filter;
  if (language !== undefined && state === 'todo')
    return [
      sql`NOT EXISTS (SELECT 1 FROM matrix_items AS m WHERE m.group_id = g.group_id AND m.language_id = ${language} AND m.state IN ('source', 'translated'))`,
    ];
  if (language !== undefined) {
    // Part of the index of the order: no other row is read for a group that does not match.
    const place = sql`instr(g.languages, ${` ${language} `})`;
    return [state === 'missing' ? sql`NOT ${place}` : place];
  }
  if (isWork(state)) return [leftToDo(state, filter)];
  if (state === 'translated')
    return [sql`EXISTS (SELECT 1 FROM matrix_items AS m WHERE m.group_id = g.group_id AND m.state = 'translated')`];
  return [];
}

const WORK: readonly Work[] = ['todo', 'missing', 'needs_update', 'partial', 'draft'];

function isWork(state: GroupFilter['state']): state is Work {
  return state !== undefined && (WORK as readonly string[]).includes(state);
}

function countOfGroups(db: ReadDb, filter: GroupFilter): number {
  const { state } = filter;
  return countedGroups(db, filter) + (isWork(state) ? workOff(db, filter, state) : 0);
}

/** According to the stored counts, which include inactive languages. */
function countedGroups(db: ReadDb, filter: GroupFilter): number {
  const { state, languages } = filter;
  if (state === 'translated') return countByReading(db, filter);
  if (state === 'missing')
    return sumOf(
      db,
      filter,
      sql`language_id = 0 AND state GLOB 'members *' AND CAST(substr(state, 9) AS INTEGER) < ${languages}`,
    );
  if (state === 'todo') return countedGroups(db, { ...filter, state: undefined }) - countSettled(db, filter);
  const name = state === undefined || state === 'source' ? 'groups' : state;
  return sumOf(db, filter, sql`language_id = 0 AND state = ${name}`);
}

/** Groups with no work left. */
function countSettled(db: ReadDb, filter: GroupFilter): number {
  return sumOf(
    db,
    filter,
    sql`language_id = 0 AND state GLOB 'settled *' AND CAST(substr(state, 9) AS INTEGER) >= ${filter.languages}`,
  );
}

/** Posts without a language that are not in the trash. */
export function countWithoutLanguage(db: ReadDb, type: string): number {
  return (
    pluck<number>(
      db,
      sql`SELECT coalesce(sum(n), 0) FROM post_counts WHERE type = ${type} AND language_id = 0 AND status NOT IN ('trash', 'auto-draft')`,
    ) ?? 0
  );
}

/** The posts without a language of a list, as rows of the matrix. */
export function listWithoutLanguage(
  db: ReadDb,
  { type, items }: Pick<GroupFilter, 'type' | 'items'>,
  { by, descending, limit, offset }: GroupOrder,
): GroupRow[] {
  const found = items === undefined ? sql`` : sql`AND p.id IN (SELECT value FROM json_each(${JSON.stringify(items)}))`;
  const columns = { id: sql`p.id`, title: sql`p.title`, modified: sql`p.modified_gmt` };
  const direction = descending ? sql`DESC` : sql`ASC`;
  return all<GroupRow>(
    db,
    sql`SELECT 0 AS group_id, p.id AS source_id, p.title, p.modified_gmt AS modified FROM posts AS p
        WHERE ${inTime(db)}p.type = ${type} AND p.language_id IS NULL AND p.status NOT IN ('trash', 'auto-draft') ${found}
        ORDER BY ${columns[by]} ${direction}, p.id LIMIT ${limit} OFFSET ${offset}`,
  );
}

function countByReading(db: ReadDb, filter: GroupFilter): number {
  const where = joinSql(conditions(filter), ' AND ');
  return pluck<number>(db, sql`SELECT count(*) FROM ${tablesOf(filter)} WHERE ${inTime(db)}${where}`) ?? 0;
}

function sumOf(db: ReadDb, { kind, type }: GroupFilter, which: Sql): number {
  return (
    pluck<number>(
      db,
      sql`SELECT coalesce(sum(n), 0) FROM matrix_counts WHERE kind = ${kind} AND type = ${type} AND ${which}`,
    ) ?? 0
  );
}
