import type { Site } from '../site.ts';
import { siteRow } from '../store/site.ts';
import { insertTerm, isSlugTaken, termsBySlug } from '../store/terms.ts';
import { itemLanguage } from '../store/translations.ts';
import { freeSlug } from './slug.ts';
import { giveLanguage } from './translations.ts';

const TAXONOMY = 'category';

/** The first language: the default category that exists receives it (`interface.md` 4.3 step 5). */
export function adoptDefaultCategory(site: Site, language: number): void {
  const id = siteRow(site.db).default_category_id;
  if (!itemLanguage(site.db, 'term', id)) giveLanguage(site, { kind: 'term', id, type: TAXONOMY }, { language });
}

/**
 * A further language gets a default category of its own, in the translation group of the default one. One with the wanted
 * slug is taken when it has no language; when another language holds it, a new one with the next free suffix is made
 * (`interface.md` 4.3 step 6).
 */
export function createDefaultCategory(site: Site, language: { id: number; slug: string }): void {
  const slug = `uncategorized-${language.slug}`;
  const free = termsBySlug(site.db, TAXONOMY, slug).find((term) => !itemLanguage(site.db, 'term', term.id));
  const made = (): number => {
    const own = freeSlug(slug, (one) => isSlugTaken(site.db, TAXONOMY, one));
    return insertTerm(site.db, { taxonomy: TAXONOMY, name: 'Uncategorized', slug: own });
  };
  const id = free?.id ?? made();
  const group = itemLanguage(site.db, 'term', siteRow(site.db).default_category_id)?.group_id;
  giveLanguage(
    site,
    { kind: 'term', id, type: TAXONOMY },
    { language: language.id, ...(group !== undefined && { group }) },
  );
}
