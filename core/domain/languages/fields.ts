import type { LanguageValue } from '../../schema/languages/language.ts';
import type { LanguageRow } from '../../store/languages/languages.ts';
import { flagImg } from './flags.ts';
import { socialLocaleOf, w3cOf } from './catalog.ts';
import { hostOf, languageBase, languageHome, type LinkFacts } from '../content/links.ts';
import { shownName } from '../content/plain-text.ts';

/** What the computed fields of every language depend on, read once per request. */
export interface LanguageFacts extends LinkFacts {
  serverUrl: string;
  defaultLanguage: number | null;
  /** Number of published posts of translated types, by language. */
  posts: ReadonlyMap<number, number>;
  /** Number of terms of translated taxonomies, by language. */
  terms: ReadonlyMap<number, number>;
  /** Static front page by language, with its path; empty while the front page shows posts. */
  frontPages: ReadonlyMap<number, { id: number; path: string }>;
  postsPages: ReadonlyMap<number, number>;
}

/** A stored language and its computed fields, in wire order (`interface.md` 3.1, 3.2). Pure: nothing of it is stored. */
export function languageValue(row: LanguageRow, facts: LanguageFacts): LanguageValue {
  const isDefault = row.term_id === facts.defaultLanguage;
  const link = { slug: row.slug, is_default: isDefault };
  const searchUrl = languageBase(facts, link);
  const front = facts.frontPages.get(row.term_id);
  return {
    name: row.name,
    slug: row.slug,
    term_group: row.term_group,
    term_id: row.term_id,
    locale: row.locale,
    is_rtl: row.is_rtl === 1,
    w3c: w3cOf(row.locale),
    social_locale: socialLocaleOf(row.locale),
    home_url: languageHome(facts, link, front),
    search_url: searchUrl,
    host: hostOf(searchUrl),
    page_on_front: front?.id ?? 0,
    page_for_posts: facts.postsPages.get(row.term_id) ?? 0,
    flag_code: row.flag_code,
    flag_url: row.flag_code === '' ? '' : `${facts.serverUrl}/polydesk/flags/${row.flag_code}.svg`,
    flag: flagImg(row.flag_code, shownName(row.name)),
    active: row.active === 1,
    fallbacks: JSON.parse(row.fallbacks) as string[],
    is_default: isDefault,
    term_props: {
      language: { term_id: row.term_id, term_taxonomy_id: row.term_id, count: facts.posts.get(row.term_id) ?? 0 },
      term_language: { term_id: row.twin_id, term_taxonomy_id: row.twin_id, count: facts.terms.get(row.term_id) ?? 0 },
    },
  };
}
