import { RestError, refusal } from '../../../errors.ts';
import type { Site } from '../../../site.ts';
import { postById } from '../../../store/content/posts.ts';
import { countTerms, listTerms, type CountedTerm, type TermQuery } from '../../../store/content/term-list.ts';
import { itemsBefore, type ListParams } from '../../../schema/wire/list-params.ts';
import type { Caller, Dict } from '../../../types.ts';
import { contentFacts } from '../content-facts.ts';
import type { Taxonomy } from '../content-model.ts';
import { canRead } from '../posts/rights.ts';
import { sanitiseSlug } from '../slug.ts';
import { termValues, type TermContext } from './values.ts';
import { filterLanguage } from '../../translations/translations.ts';

/** Validated parameters of a list of terms (`content.md` 3.1). */
export interface TermListParams extends ListParams {
  context: TermContext;
  orderby: TermQuery['orderby'];
  hide_empty: boolean;
  parent?: number | undefined;
  post?: number | undefined;
  slug?: string[] | undefined;
  lang?: string | undefined;
}

/** One page of the terms of a taxonomy and their total. */
export function termPage(
  site: Site,
  tax: Taxonomy,
  params: TermListParams,
): { items: Dict[]; total: number; page: number } {
  const { rows, ...page } = termRows(site, tax.name, params);
  return { items: termValues(site, rows, { taxonomy: tax, context: params.context }), ...page };
}

/** The rows of a page. */
export function termRows(
  site: Site,
  taxonomy: string,
  params: TermListParams,
): { rows: CountedTerm[]; total: number; page: number } {
  const { locale } = contentFacts(site);
  const query: TermQuery = {
    taxonomies: [taxonomy],
    // The terms of one item do not depend on the language (`content.md` 5.5).
    language: params.post === undefined ? filterLanguage(site, params.lang) : undefined,
    search: params.search,
    include: params.include,
    exclude: params.exclude,
    // An empty list means no filter.
    slugs: params.slug?.length ? params.slug.map((slug) => sanitiseSlug(slug, locale)) : undefined,
    parent: params.parent,
    post: params.post,
    hideEmpty: params.hide_empty,
    order: params.order,
    orderby: params.orderby,
    limit: params.per_page,
    offset: itemsBefore(params),
  };
  const page = params.offset === undefined ? params.page : Math.floor(query.offset / params.per_page) + 1;
  return { rows: listTerms(site.db, query), total: countTerms(site.db, query), page };
}

/** Checks that the item whose terms are requested exists and is readable (`content.md` 3.1). */
export function checkPostOfTerms(site: Site, id: number, caller: Caller): void {
  const post = postById(site.db, id);
  if (!post) throw new RestError('rest_post_invalid_id', 'No item has this id.', 400);
  if (!canRead(site, caller, post)) {
    throw refusal(caller, 'rest_forbidden_context', 'You may not see the terms of this item.');
  }
}
