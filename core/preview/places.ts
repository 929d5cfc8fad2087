import { GUEST } from '../domain/access/capabilities.ts';
import { contentFacts, type ContentLanguage } from '../domain/content/content-facts.ts';
import { isTranslated, postTypes, taxonomy } from '../domain/content/content-model.ts';
import { postAddresses } from '../domain/content/item-addresses.ts';
import { languageBase, permalinkRoot } from '../domain/content/links.ts';
import { canRead } from '../domain/content/posts/rights.ts';
import { termAddresses } from '../domain/content/terms/values.ts';
import { languageFacts } from '../domain/languages/facts.ts';
import { listLanguages } from '../domain/languages/languages.ts';
import { siteSettings } from '../domain/settings/site-settings.ts';
import type { Site } from '../site.ts';
import { postsByIds, postsWithSlug, type PostRow } from '../store/content/posts.ts';
import { countedTerms, type CountedTerm } from '../store/content/term-list.ts';
import { termsWithSlug } from '../store/content/terms.ts';
import { itemLanguage } from '../store/translations/translations.ts';
import { addressKey, readAddress, type AskedAddress } from '../domain/content/addresses.ts';

interface List {
  language: ContentLanguage | undefined;
  page: number;
  text: string;
  type: string;
  id: number;
}

/** What an address of the finished site shows. `language` is undefined for content without one. */
export type Place =
  /** A list of items: the newest, search results, all of a type. `id` is the page that lists the posts; 0 for the front page. */
  | (List & { kind: 'posts' })
  | (List & { kind: 'search' })
  | (List & { kind: 'archive' })
  | { kind: 'item'; row: PostRow; language: ContentLanguage | undefined }
  | { kind: 'term'; row: CountedTerm; language: ContentLanguage | undefined; page: number }
  /** A redirect to another address of the site. */
  | { kind: 'moved'; to: string };

/** The place at a public address, in any URL mode; undefined if not found. */
export function placeAt(site: Site, address: string): Place | undefined {
  const asked = readAddress(address);
  if (!asked) return undefined;
  if (asked.search !== undefined) return searchAt(site, asked);
  return (
    frontAt(site, asked) ?? itemAt(site, asked) ?? termAt(site, asked) ?? archiveAt(site, asked) ?? onward(site, asked)
  );
}

/** Languages visible to visitors. */
export function shownLanguages(site: Site): ContentLanguage[] {
  return [...contentFacts(site).languages.values()].filter(({ active }) => active);
}

/** Whether content in this language is visible to visitors; content without a language always is. */
export function isShown(language: ContentLanguage | undefined): boolean {
  return language === undefined || language.active;
}

/** The language of an item; undefined for an item without one. */
export function languageOf(site: Site, kind: 'post' | 'term', type: string, id: number): ContentLanguage | undefined {
  if (!isTranslated(site, kind, type)) return undefined;
  const own = itemLanguage(site.db, kind, id);
  return own && contentFacts(site).languages.get(own.language_id);
}

function listOf(
  kind: 'posts' | 'search' | 'archive',
  language: ContentLanguage | undefined,
  more: Partial<List> & { page: number },
): Place {
  return { kind, text: '', type: 'post', id: 0, ...more, language };
}

function frontAt(site: Site, { key, page }: AskedAddress): Place | undefined {
  const facts = languageFacts(site);
  const languages = listLanguages(site).filter(({ active }) => active);
  if (languages.length === 0 && key === addressKey(`${facts.home}/`))
    return homeOf(site, undefined, siteSettings(site).page_on_front, page);
  const found = languages.find(({ home_url }) => addressKey(home_url) === key);
  if (!found) return undefined;
  return homeOf(site, contentFacts(site).languages.get(found.term_id), found.page_on_front, page);
}

function homeOf(site: Site, language: ContentLanguage | undefined, front: number, page: number): Place | undefined {
  const isStatic = siteSettings(site).show_on_front === 'page';
  const [row] = isStatic && front > 0 ? visiblePosts(site, [front]) : [];
  return row ? { kind: 'item', row, language } : listOf('posts', language, { page });
}

function searchAt(site: Site, asked: AskedAddress): Place | undefined {
  const { key, page, search: text = '' } = asked;
  const found = listLanguages(site).find(({ active, search_url }) => active && addressKey(search_url) === key);
  const isHome = key === addressKey(`${contentFacts(site).home}/`);
  if (!found && !isHome) return undefined;
  return listOf('search', found && contentFacts(site).languages.get(found.term_id), { page, text });
}

