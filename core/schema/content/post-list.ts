import * as v from 'valibot';
import { isMap } from '../wire/coerce.ts';
import { isDateTime } from '../wire/date-time.ts';
import {
  contentContext,
  excludeParam,
  idList,
  includeParam,
  langFilter,
  offsetParam,
  orderParam,
  pageParams,
  searchParam,
  slugParam,
} from '../wire/list-params.ts';
import { FORMATS } from './fields/posts.ts';
import type { PostKind } from './post.ts';

/** Every status that items can be filtered by. */
export const STATUSES = [
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'trash',
  'auto-draft',
  'inherit',
  'request-pending',
  'request-confirmed',
  'request-failed',
  'request-completed',
  'any',
] as const;

const ORDERS = ['author', 'date', 'id', 'include', 'modified', 'parent', 'relevance', 'slug', 'include_slugs', 'title'];

const dateTime = (text: string): v.OptionalSchema<v.GenericSchema<string>, undefined> =>
  v.optional(
    v.pipe(
      v.string(),
      v.check(isDateTime, 'rest_invalid_date'),
      v.description(text),
      v.metadata({ format: 'date-time' }),
    ),
  );

/** A parsed taxonomy filter: the terms, whether their descendants are included, and whether all of them must match. */
export interface TermFilter {
  terms: number[];
  include_children: boolean;
  operator: 'AND' | 'OR';
}

/** The allowed keys of the object form of a taxonomy filter; the operator only when including, not when excluding. */
const FILTER_PARTS = ['terms', 'include_children', 'operator'];

/**
 * Parses both forms of a taxonomy filter (`content.md` 2.1): a list of ids, or an object; undefined if it is neither.
 * @param isExclude for the excluding filter, which has no operator
 */
export function readTermFilter(value: unknown, isExclude = false): TermFilter | undefined {
  const form = isMap(value) && !hasIndexes(value) ? value : { terms: value };
  const parts = isExclude ? FILTER_PARTS.slice(0, 2) : FILTER_PARTS;
  const terms = ids(form['terms']);
  const children = form['include_children'] ?? false;
  const operator = form['operator'] ?? 'OR';
  const isYes = children === true || children === 1 || /^(?:true|1)$/i.test(asText(children));
  const isNo = children === false || children === 0 || /^(?:false|0)$/i.test(asText(children));
  if (Object.keys(form).some((name) => !parts.includes(name))) return undefined;
  if (!terms || (!isYes && !isNo) || (operator !== 'AND' && operator !== 'OR')) return undefined;
  return { terms, include_children: isYes, operator };
}

/** A map that represents a list: `a[5]=3`. */
function hasIndexes(map: Record<string, unknown>): boolean {
  return Object.keys(map).every((key) => /^\d+$/.test(key));
}

