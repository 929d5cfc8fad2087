import type { Site } from '../../site.ts';
import { setDefaultCategoryId, siteRow } from '../../store/site/site.ts';
import { insertTerm, isSlugTaken, termById, termsBySlug } from '../../store/content/terms.ts';
import { allLanguages } from '../../store/languages/languages.ts';
import { itemLanguage, translationOf } from '../../store/translations/translations.ts';
import { freeSlug } from '../content/slug.ts';
import { giveLanguage, removeLanguage } from '../translations/translations.ts';

const TAXONOMY = 'category';

/** Assigns the existing default category to the first language (`interface.md` 4.3 step 5). */
export function adoptDefaultCategory(site: Site, language: number): void {
  const id = siteRow(site.db).default_category_id;
  if (!itemLanguage(site.db, 'term', id)) giveLanguage(site, { kind: 'term', id, type: TAXONOMY }, { language });
}

/**
 * Makes another category the default (`content.md` 5.13): it gets the default language if it has none, and a translation for each
 * language, taken from the former default or created. Does nothing if it is not a category.
 */
export function chooseDefaultCategory(site: Site, id: number): void {
  if (termById(site.db, id)?.taxonomy !== TAXONOMY) return;
  setDefaultCategoryId(site.db, id);
  const language = siteRow(site.db).default_language_id;
  if (language === null) return;
  adoptDefaultCategory(site, language);
  for (const { term_id, slug } of allLanguages(site.db))
    if (translationOf(site.db, 'term', { id, language: term_id }) === undefined)
      createDefaultCategory(site, { id: term_id, slug });
}

/**
 * Gives a further language its own default category, in the translation group of the default one. A category with the wanted slug
 * is used if it has this language or none; if it has another language, a new one with the next free suffix is created
 * (`interface.md` 4.3 step 6).
 */
export function createDefaultCategory(site: Site, language: { id: number; slug: string }): void {
  const slug = `uncategorized-${language.slug}`;
  const known = termsBySlug(site.db, TAXONOMY, slug).map((term) => ({
    id: term.id,
    own: itemLanguage(site.db, 'term', term.id),
  }));
  const free = known.find(({ own }) => own === undefined || own.language_id === language.id);
  const made = (): number => {
    const own = freeSlug(slug, (one) => isSlugTaken(site.db, TAXONOMY, one));
    return insertTerm(site.db, { taxonomy: TAXONOMY, name: 'Uncategorized', slug: own });
  };
  const id = free?.id ?? made();
  if (free?.own) removeLanguage(site, { kind: 'term', id });
  const group = itemLanguage(site.db, 'term', siteRow(site.db).default_category_id)?.group_id;
  giveLanguage(
    site,
    { kind: 'term', id, type: TAXONOMY },
    { language: language.id, ...(group !== undefined && { group }) },
  );
}
