import { foldName, TERM, type TermRow } from './terms.ts';
import { all, joinSql, pluck, rawSql, sql, type ReadDb, type Sql } from '../sql.ts';
import { inTime } from '../time-limit.ts';

/** A term with the number of its published posts. */
export interface CountedTerm extends TermRow {
  count: number;
}

export const TERM_ORDERS = [
  'id',
  'include',
  'name',
  'slug',
  'include_slugs',
  'term_group',
  'description',
  'count',
] as const;

/** Which terms, and which page of them (`content.md` 3.1). */
export interface TermQuery {
  /** One or more taxonomies. */
  taxonomies: readonly string[];
  language?: number | undefined;
  /** Taxonomies whose terms have languages, if others are listed with them: the language filter applies to these alone. */
  translated?: readonly string[] | undefined;
  search?: string | undefined;
  include?: readonly number[] | undefined;
  exclude?: readonly number[] | undefined;
  slugs?: readonly string[] | undefined;
  /** 0 for terms without parent. */
  parent?: number | undefined;
  post?: number | undefined;
  hideEmpty?: boolean | undefined;
  order: 'asc' | 'desc';
  orderby: (typeof TERM_ORDERS)[number];
  limit: number;
  offset: number;
}

/** One page of the matching terms. Ties keep ascending ids, whatever the direction. */
export function listTerms(db: ReadDb, query: TermQuery): CountedTerm[] {
  return all<CountedTerm>(
    db,
    sql`SELECT ${TERM}, coalesce(c.n, 0) AS count FROM terms t LEFT JOIN term_counts c ON c.term_id = t.id
        WHERE ${inTime(db, 't.id')}${whereOf(query)} ORDER BY ${orderOf(query)}t.id LIMIT ${query.limit} OFFSET ${query.offset}`,
  );
}

export function countTerms(db: ReadDb, query: TermQuery): number {
  const counts = query.hideEmpty ? sql`LEFT JOIN term_counts c ON c.term_id = t.id` : sql``;
  return (
    pluck<number>(db, sql`SELECT count(*) FROM terms t ${counts} WHERE ${inTime(db, 't.id')}${whereOf(query)}`) ?? 0
  );
}

/** Terms by id with their counts, in the order of the ids. */
export function countedTerms(db: ReadDb, ids: readonly number[]): CountedTerm[] {
  return all<CountedTerm>(
    db,
    sql`SELECT ${TERM}, coalesce(c.n, 0) AS count FROM json_each(${JSON.stringify(ids)}) AS page
        CROSS JOIN terms t ON t.id = page.value LEFT JOIN term_counts c ON c.term_id = t.id ORDER BY page.key`,
  );
}

function whereOf(query: TermQuery): Sql {
  const [only] = query.taxonomies;
  const parts: Sql[] = [
    query.taxonomies.length === 1 ? sql`t.taxonomy = ${only ?? ''}` : sql`t.taxonomy IN ${values(query.taxonomies)}`,
  ];
  if (query.language !== undefined) {
    const own = sql`t.id IN (SELECT item_id FROM item_languages WHERE kind = 'term' AND language_id = ${query.language})`;
    parts.push(query.translated ? sql`(t.taxonomy NOT IN ${values(query.translated)} OR ${own})` : own);
  }
  if (query.search !== undefined && query.search !== '') {
    const needle = foldName(query.search);
    parts.push(sql`(instr(t.name_folded, ${needle}) OR instr(t.slug, ${needle}))`);
  }
  if (query.include?.length) parts.push(sql`t.id IN ${values(query.include)}`);
  if (query.exclude?.length) parts.push(sql`t.id NOT IN ${values(query.exclude)}`);
  if (query.slugs) parts.push(sql`t.slug IN ${values(query.slugs)}`);
  if (query.parent !== undefined)
    parts.push(query.parent === 0 ? sql`t.parent IS NULL` : sql`t.parent = ${query.parent}`);
  if (query.post !== undefined) parts.push(sql`t.id IN (SELECT term_id FROM post_terms WHERE post_id = ${query.post})`);
  if (query.hideEmpty) parts.push(sql`c.n > 0`);
  return joinSql(parts, ' AND ');
}

function values(list: readonly (string | number)[]): Sql {
  return sql`(SELECT value FROM json_each(${JSON.stringify(list)}))`;
}

function orderOf({ orderby, order, include, slugs }: TermQuery): Sql {
  const direction = rawSql(order === 'desc' ? 'DESC' : 'ASC');
  switch (orderby) {
    case 'id':
      return sql`t.id ${direction}, `;
    case 'include':
      return include?.length ? placeIn(include, sql`t.id`, direction) : byName(direction);
    case 'include_slugs':
      return slugs?.length ? placeIn(slugs, sql`t.slug`, direction) : byName(direction);
    case 'slug':
      return sql`t.slug ${direction}, `;
    case 'description':
      return sql`t.description COLLATE NOCASE ${direction}, `;
    case 'count':
      return sql`coalesce(c.n, 0) ${direction}, `;
    case 'term_group':
      return sql``;
    default:
      return byName(direction);
  }
}

function byName(direction: Sql): Sql {
  return sql`t.name_folded ${direction}, `;
}

function placeIn(list: readonly (string | number)[], column: Sql, direction: Sql): Sql {
  return sql`(SELECT key FROM json_each(${JSON.stringify(list)}) WHERE value = ${column}) ${direction}, `;
}
