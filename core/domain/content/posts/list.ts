import { RestError } from '../../../errors.ts';
import { readTermFilter, type PostListQuery } from '../../../schema/content/post-list.ts';
import type { Site } from '../../../site.ts';
import {
  listPostIds,
  type PostFilter,
  type PostOrder,
  type SearchColumn,
  type TermCondition,
} from '../../../store/content/post-list.ts';
import { rowsOfPage } from '../../../store/content/post-pages.ts';
import { termsBelow } from '../../../store/content/post-terms.ts';
import { postsByIds, type PostRow } from '../../../store/content/posts.ts';
import type { Caller } from '../../../types.ts';
import { contentFacts } from '../content-facts.ts';
import { isTranslated, taxonomies, type PostType } from '../content-model.ts';
import { sanitiseSlug } from '../slug.ts';
import { filterLanguage } from '../../translations/translations.ts';
import { momentOf } from './dates.ts';
import { canEdit, canEditType, canRead, searchedAs } from './rights.ts';
import { drainSearchQueue, foldForSearch, searchTerms } from './search-index.ts';

/** A page of a list: the rows the caller may read, and the total including unreadable ones (`content.md` 2.1). */
export interface PostListPage {
  rows: PostRow[];
  total: number;
  page: number;
}

/** Statuses included in `any`. */
const ANY = ['publish', 'future', 'draft', 'pending', 'private', 'inherit'];

/** Lists items of a type (`content.md` 2.1). `more` adds type-specific conditions (media). */
export function listPosts(
  site: Site,
  type: PostType,
  ask: { query: PostListQuery; caller: Caller; more?: Partial<PostFilter> },
): PostListPage {
  const { query, caller } = ask;
  const filter: PostFilter = { ...filterOf(site, type, query), ...ask.more };
  if (filter.search || filter.exact) filter.readableBy = searchedAs(caller);
  const order = orderOf(query);
  if (filter.search || filter.exact || order.by === 'title' || order.by === 'relevance') drainSearchQueue(site);
  const hasOffset = query.offset !== undefined;
  const offset = hasOffset ? Math.abs(query.offset ?? 0) : (query.page - 1) * query.per_page;
  const { rows, total } = rowsOfPage(site.db, filter, { limit: query.per_page, offset, order });
  if (hasOffset && offset >= total) return { rows: [], total: 0, page: query.page };
  if (!hasOffset && query.page > 1 && offset >= total) {
    throw new RestError('rest_post_invalid_page_number', 'The list has fewer pages than that.', 400);
  }
  const shown = query.ignore_sticky === false && offset === 0 ? withSticky(site, filter, { order, rows }) : rows;
  // In the edit context, lists omit what single items would reject, passwords above all.
  const mayShow = (row: PostRow): boolean =>
    query.context === 'edit' ? canEdit(caller, row) : canRead(site, caller, row);
  return { rows: shown.filter(mayShow), total, page: query.page };
}

/** Sticky posts precede the first page, in any number. */
function withSticky(site: Site, filter: PostFilter, page: { order: PostOrder; rows: PostRow[] }): PostRow[] {
  if (filter.sticky !== undefined) return page.rows;
  const sticky = listPostIds(site.db, { ...filter, sticky: true }, { limit: -1, offset: 0, order: page.order });
  const first = new Set(sticky);
  return [...postsByIds(site.db, sticky), ...page.rows.filter(({ id }) => !first.has(id))];
}

/**
 * Why the caller may not filter by a status, or undefined: without the right to edit the type only public ones are allowed
 * (`content.md` 2.1).
 */
export function forbiddenStatus(caller: Caller, type: PostType, statuses: readonly string[]): string | undefined {
  if (canEditType(caller, type)) return undefined;
  return statuses.find((status) => status !== openStatus(type));
}

/** The publicly visible status, the default of lists. */
function openStatus(type: PostType): string {
  return type.name === 'attachment' ? 'inherit' : 'publish';
}