function ids(value: unknown): number[] | undefined {
  if (isMap(value) && !hasIndexes(value)) return undefined;
  const list = isMap(value)
    ? Object.values(value)
    : Array.isArray(value)
      ? (value as unknown[])
      : asText(value)
          .split(/[\s,]+/)
          .filter((word) => word !== '');
  const numbers = list.map((one) =>
    typeof one === 'number' ? one : /^\s*[+-]?\d+\s*$/.test(asText(one)) ? Number(one) : NaN,
  );
  return numbers.every(Number.isSafeInteger) ? numbers : undefined;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

const termFilter = (text: string, isExclude: boolean): v.OptionalSchema<v.GenericSchema, undefined> =>
  v.optional(
    v.pipe(
      v.unknown(),
      v.check((value) => readTermFilter(value, isExclude) !== undefined, 'rest_no_matching_schema'),
      v.description(text),
    ),
  );

const authorLists = {
  author: v.optional(v.pipe(idList, v.description('Only items of these authors.')), []),
  author_exclude: v.optional(v.pipe(idList, v.description('No items of these authors.')), []),
};
const parentLists = {
  parent: v.optional(v.pipe(idList, v.description('Only items below one of these; 0 for the top level.')), []),
  parent_exclude: v.optional(v.pipe(idList, v.description('No items below one of these.')), []),
};
const stickyParams = {
  sticky: v.optional(v.pipe(v.boolean(), v.description('Only sticky posts, or none of them.'))),
  ignore_sticky: v.optional(
    v.pipe(v.boolean(), v.description('false: sticky posts come first on the first page.')),
    true,
  ),
};
const format = v.optional(v.pipe(v.array(v.picklist(FORMATS)), v.description('Only posts of one of these formats.')));
const menuOrder = v.optional(v.pipe(v.number(), v.integer(), v.description('Only items at this place.')));

/** Parameters of the list of a post type (`content.md` 2.1); parameters the type does not support are left out. */
export function postListParams(kind: PostKind): v.ObjectEntries {
  const hasOrder = kind.supports.includes('page-attributes');
  const isPost = kind.name === 'post';
  return {
    context: contentContext,
    ...pageParams,
    search: searchParam,
    after: dateTime('Only items dated after this time.'),
    modified_after: dateTime('Only items changed after this time.'),
    ...(kind.supports.includes('author') && authorLists),
    before: dateTime('Only items dated before this time.'),
    modified_before: dateTime('Only items changed before this time.'),
    exclude: excludeParam,
    include: includeParam,
    ...(hasOrder && { menu_order: menuOrder }),
    search_semantics: v.optional(
      v.pipe(v.picklist(['exact']), v.description('A whole field must equal the text searched.')),
    ),
    offset: offsetParam,
    order: orderParam('desc'),
    orderby: v.optional(
      v.pipe(v.picklist(hasOrder ? [...ORDERS, 'menu_order'] : ORDERS), v.description('What the list is ordered by.')),
      'date',
    ),
    ...((kind.hierarchical || kind.name === 'attachment') && parentLists),
    search_columns: v.optional(
      v.pipe(
        v.array(v.picklist(['post_title', 'post_content', 'post_excerpt'])),
        v.description('Fields to search in; none for all.'),
      ),
      [],
    ),
    slug: slugParam,
    status: statusParam(STATUSES, kind.name === 'attachment' ? 'inherit' : 'publish'),
    ...taxonomyParams(kind),
    ...(isPost && stickyParams),
    ...(isPost && { format }),
    ...(kind.translated && { lang: langFilter }),
  };
}

/** Accepts any words: whether the caller may filter by status is checked before whether the status exists (`content.md` 1.2). */
export function statusParam(statuses: readonly string[], fallback: string) {
  const word = v.pipe(v.string(), v.metadata({ choices: () => statuses }));
  return v.optional(v.pipe(v.array(word), v.description('Only items of one of these statuses.')), [fallback]);
}

function taxonomyParams({ taxonomies }: PostKind): v.ObjectEntries {
  if (taxonomies.length === 0) return {};
  return {
    tax_relation: v.optional(
      v.pipe(v.picklist(['AND', 'OR']), v.description('How filters by several taxonomies go together.')),
      'AND',
    ),
    ...Object.fromEntries(
      taxonomies.flatMap(({ rest_base }) => [
        [rest_base, termFilter(`Only items with one of these terms (${rest_base}).`, false)],
        [`${rest_base}_exclude`, termFilter(`No items with one of these terms (${rest_base}).`, true)],
      ]),
    ),
  };
}

/** Checked parameters of a list, as the domain reads them. */
export interface PostListQuery {
  context: 'view' | 'embed' | 'edit';
  page: number;
  per_page: number;
  offset?: number;
  search?: string;
  search_columns: ('post_title' | 'post_content' | 'post_excerpt')[];
  search_semantics?: 'exact';
  after?: string;
  before?: string;
  modified_after?: string;
  modified_before?: string;
  author?: number[];
  author_exclude?: number[];
  include: number[];
  exclude: number[];
  slug?: string[];
  status: string[];
  order: 'asc' | 'desc';
  orderby: string;
  parent?: number[];
  parent_exclude?: number[];
  menu_order?: number;
  tax_relation?: 'AND' | 'OR';
  sticky?: boolean;
  ignore_sticky?: boolean;
  format?: string[];
  lang?: string;
  [taxonomy: string]: unknown;
}
