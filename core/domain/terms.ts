import { RestError } from '../errors.ts';
import type { Site } from '../site.ts';
import { siteRow } from '../store/site.ts';
import { insertTerm, isSlugTaken, termById, termsOf, type TermRow } from '../store/terms.ts';
import { languageFacts } from './language-facts.ts';
import { languageBase } from './links.ts';
import { giveLanguage, languageCodes, translationMap } from './translations.ts';

export interface TermValue {
  id: number;
  count: number;
  description: string;
  link: string;
  name: string;
  slug: string;
  taxonomy: string;
  parent: number;
  meta: Record<string, unknown>;
  lang: string;
  translations: Record<string, number>;
}

/** Categories of all languages, with their languages and translations (`content.md` 3.2). */
export function listCategories(
  site: Site,
  query: { page: number; per_page: number; order: 'asc' | 'desc'; orderby: 'id' | 'name' | 'slug'; slug?: string[] | undefined },
): { items: TermValue[]; total: number } {
  const rows = termsOf(site.db, 'category').filter((row) => !query.slug || query.slug.includes(row.slug));
  const sign = query.order === 'asc' ? 1 : -1;
  rows.sort((a, b) => (query.orderby === 'id' ? a.id - b.id : a[query.orderby].localeCompare(b[query.orderby])) * sign || a.id - b.id);
  const start = (query.page - 1) * query.per_page;
  return { items: rows.slice(start, start + query.per_page).map((row) => termValue(site, row)), total: rows.length };
}

/** A new category in the default language. */
export function createCategory(site: Site, input: { name: string; slug?: string | undefined; description?: string | undefined }): TermValue {
  const name = input.name.trim();
  if (name === '') throw new RestError('empty_term_name', 'The name of a category cannot be empty.', 400);
  const id = insertTerm(site.db, { taxonomy: 'category', name, slug: freeSlug(site, input.slug ?? name), description: input.description ?? '' });
  const language = siteRow(site.db).default_language_id;
  if (language !== null) giveLanguage(site, { kind: 'term', id, type: 'category' }, { language });
  return termValue(site, termById(site.db, id) as TermRow);
}

function freeSlug(site: Site, text: string): string {
  const base = text.toLowerCase().replace(/[^\p{L}\p{N}_]+/gu, '-').replace(/^-+|-+$/g, '');
  let slug = base;
  for (let n = 2; isSlugTaken(site.db, 'category', slug); n++) slug = `${base}-${n}`;
  return slug;
}

function termValue(site: Site, row: TermRow): TermValue {
  const facts = languageFacts(site);
  const codes = languageCodes(site).byId;
  const { lang, translations } = translationMap(site, { kind: 'term', id: row.id }, codes);
  const isDefault = lang !== '' && codes.get(facts.defaultLanguage ?? 0) === lang;
  const base = lang === '' ? `${facts.home}/` : languageBase(facts, { slug: lang, is_default: isDefault });
  return {
    id: row.id,
    count: 0,
    description: row.description,
    link: `${base}category/${row.slug}/`,
    name: row.name,
    slug: row.slug,
    taxonomy: row.taxonomy,
    parent: row.parent ?? 0,
    meta: {},
    lang,
    translations,
  };
}
