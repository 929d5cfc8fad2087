import type { Site } from '../../../site.ts';
import { knownTermIds, setTermIds, termIdsOf } from '../../../store/content/post-terms.ts';
import { termById, termsNamed } from '../../../store/content/terms.ts';
import { itemLanguage, translationOf } from '../../../store/translations/translations.ts';
import type { ContentFacts } from '../content-facts.ts';
import { isTranslated, taxonomies, type PostType, type Taxonomy } from '../content-model.ts';
import { createTerm, defaultCategoryOf } from '../terms/terms.ts';
import { languageCodes, translationMap } from '../../translations/translations.ts';

/** The item data the term rules depend on. */
export interface TermOwner {
  id: number;
  type: PostType;
  language: number | null;
}

/** The existing taxonomies of a post type. */
export function taxonomiesOf(site: Site, type: PostType): Taxonomy[] {
  return taxonomies(site).filter((each) => type.taxonomies.includes(each.name));
}

/**
 * Replaces the terms of an item; unknown IDs are dropped, terms of another language are mapped to the item's (`content.md` 2.5,
 * 5.8).
 */
export function assignTerms(
  site: Site,
  owner: TermOwner,
  change: { taxonomy: Taxonomy; ids: readonly number[] },
): void {
  const { taxonomy } = change;
  const known = knownTermIds(site.db, taxonomy.name, change.ids);
  const { language } = owner;
  const isMapped = language !== null && isTranslated(site, 'term', taxonomy.name);
  const ids = isMapped ? known.map((id) => termInLanguage(site, taxonomy, { id, language })) : known;
  setTermIds(site.db, owner.id, { taxonomy: taxonomy.name, ids });
}

/**
 * Assigns the default category of its language to a new post of the built-in type, unless the request has categories
 * (`content.md` 2.5).
 */
export function assignDefaultCategory(site: Site, facts: ContentFacts, owner: TermOwner): void {
  if (!owner.type.taxonomies.includes('category')) return;
  const ids = [defaultCategoryOf(site, facts, owner.language)];
  setTermIds(site.db, owner.id, { taxonomy: 'category', ids });
}

/**
 * After a language change, maps each term of a translated taxonomy to its translation and drops those without; an item left
 * without category gets the default one of the new language (`content.md` 5.7).
 */
export function moveTerms(site: Site, facts: ContentFacts, owner: TermOwner & { language: number }): void {
  for (const taxonomy of taxonomiesOf(site, owner.type)) {
    if (!isTranslated(site, 'term', taxonomy.name)) continue;
    const moved = termIdsOf(site.db, owner.id, taxonomy.name).flatMap((id) => {
      if (!itemLanguage(site.db, 'term', id)) return [id];
      return translationOf(site.db, 'term', { id, language: owner.language }) ?? [];
    });
    setTermIds(site.db, owner.id, { taxonomy: taxonomy.name, ids: moved });
    if (taxonomy.name === 'category' && moved.length === 0) assignDefaultCategory(site, facts, owner);
  }
}

/** The equivalent of a term in a language: itself, its translation, a term of the same name, or a new copy (`content.md` 5.8). */
function termInLanguage(site: Site, taxonomy: Taxonomy, wanted: { id: number; language: number }): number {
  const { id, language } = wanted;
  const own = itemLanguage(site.db, 'term', id);
  if (!own || own.language_id === language) return id;
  const term = termById(site.db, id);
  const translation = translationOf(site.db, 'term', { id, language });
  if (translation !== undefined || !term) return translation ?? id;
  const lower = term.name.toLowerCase();
  const namesake = termsNamed(site.db, taxonomy.name, term.name).find(
    (other) => other.language_id === language && other.name.toLowerCase() === lower,
  );
  if (namesake) return namesake.id;
  const parent = term.parent === null ? undefined : termInLanguage(site, taxonomy, { id: term.parent, language });
  const codes = languageCodes(site).byId;
  return createTerm(site, taxonomy, {
    name: term.name,
    slug: term.slug,
    description: term.description,
    ...(taxonomy.hierarchical && parent !== undefined && { parent }),
    lang: codes.get(language),
    translations: translationMap(site, { kind: 'term', id }, codes).translations,
  });
}
