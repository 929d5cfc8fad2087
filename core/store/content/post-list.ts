import { holds, type Search } from './few-found.ts';
import { countOfAuthors, listByAuthor } from './post-authors.ts';
import { all, column, joinSql, pluck, rawSql, sql, type ReadDb, type Sql } from '../sql.ts';
import { inTime } from '../time-limit.ts';
import { matching, mediaSearchCondition, searchCondition, SHORTEST_INDEXED } from './post-search.ts';
import { POST, type PostRow } from './posts.ts';

/** A taxonomy filter over terms with their children already included. */
export interface TermCondition {
  /** Each group is satisfied by any of its terms. */
  groups: readonly (readonly number[])[];
  /** "AND": all groups; "OR": one of them; "NOT": none. */
  operator: 'AND' | 'OR' | 'NOT';
}

/** The filter of a list (`content.md` 2.1), in terms of columns. */
export interface PostFilter {
  type: string;
  statuses: readonly string[];
  /** undefined: all languages. */
  language?: number | undefined;
  search?: Search | undefined;
  /** A whole field equals this folded text. */
  exact?: { text: string; columns: readonly SearchColumn[] } | undefined;
  /** Only items whose texts this user may read, assuming no right to edit those of others; 0 is a guest. */
  readableBy?: number | undefined;
  after?: string | undefined;
  before?: string | undefined;
  modifiedAfter?: string | undefined;
  modifiedBefore?: string | undefined;
  authors?: readonly number[] | undefined;
  notAuthors?: readonly number[] | undefined;
  include?: readonly number[] | undefined;
  exclude?: readonly number[] | undefined;
  slugs?: readonly string[] | undefined;
  parents?: readonly number[] | undefined;
  notParents?: readonly number[] | undefined;
  menuOrder?: number | undefined;
  terms?: readonly TermCondition[] | undefined;
  termRelation?: 'AND' | 'OR' | undefined;
  sticky?: boolean | undefined;
  /** "" for the standard format. */
  formats?: readonly string[] | undefined;
  /** Items found by other means; for a search, the candidates. */
  found?: readonly number[] | undefined;
  /** Terms of which an item must have one: for terms that few items have. */
  carrying?: readonly number[] | undefined;
  /** Conditions for media only. */
  mimeTypes?: readonly string[] | undefined;
}

export type SearchColumn = 'title' | 'excerpt' | 'content';

/**
 * The order of a list; for equal dates the id goes in the same direction, other equal items keep ascending id (`content.md` 1.2).
 */
export type PostOrder =
  | {
      by: 'date' | 'id' | 'modified' | 'slug' | 'title' | 'author' | 'parent' | 'menu_order';
      direction: 'asc' | 'desc';
    }
  | { by: 'ids'; ids: readonly number[] }
  | { by: 'slugs'; slugs: readonly string[] }
  /** Best match first; the direction is that of the dates among equals. */
  | { by: 'relevance'; phrase: string; words: readonly string[]; direction: 'asc' | 'desc' };

export interface PostWindow {
  limit: number;
  offset: number;
  order: PostOrder;
}

/** Ids of a page of a list, in order. A changed title is in its place once the search queue is empty. */
export function listPostIds(db: ReadDb, filter: PostFilter, window: PostWindow): number[] {
  if (window.order.by === 'author' && filter.statuses.length === 1 && isPlain(filter))
    return listByAuthor(db, filter, { ...window, direction: window.order.direction });
  return column<number>(db, listed(db, filter, { ...window, what: sql`p.id` }));
}

/** Ids of items of any type, in the order of a list. */
export function idsInOrder(db: ReadDb, ids: readonly number[], order: PostOrder): number[] {
  const by = joinSql([...orderOf(order), sql`p.id`], ', ');
  return column<number>(
    db,
    sql`SELECT p.id FROM json_each(${JSON.stringify(ids)}) AS b CROSS JOIN posts AS p ON p.id = b.value ORDER BY ${by}`,
  );
}

/** The orders with an index for each type, status and language. */
const INDEXED: ReadonlySet<string> = new Set(['date', 'id', 'modified', 'slug', 'title']);

