import type { LinksQuery, Partner } from '../../schema/translations/translation.ts';
import type { Site } from '../../site.ts';
import { textsOfItem } from '../../store/translations/confirmations.ts';
import {
  linkedWith,
  postPartners,
  termPartners,
  type Candidate,
  type Linked,
} from '../../store/translations/partners.ts';
import { postById, postsByIds } from '../../store/content/posts.ts';
import { countedTerms } from '../../store/content/term-list.ts';
import { termById } from '../../store/content/terms.ts';
import type { Kind } from '../../store/translations/translations.ts';
import { contentFacts, languageOfCode } from '../content/content-facts.ts';
import { itemsFound } from '../matrix/groups.ts';
import { invalidParameter } from '../invalid-parameter.ts';
import { foldForSearch } from '../content/posts/search-index.ts';
import { memberOf } from './staleness.ts';

/**
 * Items of the same type in a language: those without translations first, then those already linked; each best first by slug,
 * title and date.
 */
export function partners(site: Site, query: LinksQuery): Partner[] {
  const { kind, id } = query;
  const own = memberOf(site, kind, id);
  const language = languageOfCode(contentFacts(site), query.lang);
  if (!language || language.id === own.language_id)
    throw invalidParameter('lang', 'rest_invalid_param', 'Choose another language of the site.');
  const wanted = likenessOf(site, kind, id);
  const found = candidates(site, query, { type: own.type, language: language.id, wanted });
  const ids = found.map((one) => one.id);
  const linked = linkedWith(site.db, kind, [id, ...ids]);
  const present = linked.filter((one) => one.of === id && one.language_id === language.id);
  return found
    .filter((one) => one.id !== id && !present.some((other) => other.id === one.id))
    .map((one) => ({ one, ...rank(wanted, one), partners: linked.filter((link) => link.of === one.id) }))
    .sort(
      (a, b) => Math.sign(a.partners.length) - Math.sign(b.partners.length) || b.score - a.score || a.one.id - b.one.id,
    )
    .slice(0, query.limit)
    .map(({ one, reason, partners: lost }) => {
      return { id: one.id, title: one.title, reason, unlinks: unlinks(site, [...lost, ...present]) };
    });
}

/** The properties compared. */
interface Likeness {
  title: string;
  slug: string;
  date: string;
}

function likenessOf(site: Site, kind: Kind, id: number): Likeness {
  const title = textsOfItem(site.db, kind, id)?.title ?? '';
  if (kind === 'term') return { title, slug: termById(site.db, id)?.slug ?? '', date: '' };
  const row = postById(site.db, id);
  return { title, slug: row?.slug ?? '', date: row?.date ?? '' };
}

function candidates(
  site: Site,
  { kind, search = '' }: LinksQuery,
  of: { type: string; language: number; wanted: Likeness },
): Candidate[] {
  const { type, language, wanted } = of;
  if (search.trim() !== '') {
    const ids = itemsFound(site, { kind, type, text: search.trim(), language });
    if (kind === 'post') return postsByIds(site.db, ids);
    return countedTerms(site.db, ids).map(({ id, name, slug }) => ({ id, title: name, slug, date: '' }));
  }
  const { date, title } = wanted;
  const query = { type, language, slugs: slugsLike(site, wanted.slug), date, title };
  return kind === 'post' ? postPartners(site.db, query) : termPartners(site.db, query);
}

/** The slug without a trailing number or code, and with each code: typical slugs of translations. */
function slugsLike(site: Site, slug: string): string[] {
  const base = bareSlug(site, slug);
  if (base === '') return [];
  return [...new Set([slug, base, `${base}-2`, ...codesOf(site).map((code) => `${base}-${code}`)])];
}

function bareSlug(site: Site, slug: string): string {
  const suffix = slug.slice(slug.lastIndexOf('-') + 1);
  const isSuffix = slug.includes('-') && (/^\d$/.test(suffix) || codesOf(site).includes(suffix));
  return isSuffix ? slug.slice(0, slug.lastIndexOf('-')) : slug;
}

function codesOf(site: Site): string[] {
  return [...contentFacts(site).languages.values()].map((language) => language.slug);
}

/** Threshold for similar titles. */
const SIMILAR = 0.5;

function rank(wanted: Likeness, one: Candidate): { score: number; reason: Partner['reason'] } {
  const stem = (slug: string): string => slug.replace(/-(?:\d|[a-z]{2,3})$/, '');
  const isSlug = wanted.slug !== '' && stem(wanted.slug) === stem(one.slug);
  const title = similarity(foldForSearch(wanted.title), foldForSearch(one.title));
  const isDate = wanted.date !== '' && wanted.date === one.date;
  const reason = isSlug ? 'slug' : title >= SIMILAR ? 'title' : isDate ? 'date' : 'other';
  return { score: (isSlug ? 4 : 0) + title * 3 + (isDate ? 1 : 0), reason };
}

/** Share of common letter pairs of two texts: 0 to 1. */
function similarity(a: string, b: string): number {
  const pairs = (text: string): Set<string> =>
    new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2)));
  const [left, right] = [pairs(a), pairs(b)];
  const common = [...left].filter((pair) => right.has(pair)).length;
  return left.size + right.size === 0 ? 0 : (2 * common) / (left.size + right.size);
}

function unlinks(site: Site, lost: readonly Linked[]): Partner['unlinks'] {
  const { languages } = contentFacts(site);
  return lost.map(({ id, title, language_id }) => ({ id, lang: languages.get(language_id)?.slug ?? '', title }));
}