/** `any` leaves out the trash unless that is named beside it. */
function statusesOf(type: PostType, named: readonly string[]): readonly string[] {
  if (named.includes('any')) return [...new Set([...ANY, ...named])];
  return some(named) ?? [openStatus(type)];
}

function filterOf(site: Site, type: PostType, query: PostListQuery): PostFilter {
  const { timezone: zone, locale } = contentFacts(site);
  const time = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : momentOf(text, zone, 'local').local;
  const isFiltered = site.edition === 'extended' && isTranslated(site, 'post', type.name);
  return {
    type: type.name,
    statuses: statusesOf(type, query.status),
    language: isFiltered && query.lang !== '' ? filterLanguage(site, query.lang) : undefined,
    ...searchOf(query),
    after: time(query.after),
    before: time(query.before),
    modifiedAfter: time(query.modified_after),
    modifiedBefore: time(query.modified_before),
    authors: some(query.author),
    notAuthors: some(query.author_exclude),
    include: some(query.include),
    exclude: some(query.exclude),
    slugs: some(query.slug)?.map((slug) => sanitiseSlug(slug, locale)),
    parents: some(query.parent),
    notParents: some(query.parent_exclude),
    menuOrder: query.menu_order,
    terms: some(termConditions(site, type, query)),
    termRelation: query.tax_relation,
    sticky: query.sticky,
    formats: some(query.format)?.map((format) => (format === 'standard' ? '' : format)),
  };
}

function some<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list && list.length > 0 ? list : undefined;
}

const COLUMNS: Readonly<Record<string, SearchColumn>> = {
  post_title: 'title',
  post_excerpt: 'excerpt',
  post_content: 'content',
};

function searchOf(query: PostListQuery): Pick<PostFilter, 'search' | 'exact'> {
  const text = query.search?.trim() ?? '';
  if (text === '') return {};
  const named = query.search_columns.flatMap((name) => COLUMNS[name] ?? []);
  const columns: SearchColumn[] = named.length > 0 ? named : ['title', 'excerpt', 'content'];
  if (query.search_semantics === 'exact') return { exact: { text: foldForSearch(text), columns } };
  return { search: { terms: searchTerms(text), columns } };
}

function termConditions(site: Site, type: PostType, query: PostListQuery): TermCondition[] {
  const own = taxonomies(site).filter((each) => type.taxonomies.includes(each.name));
  return own.flatMap(({ rest_base }) => conditionsOf(site, query, rest_base));
}

/** The term conditions of a list for one taxonomy, by its parameter names. */
export function conditionsOf(site: Site, query: PostListQuery, base: string): TermCondition[] {
  return [...termCondition(site, query[base], false), ...termCondition(site, query[`${base}_exclude`], true)];
}

function termCondition(site: Site, value: unknown, not: boolean): TermCondition[] {
  const filter = value === undefined ? undefined : readTermFilter(value, not);
  if (!filter || filter.terms.length === 0) return [];
  const groups = filter.terms.map((id) => (filter.include_children ? termsBelow(site.db, [id]) : [id]));
  return [{ groups, operator: not ? 'NOT' : filter.operator }];
}

function orderOf(query: PostListQuery): PostOrder {
  const { orderby, order: direction } = query;
  switch (orderby) {
    case 'include':
      if (query.include.length === 0)
        throw new RestError(
          'rest_orderby_include_missing_include',
          'Ordering by include needs the parameter include.',
          400,
        );
      return { by: 'ids', ids: query.include };
    case 'include_slugs':
      return { by: 'slugs', slugs: query.slug ?? [] };
    case 'relevance': {
      const text = query.search?.trim() ?? '';
      if (text === '')
        throw new RestError('rest_no_search_term_defined', 'Ordering by relevance needs the parameter search.', 400);
      const words = searchTerms(text).filter((term) => !term.not);
      return { by: 'relevance', phrase: foldForSearch(text), words: words.map((word) => word.text), direction };
    }
    case 'author':
    case 'id':
    case 'modified':
    case 'parent':
    case 'slug':
    case 'title':
    case 'menu_order':
      return { by: orderby, direction };
    default:
      return { by: 'date', direction };
  }
}