/**
 * The rows of such a page and the total, in one query; undefined for any filter beyond type, one status and language, or another
 * order: then finding the ids first reads fewer rows.
 */
export function listPlainRows(
  db: ReadDb,
  filter: PostFilter,
  window: PostWindow,
): { rows: PostRow[]; total: number } | undefined {
  const isAlongIndex = INDEXED.has(window.order.by) && filter.statuses.length === 1;
  if (!isAlongIndex || !isPlain(filter)) return undefined;
  const total = countPlain(db, filter);
  // A page beyond the last one must not scan all rows.
  if (window.offset >= total) return { rows: [], total };
  return { rows: all<PostRow>(db, listed(db, filter, { ...window, what: POST })), total };
}

function listed(db: ReadDb, filter: PostFilter, { what, limit, offset, ...window }: PostWindow & { what: Sql }): Sql {
  const order = joinSql([...orderOf(window.order), idAfter(window.order)], ', ');
  // The unary plus keeps SQLite from scanning in list order if another condition is selective.
  const sign = isNarrow(filter) ? sql`+` : sql``;
  return sql`SELECT ${what} FROM ${tableOf(filter)} WHERE ${inTime(db)}${conditions(db, filter, sign)} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`;
}

/** How many items match a filter; read from the counts if it is only by type, status and language. */
export function countPosts(db: ReadDb, filter: PostFilter): number {
  if (isPlain(filter)) return countPlain(db, filter);
  return countTheRest(db, filter) ?? countRows(db, filter);
}

/** Counts per author are known; if all but a few match, the few others are counted. */
function countTheRest(db: ReadDb, filter: PostFilter): number | undefined {
  const { authors, ...unwritten } = filter;
  if (authors && isPlain(unwritten)) return countOfAuthors(db, filter, authors);
  const { terms = [], sticky, exclude, ...others } = filter;
  if (!isPlain(others)) return undefined;
  const left: Partial<PostFilter>[] = [];
  if (sticky !== undefined) left.push({ sticky });
  if (exclude) left.push({ exclude });
  const [term] = terms;
  if (term) left.push({ terms });
  if (left.length !== 1 || terms.length > 1) return undefined;
  const without = (few: Partial<PostFilter>): number => countPlain(db, others) - countRows(db, { ...others, ...few });
  if (exclude) return without({ include: exclude });
  if (sticky === false) return without({ sticky: true });
  if (!term || (term.operator === 'AND' && term.groups.length > 1)) return undefined;
  const carrying = { carrying: term.groups.flat() };
  return term.operator === 'NOT' ? without(carrying) : countRows(db, { ...others, ...carrying });
}

function countRows(db: ReadDb, filter: PostFilter): number {
  return (
    pluck<number>(
      db,
      sql`SELECT count(*) FROM ${tableOf(filter)} WHERE ${inTime(db)}${conditions(db, filter, sql``)}`,
    ) ?? 0
  );
}

function isPlain(filter: PostFilter): boolean {
  const { type: _type, statuses: _statuses, language: _language, termRelation: _relation, ...others } = filter;
  return Object.values(others).every((value) => value === undefined);
}

/** How many items the type, statuses and language have, ignoring the rest of the filter: from the counts. */
export function countPlain(db: ReadDb, { type, statuses, language }: PostFilter): number {
  const own = language === undefined ? sql`` : sql`AND language_id = ${language}`;
  const [only = ''] = statuses;
  const status = statuses.length === 1 ? sql`status = ${only}` : sql`status IN ${listOf(statuses)}`;
  return (
    pluck<number>(db, sql`SELECT coalesce(sum(n), 0) FROM post_counts WHERE type = ${type} AND ${status} ${own}`) ?? 0
  );
}

/** How many items there are in total: from the counts. */
export function countAllPosts(db: ReadDb): number {
  return pluck<number>(db, sql`SELECT coalesce(sum(n), 0) FROM post_counts`) ?? 0;
}

function tableOf({ found }: PostFilter): Sql {
  if (!found) return sql`posts AS p`;
  return sql`json_each(${JSON.stringify(found)}) AS b CROSS JOIN posts AS p ON p.id = b.value`;
}

