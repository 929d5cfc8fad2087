import { countPlain, listPostIds, type PostFilter, type PostOrder, type PostWindow } from './post-list.ts';
import { matchOf, phraseIn, SHORTEST_INDEXED } from './post-search.ts';
import { column, pluck, rawSql, sql, type ReadDb, type Sql } from './sql.ts';
import { inTime } from './time-limit.ts';

/** So few are sorted as they are found; of more, nobody fetches a row each. */
const FEW = 2000;
/** Looking into the index for one item costs as much as so many items of one look for all. */
const DEARER = 1000;

/**
 * A page of what a search finds, and how many there are, where the index of texts alone knows what that is: without a row
 * of each item. undefined: the filter asks for more than that, or in an order the indexes do not have. `few`: for tests.
 */
export function pageOfFound(
  db: ReadDb,
  filter: PostFilter,
  { order, limit, offset }: PostWindow,
  few = FEW,
): { ids: number[]; total: number } | undefined {
  const match = isSearchAlone(filter) ? matchOf(filter.search.terms, filter.search.columns) : undefined;
  const ranks = match === undefined ? undefined : ranksOf(order, match);
  if (match === undefined || !ranks || !('direction' in order)) return undefined;
  const all = look(db, { filter, match, few });
  const total = all.count();
  const ids: number[] = [];
  let before = 0;
  for (const [at, rank] of ranks.entries()) {
    if (ids.length === limit || offset >= total) break;
    const one = ranks.length === 1 ? all : look(db, { filter, match: rank, few });
    const count = at === ranks.length - 1 ? total - before : one.count();
    const skipped = Math.max(0, offset - before);
    if (skipped < count)
      ids.push(...one.list({ limit: limit - ids.length, offset: skipped, direction: order.direction }, count));
    before += count;
  }
  return { ids, total };
}

type SearchAlone = PostFilter & { search: NonNullable<PostFilter['search']> };

/** Type, one status and language stand in the indexes beside the dates. */
function isSearchAlone(filter: PostFilter): filter is SearchAlone {
  const { type: _type, statuses, language: _language, search, termRelation: _relation, ...others } = filter;
  return search !== undefined && statuses.length === 1 && Object.values(others).every((value) => value === undefined);
}

/** Questions to the index, one for each rank, the best first: together they find what `match` does. */
function ranksOf(order: PostOrder, match: string): string[] | undefined {
  if (order.by === 'date') return [match];
  if (order.by !== 'relevance') return undefined;
  const { phrase, words } = order;
  if (words.length === 0 || phrase.includes('\0')) return undefined;
  if ([phrase, ...words].some((text) => [...text].length < SHORTEST_INDEXED)) return undefined;
  const whole = phraseIn(['title'], [phrase]);
  if (words.length < 2) return ranked(match, [whole]);
  const [excerpt, content] = [phraseIn(['excerpt'], [phrase]), phraseIn(['content'], [phrase])];
  return ranked(match, [whole, phraseIn(['title'], words), phraseIn(['title'], words, 'OR'), excerpt, content]);
}

/** What meets the first, what meets the second but none before it, and so on; at last what meets none. */
function ranked(match: string, conditions: readonly string[]): string[] {
  const without = (at: number): string => (at === 0 ? '' : ` NOT (${conditions.slice(0, at).join(' OR ')})`);
  const ranks = conditions.map((condition, at) => `(${match} AND ${condition})${without(at)}`);
  return [...ranks, `(${match})${without(conditions.length)}`];
}

interface Window {
  limit: number;
  offset: number;
  direction: 'asc' | 'desc';
}

/** What one question to the index finds among the items of the filter. */
interface Look {
  count(): number;
  /** In the order of dates; `count` is that of all. */
  list(window: Window, count: number): number[];
}

/** What is looked for: all that a question to the index finds, or a part of it. */
interface Question {
  filter: PostFilter;
  match: string;
}

function look(db: ReadDb, { filter, match, few }: Question & { few: number }): Look {
  const first = column<number>(
    db,
    sql`SELECT rowid FROM post_search WHERE ${inTime(db)}post_search MATCH ${match} LIMIT ${few + 1}`,
  );
  if (first.length > few)
    return {
      count: () => countMany(db, { filter, match }),
      list: (window, count) => listMany(db, { filter, match }, count, window),
    };
  const { search: _search, ...plain } = filter;
  let known: { direction: 'asc' | 'desc'; ids: number[] } | undefined;
  const sorted = (direction: 'asc' | 'desc'): number[] => {
    if (known?.direction !== direction) {
      const window = { limit: few, offset: 0, order: { by: 'date', direction } } as const;
      known = { direction, ids: first.length === 0 ? [] : listPostIds(db, { ...plain, found: first }, window) };
    }
    return known.ids;
  };
  return {
    count: () => sorted('desc').length,
    list: ({ limit, offset, direction }) => sorted(direction).slice(offset, offset + limit),
  };
}

function countMany(db: ReadDb, { filter, match }: Question): number {
  const index = rawSql(filter.language === undefined ? 'posts_ids' : 'posts_ids_language');
  return (
    pluck<number>(
      db,
      sql`SELECT count(*) FROM posts AS p INDEXED BY ${index} WHERE ${inTime(db)}${own(filter)} AND p.id IN ${found(db, match)}`,
    ) ?? 0
  );
}

/** Along the order, until the page is full: by what all of them are, or where nearly every item is found, one after another. */
function listMany(
  db: ReadDb,
  { filter, match }: Question,
  count: number,
  { limit, offset, direction }: Window,
): number[] {
  const index = rawSql(filter.language === undefined ? 'posts_list' : 'posts_list_language');
  const passed = ((offset + limit) * countPlain(db, filter)) / count;
  const isFound =
    passed * DEARER < count
      ? sql`EXISTS (SELECT 1 FROM post_search AS s WHERE s.rowid = p.id AND post_search MATCH ${match})`
      : sql`+p.id IN ${found(db, match)}`;
  return column<number>(
    db,
    sql`SELECT p.id FROM posts AS p INDEXED BY ${index} WHERE ${inTime(db)}${own(filter)} AND ${isFound}
        ORDER BY p.date ${rawSql(direction === 'asc' ? 'ASC' : 'DESC')}, p.id LIMIT ${limit} OFFSET ${offset}`,
  );
}

function found(db: ReadDb, match: string): Sql {
  return sql`(SELECT rowid FROM post_search WHERE ${inTime(db)}post_search MATCH ${match})`;
}

function own({ type, statuses, language }: PostFilter): Sql {
  const [status = ''] = statuses;
  const spoken = language === undefined ? sql`` : sql`AND p.language_id = ${language}`;
  return sql`p.type = ${type} AND p.status = ${status} ${spoken}`;
}
