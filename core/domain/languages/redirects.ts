import type { Redirects } from '../../schema/languages/impact.ts';
import type { Site } from '../../site.ts';
import { countPosts, listPlainRows } from '../../store/content/post-list.ts';
import type { PostRow } from '../../store/content/posts.ts';
import { countTerms, listTerms, type CountedTerm } from '../../store/content/term-list.ts';
import type { Dict } from '../../types.ts';
import { contentFacts } from '../content/content-facts.ts';
import { isTranslated, postTypes, taxonomies, type PostType } from '../content/content-model.ts';
import { postLink } from '../content/posts/links.ts';
import { loadPage } from '../content/posts/page.ts';
import { termAddresses } from '../content/terms/values.ts';
import { trySettings } from '../settings/settings.ts';
import { listLanguages } from './languages.ts';

/** Items per page of the list. */
const PER_PAGE = 1000;

/** A kind of content with public addresses per language: a post type, or all translated taxonomies. */
interface Part {
  total(language?: number): number;
  /** Reads rows; the returned function computes their addresses with the settings at the time of its call. */
  rows(offset: number, limit: number): () => Map<number, string>;
}

/**
 * A page of the addresses that a settings write would change: home pages, published items and media, terms. The caller rolls the
 * write back: the endpoint is `dry`.
 */
export function redirectPage(
  site: Site,
  given: readonly string[],
  change: { values: Dict; sealed: readonly string[]; page: number },
): Redirects {
  const parts = partsOf(site);
  let offset = (change.page - 1) * PER_PAGE;
  let left = PER_PAGE;
  const reads = change.page === 1 ? [homes(site)] : [];
  let total = 0;
  for (const part of parts) {
    const size = part.total();
    if (offset < size && left > 0) reads.push(part.rows(offset, left));
    const taken = Math.min(left, Math.max(0, size - offset));
    left -= taken;
    offset = Math.max(0, offset - size);
    total += size;
  }
  const before = reads.map((read) => read());
  trySettings(site, given, change);
  const redirects = reads.flatMap((read, at) => {
    const after = read();
    return [...(before[at] ?? [])].flatMap(([id, from]) => {
      const to = after.get(id);
      return to === undefined || to === from ? [] : [{ from, to }];
    });
  });
  return { redirects, pages: Math.max(1, Math.ceil(total / PER_PAGE)) };
}

/** Number of published items, media and terms in these languages. */
export function publishedIn(site: Site, languages: readonly number[]): number {
  const parts = partsOf(site);
  return languages.reduce((sum, language) => sum + parts.reduce((all, part) => all + part.total(language), 0), 0);
}

function homes(site: Site): () => Map<number, string> {
  return () => new Map(listLanguages(site).map(({ term_id, home_url }) => [term_id, home_url]));
}

function partsOf(site: Site): Part[] {
  const types = postTypes(site).filter(({ name }) => isTranslated(site, 'post', name));
  const terms = taxonomies(site)
    .map(({ name }) => name)
    .filter((name) => isTranslated(site, 'term', name));
  return [...types.map((type) => postPart(site, type)), ...(terms.length > 0 ? [termPart(site, terms)] : [])];
}

function postPart(site: Site, type: PostType): Part {
  const filter = { type: type.name, statuses: [type.name === 'attachment' ? 'inherit' : 'publish'] };
  return {
    total: (language) => countPosts(site.db, { ...filter, language }),
    rows(offset, limit) {
      const window = { offset, limit, order: { by: 'id', direction: 'asc' } } as const;
      const rows = listPlainRows(site.db, filter, window)?.rows ?? [];
      return () => postAddresses(site, type, rows);
    },
  };
}

function postAddresses(site: Site, type: PostType, rows: readonly PostRow[]): Map<number, string> {
  const facts = contentFacts(site);
  const page = loadPage(site, { facts, type, rows, wants: () => false });
  return new Map(rows.map((row) => [row.id, postLink(facts, page.linked(row))]));
}

function termPart(site: Site, names: readonly string[]): Part {
  const query = { taxonomies: names, order: 'asc', orderby: 'id', limit: 0, offset: 0 } as const;
  return {
    total: (language) => countTerms(site.db, { ...query, language }),
    rows(offset, limit) {
      const rows: CountedTerm[] = listTerms(site.db, { ...query, offset, limit });
      return () => termAddresses(site, rows, contentFacts(site));
    },
  };
}
