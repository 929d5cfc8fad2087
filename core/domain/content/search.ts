import { RestError } from '../../errors.ts';
import { itemsBefore } from '../../schema/wire/list-params.ts';
import type { Site } from '../../site.ts';
import { mayHold, type Search } from '../../store/content/few-found.ts';
import { idsInOrder, type PostFilter, type PostOrder } from '../../store/content/post-list.ts';
import { pageOfPosts } from '../../store/content/post-pages.ts';
import { postsByIds, type PostRow } from '../../store/content/posts.ts';
import { usedFormats } from '../../store/content/search.ts';
import { countTerms, listTerms, type TermQuery } from '../../store/content/term-list.ts';
import type { Caller, Dict } from '../../types.ts';
import { contentFacts } from './content-facts.ts';
import { isTranslated, postType, postTypes, taxonomies, taxonomy, translatedTaxonomies } from './content-model.ts';
import { postValues } from './posts/read.ts';
import { searchedAs } from './posts/rights.ts';
import { drainSearchQueue, foldForSearch, searchTerms } from './posts/search-index.ts';
import { termAddresses } from './terms/values.ts';
import { filterLanguage } from '../translations/translations.ts';

/** Validated search parameters (`content.md` 4). */
export interface SearchParams {
  context: 'view' | 'embed';
  page: number;
  per_page: number;
  search?: string | undefined;
  type: 'post' | 'term' | 'post-format';
  subtype: string[];
  include: number[];
  exclude: number[];
  lang?: string | undefined;
}

interface Found {
  items: Dict[];
  total: number;
}

/** The allowed values of `subtype` for a type. */
export function searchSubtypes(site: Site, type: SearchParams['type']): string[] {
  if (type === 'post') return searchedTypes(site);
  return type === 'term' ? taxonomies(site).map((tax) => tax.name) : [];
}

/** Searches published items, terms or formats (`content.md` 4). Past the last page of terms and formats: 400 `rest_search_invalid_page_number`. */
export function search(site: Site, caller: Caller, params: SearchParams): Found {
  const isForPosts = params.type === 'post';
  const found = isForPosts
    ? searchInPosts(site, caller, params)
    : params.type === 'term'
      ? searchInTerms(site, params)
      : searchInFormats(site, params);
  if (itemsBefore(params) < found.total || found.total === 0) return found;
  // Like lists of items with an offset past their end: empty, with no total.
  if (isForPosts) return { items: [], total: 0 };
  throw new RestError('rest_search_invalid_page_number', 'The search found fewer pages than that.', 400);
}

/** Media are not included in search. */
function searchedTypes(site: Site): string[] {
  return postTypes(site).flatMap((type) => (type.name === 'attachment' ? [] : [type.name]));
}

function chosen(params: SearchParams, all: readonly string[]): string[] {
  return params.subtype.length === 0 || params.subtype.includes('any') ? [...all] : params.subtype;
}

/** Up to this many items are searched without counting them first. */
const FAR = 1000;

function searchInPosts(site: Site, caller: Caller, params: SearchParams): Found {
  const text = params.search?.trim() ?? '';
  if (text !== '') drainSearchQueue(site);
  const wanted = text === '' ? undefined : searchFor(text);
  // Rare words are searched once, not once per type.
  const found = wanted && mayHold(site.db, wanted.search);
  const filters = chosen(params, searchedTypes(site)).map((type): PostFilter => {
    return { ...postFilter(site, type, { params, caller }), ...wanted, found };
  });
  const order = orderFor(text);
  const start = itemsBefore(params);
  // Far beyond the first page, first checks whether there are any results.
  const far =
    start < FAR ? undefined : filters.map((filter) => pageOfPosts(site.db, filter, { limit: 1, offset: 0, order }));
  const known = far?.reduce((sum, page) => sum + page.total, 0);
  if (known !== undefined && start >= known) return { items: [], total: known };
  const end = start + params.per_page;
  // Together, the first pages of each type contain everything the combined page can show.
  const pages = filters.map((filter) => pageOfPosts(site.db, filter, { limit: end, offset: 0, order }));
  const best = idsInOrder(
    site.db,
    pages.flatMap(({ ids }) => ids),
    order,
  );
  const rows = postsByIds(site.db, best.slice(start, end));
  return {
    items: postItems(site, caller, { rows, context: params.context }),
    total: pages.reduce((sum, page) => sum + page.total, 0),
  };
}

