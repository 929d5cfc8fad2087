import type { AddressSample } from '../../schema/languages/impact.ts';
import type { Site } from '../../site.ts';
import { listPostIds } from '../../store/content/post-list.ts';
import { postById } from '../../store/content/posts.ts';
import { countedTerms, listTerms } from '../../store/content/term-list.ts';
import { contentFacts, type ContentFacts, type ContentLanguage } from '../content/content-facts.ts';
import { postType } from '../content/content-model.ts';
import { listLanguages } from './languages.ts';
import { postLink } from '../content/posts/links.ts';
import { addressOf } from '../content/posts/read.ts';
import { termLink } from '../content/terms/links.ts';
import { termAddresses } from '../content/terms/values.ts';

/** Sample addresses of one language, by kind of page. */
export interface Addresses {
  front: string;
  post: string;
  category: string;
  search: string;
}

const KINDS = ['front', 'post', 'category', 'search'] as const;

/**
 * The addresses of a front page, a post, a category and a search in each language: of the newest post and the first category of
 * the language, or made-up ones if it has none.
 */
export function languageAddresses(site: Site): Map<string, Addresses> {
  const facts = contentFacts(site);
  return new Map(
    listLanguages(site).map(({ slug, home_url, search_url, term_id }) => {
      const language = facts.languages.get(term_id);
      const post = language ? samplePost(site, facts, language) : '';
      const category = language ? sampleCategory(site, facts, language) : '';
      return [slug, { front: home_url, post, category, search: search_url }];
    }),
  );
}

/** Both states side by side, for the languages that exist in both. */
export function compareAddresses(before: Map<string, Addresses>, after: Map<string, Addresses>): AddressSample[] {
  return [...after].flatMap(([lang, next]) => {
    const last = before.get(lang);
    if (!last) return [];
    const pairs = KINDS.map((kind) => [kind, { before: last[kind], after: next[kind] }]);
    return [{ lang, ...Object.fromEntries(pairs) } as AddressSample];
  });
}

function samplePost(site: Site, facts: ContentFacts, language: ContentLanguage): string {
  const window = { limit: 1, offset: 0, order: { by: 'date', direction: 'desc' } } as const;
  const [id] = listPostIds(site.db, { type: 'post', statuses: ['publish'], language: language.id }, window);
  const row = id === undefined ? undefined : postById(site.db, id);
  const type = postType(site, 'post');
  if (row && type) return addressOf(site, undefined, type, row);
  const date = new Date().toISOString();
  const made = { id: 12, type: 'post', status: 'publish', slug: 'sample', date, parent: null };
  return postLink(facts, { row: made, path: 'sample', language, category: 'news', author: 'author' });
}

function sampleCategory(site: Site, facts: ContentFacts, language: ContentLanguage): string {
  const query = { taxonomies: ['category'], language: language.id, limit: 1, offset: 0 };
  const [row] = listTerms(site.db, { ...query, order: 'asc', orderby: 'id' });
  const found = row && termAddresses(site, countedTerms(site.db, [row.id]), facts).get(row.id);
  return found ?? termLink(facts, { id: 1, taxonomy: 'category', slug: 'news' }, language);
}
