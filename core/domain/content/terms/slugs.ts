import { RestError } from '../../../errors.ts';
import type { Site } from '../../../site.ts';
import { ancestorSlugs, isSlugTaken, slugHolders } from '../../../store/content/terms.ts';
import { languageById } from '../../../store/languages/languages.ts';
import { mayShareSlugs } from '../../site/server.ts';
import { cutForSuffix, freeSlug, sanitiseSlug } from '../slug.ts';

/** What the slug of a term depends on. */
export interface SlugPlace {
  taxonomy: string;
  /** Language of the term; null if none. */
  language: number | null;
  /** For hierarchical taxonomies. */
  parent: number | null;
  /** The locale for folding accents. */
  locale: string;
  /** The term itself, on update. */
  except?: number;
}

/**
 * The slug of a new term (`content.md` 3.3, 5.10): from its name unless given; if taken in another language it gets `-<code>`, in
 * the same language its parents' slugs or a number.
 */
export function newTermSlug(site: Site, text: { slug: string | undefined; name: string }, place: SlugPlace): string {
  const wanted = sanitiseSlug(text.slug ?? '', place.locale) || sanitiseSlug(text.name, place.locale);
  return uniqueSlug(site, wanted, place);
}

/** The slug after an update; one taken in the same language is 400 `duplicate_term_slug` (`content.md` 3.3). */
export function changedTermSlug(
  site: Site,
  text: { slug: string; name: string; current: string },
  place: SlugPlace,
): string {
  const wanted = sanitiseSlug(text.slug, place.locale);
  if (wanted === text.current) return wanted;
  if (wanted === '') return uniqueSlug(site, sanitiseSlug(text.name, place.locale), place);
  if (isHeldByOwn(site, wanted, place)) {
    throw new RestError('duplicate_term_slug', `Another term has the slug ${wanted}. Choose a different one.`, 400);
  }
  return uniqueSlug(site, wanted, place);
}

/** The slug after a language change: a new one only if slugs are shared and it is taken in the new language. */
export function keptTermSlug(site: Site, slug: string, place: SlugPlace): string {
  return mayShareSlugs(site) ? uniqueSlug(site, slug, place) : slug;
}

function uniqueSlug(site: Site, wanted: string, place: SlugPlace): string {
  const isTaken = (slug: string): boolean => holders(site, slug, place).length > 0;
  if (wanted !== '' && !isTaken(wanted)) return wanted;
  if (wanted === '') return '';
  const isOfOthers = wanted !== '' && !isHeldByOwn(site, wanted, place);
  const base = isOfOthers ? withLanguage(site, wanted, place) : wanted;
  if (isOfOthers && !isTaken(base)) return base;
  return withParents(site, base, place) ?? freeSlug(base, isTaken);
}

function withLanguage(site: Site, slug: string, { language }: SlugPlace): string {
  const code = language === null ? undefined : languageById(site.db, language)?.slug;
  return code === undefined ? slug : cutForSuffix(slug, `-${code}`);
}

/** The slug with as many parent slugs as needed: `news-news`. */
function withParents(site: Site, slug: string, place: SlugPlace): string | undefined {
  let suffix = '';
  for (const above of place.parent === null ? [] : ancestorSlugs(site.db, place.parent)) {
    suffix += `-${above}`;
    const candidate = `${slug}${suffix}`;
    if (candidate.length <= 200 && !isSlugTaken(site.db, place.taxonomy, candidate)) return candidate;
  }
  return undefined;
}

function holders(site: Site, slug: string, place: SlugPlace): { id: number; language_id: number | null }[] {
  const others = slugHolders(site.db, place.taxonomy, slug).filter((term) => term.id !== place.except);
  // With shared slugs only the own language counts (`content.md` 5.10).
  return mayShareSlugs(site) ? others.filter((term) => term.language_id === place.language) : others;
}

/** Whether a term of the same language, or without one, has the slug: otherwise the conflict is between languages. */
function isHeldByOwn(site: Site, slug: string, place: SlugPlace): boolean {
  return holders(site, slug, place).some(
    (term) => term.language_id === place.language || term.language_id === null || place.language === null,
  );
}
