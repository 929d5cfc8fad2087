import type { Site } from '../../site.ts';
import { allLanguages } from '../../store/languages/languages.ts';
import { invalidParameter } from '../invalid-parameter.ts';
import type { LinkFacts, LinkLanguage } from './links.ts';
import { storedSettings } from '../settings/settings.ts';
import { keptSiteRow } from '../site/site-row.ts';
import { siteSettings } from '../settings/site-settings.ts';

/** The language data that content needs. */
export interface ContentLanguage extends LinkLanguage {
  id: number;
  locale: string;
  /** Whether the language is active. */
  active: boolean;
}

/** The site data on which addresses and languages of content depend, read once per request. */
export interface ContentFacts extends LinkFacts {
  /** Local REST root without trailing slash: the base of `_links` (`interface.md` 1.2). */
  rest: string;
  defaultLanguage: number | null;
  defaultCategory: number;
  languages: ReadonlyMap<number, ContentLanguage>;
  /** Locale of items without a language. */
  locale: string;
  /** Time zone of the site, "" for UTC. */
  timezone: string;
}

export function contentFacts(site: Site): ContentFacts {
  return site.memo.get('content', () => readContentFacts(site));
}

function readContentFacts(site: Site): ContentFacts {
  const { default_language_id, default_category_id } = keptSiteRow(site);
  const options = siteSettings(site);
  return {
    home: options.url,
    permalinks: options.permalink_structure,
    settings: storedSettings(site),
    rest: `${site.serverUrl}/wp-json`,
    defaultLanguage: default_language_id,
    defaultCategory: default_category_id,
    locale: options.language,
    timezone: options.timezone,
    languages: new Map(
      allLanguages(site.db).map(({ term_id, slug, locale, active }) => [
        term_id,
        { id: term_id, slug, locale, active: active === 1, is_default: term_id === default_language_id },
      ]),
    ),
  };
}

/** The language with a code, case-insensitively. */
export function languageOfCode(facts: Pick<ContentFacts, 'languages'>, code: string): ContentLanguage | undefined {
  const wanted = code.toLowerCase();
  return [...facts.languages.values()].find((language) => language.slug === wanted);
}

/** The same for a request parameter: 400 if the site has no such language. */
export function needLanguage(
  facts: Pick<ContentFacts, 'languages'>,
  code: string | undefined,
  name = 'lang',
): ContentLanguage {
  const language = code === undefined ? undefined : languageOfCode(facts, code);
  if (!language) throw invalidParameter(name, 'rest_invalid_param', 'The site has no language with this code.');
  return language;
}

/** Codes of all languages of the site, in list order. */
export function languageCodeList(site: Site): string[] {
  return allLanguages(site.db).map((language) => language.slug);
}