function conditions(db: ReadDb, filter: PostFilter, own: Sql): Sql {
  const { statuses } = filter;
  const [only = ''] = statuses;
  const parts: Sql[] = [
    sql`${own}p.type = ${filter.type}`,
    statuses.length === 1 ? sql`${own}p.status = ${only}` : sql`${own}p.status IN ${listOf(statuses)}`,
  ];
  const add = <T>(value: T | undefined, make: (value: T) => Sql): void => {
    if (value !== undefined) parts.push(make(value));
  };
  add(filter.language, (id) => sql`${own}p.language_id = ${id}`);
  add(filter.readableBy, readableCondition);
  add(filter.after, (date) => sql`p.date > ${date}`);
  add(filter.before, (date) => sql`p.date < ${date}`);
  add(filter.modifiedAfter, (date) => sql`p.modified > ${date}`);
  add(filter.modifiedBefore, (date) => sql`p.modified < ${date}`);
  add(filter.authors, (ids) =>
    ids.length === 1 ? sql`coalesce(p.author, 0) = ${ids[0] ?? 0}` : sql`coalesce(p.author, 0) IN ${listOf(ids)}`,
  );
  add(filter.notAuthors, (ids) => sql`coalesce(p.author, 0) NOT IN ${listOf(ids)}`);
  add(filter.include, (ids) => sql`p.id IN ${listOf(ids)}`);
  add(filter.exclude, (ids) => sql`p.id NOT IN ${listOf(ids)}`);
  add(filter.slugs, (slugs) => sql`p.slug IN ${listOf(slugs)}`);
  add(filter.parents, (ids) =>
    ids.includes(0) ? sql`coalesce(p.parent, 0) IN ${listOf(ids)}` : sql`p.parent IN ${listOf(ids)}`,
  );
  add(filter.notParents, (ids) => sql`coalesce(p.parent, 0) NOT IN ${listOf(ids)}`);
  add(filter.menuOrder, (place) => sql`p.menu_order = ${place}`);
  add(filter.sticky, (sticky) => (sticky ? sql`p.id IN (SELECT id FROM posts WHERE sticky = 1)` : sql`p.sticky = 0`));
  add(
    filter.carrying,
    (ids) => sql`p.id IN (SELECT post_id FROM post_terms WHERE ${inTime(db)}term_id IN ${listOf(ids)})`,
  );
  add(filter.formats, (formats) => sql`p.format IN ${listOf(formats)}`);
  add(filter.mimeTypes, (types) => joinSql([sql`(`, joinSql(types.map(mimeCondition), ' OR '), sql`)`], ''));
  const inTexts = filter.type === 'attachment' ? mediaSearchCondition : searchCondition;
  add(filter.search, (search) => (filter.found ? holds(search) : inTexts(db, search.terms, search.columns)));
  add(filter.exact, ({ text, columns }) => exactCondition(db, text, columns));
  if (filter.terms && filter.terms.length > 0) parts.push(termConditions(filter.terms, filter.termRelation ?? 'AND'));
  return joinSql(parts, ' AND ');
}

/** Published without a password, media of such items or of none, and the user's own. */
function readableCondition(user: number): Sql {
  const own = user === 0 ? sql`0` : sql`p.author = ${user}`;
  const isParentOut = user === 0 ? sql`o.status = 'publish'` : sql`(o.status = 'publish' OR o.author = ${user})`;
  const isOut = sql`(p.status = 'publish' OR p.status = 'inherit' AND (p.parent IS NULL
    OR EXISTS (SELECT 1 FROM posts AS o WHERE o.id = p.parent AND ${isParentOut})))`;
  return sql`(${own} OR p.password = '' AND ${isOut})`;
}

/** Whether the filter lists ids, or has a dedicated index. */
function isNarrow({ include, found, slugs, parents, search, sticky, carrying }: PostFilter): boolean {
  if (sticky === true || carrying !== undefined || found !== undefined) return true;
  const isTop = parents?.includes(0) ?? false;
  const isIndexed = search?.terms.some((term) => !term.not && term.text.length >= SHORTEST_INDEXED) ?? false;
  return include !== undefined || slugs !== undefined || (parents !== undefined && !isTop) || isIndexed;
}

