import type { Site } from '../../site.ts';
import { pagePath } from '../../store/content/posts.ts';
import { groupMembers, itemLanguage, languageCounts } from '../../store/translations/translations.ts';
import { translatedPostTypes, translatedTaxonomies } from '../content/content-model.ts';
import type { LanguageFacts } from './fields.ts';
import { storedSettings } from '../settings/settings.ts';
import { keptSiteRow } from '../site/site-row.ts';
import { siteSettings } from '../settings/site-settings.ts';

/**
 * Reads once what the computed fields of all languages depend on (`interface.md` 3.2).
 * @param only counts only the items of this language
 */
export function languageFacts(site: Site, only?: number): LanguageFacts {
  return site.memo.get(`language ${only ?? 'all'}`, () => readLanguageFacts(site, only));
}

function readLanguageFacts(site: Site, only: number | undefined): LanguageFacts {
  const row = keptSiteRow(site);
  const options = siteSettings(site);
  const isStatic = options.show_on_front === 'page';
  const fronts = isStatic ? translationsOfPage(site, options.page_on_front) : new Map<number, number>();
  return {
    home: options.url,
    permalinks: options.permalink_structure,
    settings: storedSettings(site),
    serverUrl: site.serverUrl,
    defaultLanguage: row.default_language_id,
    ...counts(site, only),
    frontPages: new Map([...fronts].map(([language, id]) => [language, { id, path: pagePath(site.db, id) }])),
    postsPages: isStatic ? translationsOfPage(site, options.page_for_posts) : new Map(),
  };
}

/** Published posts of translated types and terms of translated taxonomies, by language, without drafts and media. */
function counts(site: Site, only: number | undefined): Pick<LanguageFacts, 'posts' | 'terms'> {
  return site.memo.get(`counts ${only ?? 'all'}`, () => readCounts(site, only), 'rest');
}

function readCounts(site: Site, only: number | undefined): Pick<LanguageFacts, 'posts' | 'terms'> {
  const posts = new Map<number, number>();
  const terms = new Map<number, number>();
  const types = translatedPostTypes(site);
  const taxonomies = translatedTaxonomies(site);
  for (const { language_id, kind, type, status, n } of languageCounts(site.db, only)) {
    if (kind === 'term' && taxonomies.includes(type)) terms.set(language_id, (terms.get(language_id) ?? 0) + n);
    if (kind === 'post' && status === 'publish' && types.includes(type))
      posts.set(language_id, (posts.get(language_id) ?? 0) + n);
  }
  return { posts, terms };
}

/** Language → page, for the translations of a page; empty for 0, for a missing page, and for one without a language. */
function translationsOfPage(site: Site, id: number): Map<number, number> {
  const own = id === 0 ? undefined : itemLanguage(site.db, 'post', id);
  return new Map(own ? groupMembers(site.db, own.group_id).map((member) => [member.language_id, member.item_id]) : []);
}