const NUMBERED = ['p', 'page_id', 'attachment_id'];

function itemAt(site: Site, { key, parts, query, page }: AskedAddress): Place | undefined {
  const named = NUMBERED.flatMap((name) => numberIn(query.get(name)));
  const last = parts.at(-1) ?? '';
  // Permalinks may contain the ID instead of the slug.
  const numbers = contentFacts(site).permalinks.includes('%post_id%') ? parts.flatMap((part) => numberIn(part)) : [];
  const ids = named.length > 0 ? named : [...numbers, ...postsWithSlug(site.db, slugsOf(parts))];
  if (ids.length === 0 || (named.length === 0 && last === '')) return undefined;
  const rows = visiblePosts(site, ids);
  const addresses = postAddresses(site, GUEST, rows);
  const row = rows.find(({ id }) => addressKey(addresses.get(id) ?? '') === key);
  if (!row) return undefined;
  const language = languageOf(site, 'post', row.type, row.id);
  if (!isShown(language)) return undefined;
  const isPostsPage =
    siteSettings(site).show_on_front === 'page' &&
    [...languageFacts(site).postsPages.values(), siteSettings(site).page_for_posts].includes(row.id);
  return isPostsPage ? listOf('posts', language, { page, id: row.id }) : { kind: 'item', row, language };
}

function termAt(site: Site, { key, parts, query, page }: AskedAddress): Place | undefined {
  const named = numberIn(query.get('cat'));
  const inQuery = [...query].filter(([name]) => name !== 'lang').map(([, value]) => value);
  const ids = [...named, ...termsWithSlug(site.db, slugsOf(parts.length > 0 ? parts : inQuery))];
  if (ids.length === 0) return undefined;
  const rows = countedTerms(site.db, ids).filter((row) => taxonomy(site, row.taxonomy));
  const addresses = termAddresses(site, rows, contentFacts(site));
  const row = rows.find(({ id }) => addressKey(addresses.get(id) ?? '') === key);
  const language = row && languageOf(site, 'term', row.taxonomy, row.id);
  return row && isShown(language) ? { kind: 'term', row, language, page } : undefined;
}

function archiveAt(site: Site, { key, page }: AskedAddress): Place | undefined {
  for (const type of postTypes(site)) {
    if (!type.has_archive) continue;
    const languages = isTranslated(site, 'post', type.name) ? shownLanguages(site) : [undefined];
    const language = languages.find((one) => addressKey(archiveAddress(site, type.name, one)) === key);
    if (language || (languages[0] === undefined && addressKey(archiveAddress(site, type.name, undefined)) === key))
      return listOf('archive', language, { page, type: type.name });
  }
  return undefined;
}

/** The archive of a type, in a language. */
export function archiveAddress(site: Site, type: string, language: ContentLanguage | undefined): string {
  const facts = contentFacts(site);
  const base = language ? languageBase(facts, language) : `${facts.home}/${permalinkRoot(facts)}`;
  if (facts.permalinks === '') return `${base}${base.includes('?') ? '&' : '?'}post_type=${type}`;
  return `${base}${type}/`;
}

/** The site's root address redirects to its default language, if that has a different address. */
function onward(site: Site, { key, search }: AskedAddress): Place | undefined {
  const facts = contentFacts(site);
  if (search !== undefined || key !== addressKey(`${facts.home}/`)) return undefined;
  const found = listLanguages(site).find(({ term_id }) => term_id === facts.defaultLanguage);
  return found && { kind: 'moved', to: found.home_url };
}

/** Those of these items that visitors may read, in this order. */
export function visiblePosts(site: Site, ids: readonly number[]): PostRow[] {
  const rows = postsByIds(site.db, [...new Set(ids)]);
  const types = new Set(postTypes(site).map(({ name }) => name));
  return rows.filter(
    (row) => types.has(row.type) && canRead(site, GUEST, row) && (row.status === 'publish' || row.status === 'inherit'),
  );
}

/** A slug in both stored forms: decoded, or percent-encoded. */
function slugsOf(parts: readonly string[]): string[] {
  const last = parts.at(-1) ?? '';
  return last === '' ? [] : [...new Set([last, encodeURIComponent(last).toLowerCase()])];
}

function numberIn(text: string | null): number[] {
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? [Number(text)] : [];
}
