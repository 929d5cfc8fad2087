import type { Site } from '../../../site.ts';
import type { CountedTerm } from '../../../store/content/term-list.ts';
import { metaOf } from '../../../store/content/meta.ts';
import { TERM_TREE } from '../../../store/content/terms.ts';
import { groupsOfItems } from '../../../store/translations/translations.ts';
import type { Dict } from '../../../types.ts';
import { contentFacts, type ContentFacts, type ContentLanguage } from '../content-facts.ts';
import { isTranslated, postTypes, registeredMeta, taxonomy, type Taxonomy } from '../content-model.ts';
import { shownMeta } from '../meta-values.ts';
import { termLink } from './links.ts';

export type TermContext = 'view' | 'embed' | 'edit';

/** The language and group of an item, for the fields `lang` and `translations`. */
export interface ItemGroup {
  language: ContentLanguage | undefined;
  translations: Record<string, number>;
}

/**
 * Languages and groups of a whole page in one query: each item's own key first, then the others in stored order (`content.md`
 * 5.2).
 */
export function itemGroups(
  site: Site,
  items: { kind: 'post' | 'term'; ids: readonly number[] },
  facts: Pick<ContentFacts, 'languages'>,
): Map<number, ItemGroup> {
  const out = new Map<number, ItemGroup>();
  const members = groupsOfItems(site.db, items.kind, items.ids);
  for (const { of, item_id, language_id } of members) {
    const language = facts.languages.get(language_id);
    if (of === item_id && language) out.set(of, { language, translations: { [language.slug]: of } });
  }
  for (const { of, item_id, language_id } of members) {
    const language = facts.languages.get(language_id);
    const own = out.get(of);
    if (own && language) own.translations[language.slug] = item_id;
  }
  return out;
}

/** Terms of one taxonomy as returned by the API (`content.md` 3.2), loading everything a page needs in one go. */
export function termValues(
  site: Site,
  rows: readonly CountedTerm[],
  shown: { taxonomy: Taxonomy; context: TermContext; facts?: ContentFacts },
): Dict[] {
  const { taxonomy: tax, context } = shown;
  const facts = shown.facts ?? contentFacts(site);
  const ids = rows.map((row) => row.id);
  const hasLanguages = isTranslated(site, 'term', tax.name);
  const groups = hasLanguages ? itemGroups(site, { kind: 'term', ids }, facts) : new Map<number, ItemGroup>();
  const paths = tax.name === 'category' ? TERM_TREE.paths(site.db, ids) : new Map<number, string>();
  const metas = context === 'embed' ? [] : registeredMeta(site, 'term', tax.name);
  const metaRows = metas.length > 0 ? metaOf(site.db, 'term', ids) : [];
  const types = postTypes(site).filter((type) => tax.object_types.includes(type.name));
  return rows.map((row) => {
    const group = groups.get(row.id);
    const isEmbed = context === 'embed';
    return {
      id: row.id,
      ...(!isEmbed && { count: row.count, description: row.description }),
      link: termLink(facts, { ...row, path: paths.get(row.id) }, group?.language),
      name: row.name,
      slug: row.slug,
      taxonomy: row.taxonomy,
      ...(!isEmbed && tax.hierarchical && { parent: row.parent ?? 0 }),
      ...(!isEmbed && {
        meta: shownMeta(
          metas,
          metaRows.filter((meta) => meta.item_id === row.id),
        ),
      }),
      ...(hasLanguages &&
        site.edition === 'extended' && { lang: group?.language?.slug ?? '', translations: group?.translations ?? {} }),
      _links: termLinks(`${facts.rest}/wp/v2`, row, { tax, bases: types.map((type) => type.rest_base) }),
    };
  });
}

/** Addresses of terms of several taxonomies (search). */
export function termAddresses(site: Site, rows: readonly CountedTerm[], facts: ContentFacts): Map<number, string> {
  const out = new Map<number, string>();
  for (const name of new Set(rows.map((row) => row.taxonomy))) {
    const tax = taxonomy(site, name);
    if (!tax) continue;
    const own = rows.filter((row) => row.taxonomy === name);
    for (const item of termValues(site, own, { taxonomy: tax, context: 'embed', facts })) {
      out.set(item['id'] as number, item['link'] as string);
    }
  }
  return out;
}

function termLinks(root: string, row: CountedTerm, of: { tax: Taxonomy; bases: readonly string[] }): Dict {
  const base = `${root}/${of.tax.rest_base}`;
  return {
    self: [{ href: `${base}/${row.id}` }],
    collection: [{ href: base }],
    about: [{ href: `${root}/taxonomies/${row.taxonomy}` }],
    ...(row.parent !== null && { up: [{ embeddable: true, href: `${base}/${row.parent}` }] }),
    'wp:post_type': of.bases.map((posts) => ({ href: `${root}/${posts}?${of.tax.rest_base}=${row.id}` })),
    curies: [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }],
  };
}