/** A single parameter, however long the list is, so that the statement stays the same. */
function listOf(values: readonly (number | string)[]): Sql {
  return sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`;
}

/** A full MIME type, or a prefix such as "image/". */
function mimeCondition(type: string): Sql {
  return type.endsWith('/') ? sql`substr(p.mime_type, 1, ${type.length}) = ${type}` : sql`p.mime_type = ${type}`;
}

/**
 * The text equals a whole field, ignoring accents and case: the search table holds the folded fields, its index narrows it to
 * those that contain the text.
 */
function exactCondition(db: ReadDb, text: string, columns: readonly SearchColumn[]): Sql {
  const equal = columns.map((name) => sql`${rawSql(name)} = ${text}`);
  return sql`p.id IN (SELECT rowid FROM post_search WHERE ${inTime(db)}${matching(text, columns)}(${joinSql(equal, ' OR ')}))`;
}

function termConditions(list: readonly TermCondition[], relation: 'AND' | 'OR'): Sql {
  return sql`(${joinSql(list.map(termCondition), ` ${relation} `)})`;
}

function termCondition({ groups, operator }: TermCondition): Sql {
  const carries = (ids: readonly number[]): Sql =>
    sql`EXISTS (SELECT 1 FROM post_terms AS pt WHERE pt.post_id = p.id AND pt.term_id IN ${listOf(ids)})`;
  if (operator === 'AND') return sql`(${joinSql(groups.map(carries), ' AND ')})`;
  const one = carries(groups.flat());
  return operator === 'NOT' ? sql`NOT ${one}` : one;
}

function orderOf(order: PostOrder): Sql[] {
  if (order.by === 'ids') return [placeIn(rawSql('p.id'), order.ids)];
  if (order.by === 'slugs') return order.slugs.length > 0 ? [placeIn(rawSql('p.slug'), order.slugs)] : [];
  const direction = rawSql(order.direction === 'asc' ? 'ASC' : 'DESC');
  if (order.by === 'relevance') return [sql`${relevance(order.phrase, order.words)} DESC`, sql`p.date ${direction}`];
  return [sql`${rawSql(COLUMNS[order.by])} ${direction}`];
}

/** The id, as a tiebreaker. */
function idAfter(order: PostOrder): Sql {
  return order.by === 'date' && order.direction === 'desc' ? sql`p.id DESC` : sql`p.id`;
}

const COLUMNS = {
  date: 'p.date',
  id: 'p.id',
  modified: 'p.modified',
  slug: 'p.slug',
  title: 'p.title_folded',
  author: 'coalesce(p.author, 0)',
  parent: 'coalesce(p.parent, 0)',
  menu_order: 'p.menu_order',
} as const;

function placeIn(value: Sql, list: readonly (number | string)[]): Sql {
  return sql`(SELECT j.key FROM json_each(${JSON.stringify(list)}) AS j WHERE j.value = ${value} LIMIT 1)`;
}

/**
 * Ranks the whole phrase in the title before all words in the title, then some of them, then the phrase in the excerpt, then in
 * the content; for a single word only whether it is in the title.
 */
function relevance(phrase: string, words: readonly string[]): Sql {
  const inTitle = words.map((word) => sql`instr(p.title_folded, ${word})`);
  const isTitle = sql`WHEN instr(p.title_folded, ${phrase}) THEN 6`;
  if (words.length < 2) return sql`CASE ${isTitle} ELSE 1 END`;
  const ranks = sql`${isTitle} WHEN ${joinSql(inTitle, ' AND ')} THEN 5 WHEN ${joinSql(inTitle, ' OR ')} THEN 4
    WHEN instr(s.excerpt, ${phrase}) THEN 3 WHEN instr(s.content, ${phrase}) THEN 2`;
  return sql`(SELECT CASE ${ranks} ELSE 1 END FROM post_search AS s WHERE s.rowid = p.id)`;
}
