import type * as v from 'valibot';
import { RestError } from '../../errors.ts';
import type { RelatedItem, RelatedItemsQuery, RelatedVersion } from '../../schema/translations/items.ts';
import type { Params } from '../../schema/wire/args.ts';
import type { Site } from '../../site.ts';
import { pageOfPosts } from '../../store/content/post-pages.ts';
import { postHeads } from '../../store/content/posts.ts';
import { countTerms, countedTerms, listTerms, type TermQuery } from '../../store/content/term-list.ts';
import { groupsOfItems, type Kind } from '../../store/translations/translations.ts';
import type { Caller } from '../../types.ts';
import { contentFacts, needLanguage, type ContentFacts } from '../content/content-facts.ts';
import { isTranslated, postType, taxonomy, type PostType } from '../content/content-model.ts';
import { postAddresses } from '../content/item-addresses.ts';
import { plainText, shownName } from '../content/plain-text.ts';
import { canRead } from '../content/posts/rights.ts';
import { sanitiseSlug } from '../content/slug.ts';
import { termAddresses } from '../content/terms/values.ts';
import { invalidParameter } from '../invalid-parameter.ts';

type Query = Params<typeof RelatedItemsQuery>;
type Version = v.InferOutput<typeof RelatedVersion>;
type Related = v.InferOutput<typeof RelatedItem>;

interface Found {
  ids: number[];
  total: number;
}

/**
 * One page of the published items of a type, each with its translations that the caller may read (`contract/extras.md`,
 * `/items`). 400 for an unknown type or language, and for a page of posts past the last.
 */
export function relatedItems(site: Site, caller: Caller, query: Query): { items: Related[]; total: number } {
  const facts = contentFacts(site);
  const type = postType(site, query.type);
  if (!type && !taxonomy(site, query.type))
    throw invalidParameter('type', 'rest_invalid_param', 'The site has no post type and no taxonomy of this name.');
  const kind: Kind = type ? 'post' : 'term';
  const narrowed = {
    language: query.lang === '' ? undefined : languageOf(site, kind, query),
    slugs: query.slug?.length ? query.slug.map((slug) => sanitiseSlug(slug, facts.locale)) : undefined,
    include: query.include.length > 0 ? query.include : undefined,
  };
  const page = { limit: query.per_page, offset: (query.page - 1) * query.per_page };
  const { ids, total } = type
    ? postsOf(site, type, { ...narrowed, ...page })
    : termsOf(site, query.type, { ...narrowed, ...page });
  const hasLanguages = isTranslated(site, kind, query.type);
  const members = hasLanguages ? groupsOfItems(site.db, kind, ids) : [];
  const all = [...new Set([...ids, ...members.map(({ item_id }) => item_id)])];
  const versions = type ? postVersions(site, caller, all) : termVersions(site, all, facts);
  const groups = Map.groupBy(members, ({ of }) => of);
  const codeOf = (language: number): string => facts.languages.get(language)?.slug ?? '';
  const items = ids.flatMap((id): Related[] => {
    const own = versions.get(id);
    if (!own) return [];
    const group = groups.get(id) ?? [];
    const translations = group.flatMap(({ item_id, language_id }): [string, Version][] => {
      const version = versions.get(item_id);
      return version ? [[codeOf(language_id), version]] : [];
    });
    const lang = codeOf(group.find(({ item_id }) => item_id === id)?.language_id ?? 0);
    return [{ ...own, lang, translations: Object.fromEntries(translations) }];
  });
  return { items, total };
}

function languageOf(site: Site, kind: Kind, { type, lang }: Query): number {
  if (!isTranslated(site, kind, type))
    throw new RestError('polydesk_not_translated', 'Items of this type have no language.', 400);
  return needLanguage(contentFacts(site), lang).id;
}

interface Narrowed {
  language: number | undefined;
  slugs: string[] | undefined;
  include: number[] | undefined;
  limit: number;
  offset: number;
}

/** Newest first, as in `wp/v2`; for media, unattached ones that the caller may read. */
function postsOf(site: Site, { name }: PostType, { limit, offset, ...narrowed }: Narrowed): Found {
  const filter = { type: name, statuses: [name === 'attachment' ? 'inherit' : 'publish'], ...narrowed };
  const order = { by: 'date', direction: 'desc' } as const;
  const found = pageOfPosts(site.db, filter, { limit, offset, order });
  if (offset > 0 && offset >= found.total)
    throw new RestError('rest_post_invalid_page_number', 'The list has fewer pages than that.', 400);
  return found;
}

function termsOf(site: Site, name: string, narrowed: Narrowed): Found {
  const query: TermQuery = { taxonomies: [name], order: 'asc', orderby: 'name', ...narrowed };
  return { ids: listTerms(site.db, query).map(({ id }) => id), total: countTerms(site.db, query) };
}

function postVersions(site: Site, caller: Caller, ids: readonly number[]): Map<number, Version> {
  const rows = postHeads(site.db, ids).filter((row) => canRead(site, caller, row));
  const links = postAddresses(site, caller, rows);
  return new Map(
    rows.map(({ id, slug, title, status }) => [
      id,
      { id, slug, title: shownName(plainText(title)), status, link: links.get(id) ?? '' },
    ]),
  );
}

function termVersions(site: Site, ids: readonly number[], facts: ContentFacts): Map<number, Version> {
  const rows = countedTerms(site.db, ids);
  const links = termAddresses(site, rows, facts);
  return new Map(
    rows.map(({ id, slug, name }) => [
      id,
      { id, slug, title: shownName(name), status: null, link: links.get(id) ?? '' },
    ]),
  );
}
