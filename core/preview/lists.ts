import { postTypes } from '../domain/content/content-model.ts';
import { drainSearchQueue, searchTerms } from '../domain/content/posts/search-index.ts';
import { siteSettings } from '../domain/settings/site-settings.ts';
import type { Site } from '../site.ts';
import { countPosts, idsInOrder, listPostIds, type PostFilter } from '../store/content/post-list.ts';
import { termsBelow } from '../store/content/post-terms.ts';
import { postsByIds, type PostRow } from '../store/content/posts.ts';
import type { Place } from './places.ts';

/** Items of one page of a list, and its number of pages. */
export interface ListedPosts {
  rows: PostRow[];
  pages: number;
}

export type ListPlace = Extract<Place, { kind: 'posts' | 'search' | 'archive' | 'term' }>;

const NEWEST = { by: 'date', direction: 'desc' } as const;

/** The published items of a list, newest first. */
export function postsOf(site: Site, place: ListPlace): ListedPosts {
  const filters = filtersOf(site, place);
  const perPage = Math.max(1, siteSettings(site).posts_per_page);
  if (place.kind === 'search') drainSearchQueue(site);
  const end = place.page * perPage;
  const first = filters.flatMap((filter) => listPostIds(site.db, filter, { limit: end, offset: 0, order: NEWEST }));
  const ids = filters.length > 1 ? idsInOrder(site.db, first, NEWEST) : first;
  const total = filters.reduce((sum, filter) => sum + countPosts(site.db, filter), 0);
  return { rows: postsByIds(site.db, ids.slice(end - perPage, end)), pages: Math.max(1, Math.ceil(total / perPage)) };
}

/** One filter per item type in the list. */
function filtersOf(site: Site, place: ListPlace): PostFilter[] {
  const filter = { type: 'post', statuses: ['publish'], language: place.language?.id };
  switch (place.kind) {
    case 'posts':
      return [filter];
    case 'archive':
      return [{ ...filter, type: place.type }];
    case 'search':
      return [{ ...filter, search: { terms: searchTerms(place.text), columns: ['title', 'excerpt', 'content'] } }];
    case 'term': {
      const terms = [{ groups: [termsBelow(site.db, [place.row.id])], operator: 'OR' as const }];
      const types = postTypes(site).filter(({ taxonomies }) => taxonomies.includes(place.row.taxonomy));
      return types.map(({ name }) => ({ type: name, statuses: ['publish'], terms }));
    }
  }
}