function searchFor(text: string): { search: Search } {
  return { search: { terms: searchTerms(text), columns: ['title', 'excerpt', 'content'] } };
}

function postFilter(
  site: Site,
  type: string,
  { params, caller }: { params: SearchParams; caller: Caller },
): PostFilter {
  const hasFilter = site.edition === 'extended' && isTranslated(site, 'post', type);
  return {
    type,
    statuses: ['publish'],
    language: hasFilter ? filterLanguage(site, params.lang) : undefined,
    readableBy: params.search?.trim() ? searchedAs(caller) : undefined,
    ...(params.include.length > 0 && { include: params.include }),
    ...(params.exclude.length > 0 && { exclude: params.exclude }),
  };
}

function orderFor(text: string): PostOrder {
  if (text === '') return { by: 'date', direction: 'desc' };
  const words = searchTerms(text).filter((term) => !term.not);
  return { by: 'relevance', phrase: foldForSearch(text), words: words.map((word) => word.text), direction: 'desc' };
}

const SHOWN: ReadonlySet<string> = new Set(['id', 'title', 'link']);

function postItems(site: Site, caller: Caller, page: { rows: readonly PostRow[]; context: 'view' | 'embed' }): Dict[] {
  const root = `${site.serverUrl}/wp-json/wp/v2`;
  const view = { context: 'embed' as const, caller, wants: (field: string) => SHOWN.has(field) };
  const values = new Map<number, Dict>();
  for (const name of new Set(page.rows.map((row) => row.type))) {
    const type = postType(site, name);
    const rows = page.rows.filter((row) => row.type === name);
    if (type) for (const value of postValues(site, type, rows, view)) values.set(value['id'] as number, value);
  }
  return page.rows.map((row) => ({
    id: row.id,
    title: (values.get(row.id)?.['title'] as { rendered?: string } | undefined)?.rendered ?? '',
    url: values.get(row.id)?.['link'] ?? '',
    type: 'post',
    subtype: row.type,
    _links: itemLinks(root, `${postType(site, row.type)?.rest_base ?? row.type}/${row.id}`, `types/${row.type}`),
  }));
}

function searchInTerms(site: Site, params: SearchParams): Found {
  const facts = contentFacts(site);
  // Terms of untranslated taxonomies match in every language (`content.md` 5.5).
  const language = site.edition === 'extended' ? filterLanguage(site, params.lang) : undefined;
  const query: TermQuery = {
    taxonomies: chosen(
      params,
      taxonomies(site).map((tax) => tax.name),
    ),
    language,
    translated: translatedTaxonomies(site),
    search: params.search?.trim(),
    include: params.include,
    exclude: params.exclude,
    order: 'asc',
    orderby: 'name',
    limit: params.per_page,
    offset: itemsBefore(params),
  };
  const rows = listTerms(site.db, query);
  const links = termAddresses(site, rows, facts);
  const root = `${facts.rest}/wp/v2`;
  const items = rows.map((row) => ({
    id: row.id,
    title: row.name,
    url: links.get(row.id) ?? '',
    type: row.taxonomy,
    _links: itemLinks(
      root,
      `${taxonomy(site, row.taxonomy)?.rest_base ?? row.taxonomy}/${row.id}`,
      `taxonomies/${row.taxonomy}`,
    ),
  }));
  return { items, total: countTerms(site.db, query) };
}

function searchInFormats(site: Site, params: SearchParams): Found {
  const { home, rest } = contentFacts(site);
  const needle = (params.search ?? '').trim().toLowerCase();
  const names = usedFormats(site.db).filter((name) => name.includes(needle));
  const start = (params.page - 1) * params.per_page;
  const items = names.slice(start, start + params.per_page).map((name) => ({
    id: name,
    title: name.charAt(0).toUpperCase() + name.slice(1),
    url: `${home}/type/${name}/`,
    type: 'post-format',
    _links: { collection: [{ href: `${rest}/wp/v2/search` }] },
  }));
  return { items, total: names.length };
}

function itemLinks(root: string, item: string, about: string): Dict {
  return {
    self: [{ embeddable: true, href: `${root}/${item}` }],
    about: [{ href: `${root}/${about}` }],
    collection: [{ href: `${root}/search` }],
  };
}
