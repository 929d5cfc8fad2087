import { NEEDLES } from './text.ts';
import { FIRST_ID } from './seed.ts';
import type { Kind } from './measure.ts';

const API = '/wp-json/wp/v2';
const OWN = '/wp-json/polydesk/v1';

/** An address made unique by a parameter that the server ignores. */
const anew = (name: string, path: string): Kind => ({
  name,
  path: (number) => `${path}${path.includes('?') ? '&' : '?'}anew=${number}`,
});

/** Compared with the floor. */
export const PAGES = [10, 100].map((size) => anew(`Page of ${size}`, `${API}/posts?lang=en&per_page=${size}`));

/** Compared between a small and a large site: must not depend on its size. */
export function sameAtAnySize(posts: number): Kind[] {
  return [
    ...PAGES,
    // A thousand, from the whole of the site.
    {
      name: 'One post',
      path: (number) => `${API}/posts/${FIRST_ID + (number % 1000) * Math.floor(posts / 1000)}?anew=${number}`,
    },
    anew('Counts (coverage)', `${OWN}/coverage`),
    anew('Page of 50 of the matrix', `${OWN}/groups?per_page=50`),
    anew('Page of the matrix, missing in French', `${OWN}/groups?per_page=50&lang=fr&state=missing`),
    anew(`Search, ${NEEDLES.count} found`, `${API}/posts?search=${NEEDLES.word}`),
    anew(`Search of everything, ${NEEDLES.count} found`, `${API}/search?search=${NEEDLES.word}`),
    anew(`Palette, ${NEEDLES.count} found`, `${OWN}/find?q=${NEEDLES.word}`),
    anew(`Search in the matrix, ${NEEDLES.count} found`, `${OWN}/groups?search=${NEEDLES.word}`),
  ];
}

/** Measured on the large site alone: how long one takes, and for how long others wait. */
export function onTheLargeSite(posts: number): Kind[] {
  const list = `${API}/posts?per_page=10`;
  const last = Math.floor((posts * 0.4) / 10);
  return [
    ...sameAtAnySize(posts),
    ...['id', 'title', 'slug', 'modified', 'author', 'date'].flatMap((by) =>
      ['asc', 'desc'].map((order) => anew(`Ordered by ${by} ${order}`, `${list}&orderby=${by}&order=${order}`)),
    ),
    ...['id', 'title', 'slug', 'modified'].map((by) =>
      anew(`In a language, by ${by}`, `${list}&lang=fr&orderby=${by}&order=asc`),
    ),
    anew('Page 1,000 of a language', `${list}&lang=en&page=1000`),
    anew('Last page of a language', `${list}&lang=en&page=${last}`),
    anew('All statuses', `${list}&status=any`),
    anew('Of a category', `${list}&categories=10`),
    anew('Without a category', `${list}&categories_exclude=10`),
    anew('Of an author', `${list}&author=1`),
    anew('By slug', `${list}&slug=nothing-like-it`),
    anew('Sticky', `${list}&sticky=true`),
    anew('After a day', `${list}&after=2015-02-01T00:00:00&before=2015-02-02T00:00:00`),
    anew('Search, 1 of 100 found', `${API}/posts?search=${NEEDLES.common}`),
    anew('Search, 1 of 100 found, by relevance', `${API}/posts?search=${NEEDLES.common}&orderby=relevance`),
    anew('Search of everything, 1 of 100 found', `${API}/search?search=${NEEDLES.common}`),
    anew('Search of two letters', `${API}/posts?search=zz`),
    anew('Palette, 1 of 100 found', `${OWN}/find?q=${NEEDLES.common}`),
    anew('Matrix by title', `${OWN}/groups?per_page=50&orderby=title`),
    anew('Matrix, page 1,000', `${OWN}/groups?per_page=50&page=1000`),
    anew('Matrix, missing', `${OWN}/groups?per_page=50&state=missing`),
    anew('Matrix, drafts', `${OWN}/groups?per_page=50&state=draft`),
    anew('Matrix, translated to French', `${OWN}/groups?per_page=50&lang=fr&state=translated`),
    anew('Categories', `${API}/categories?per_page=100`),
    anew('Users', `${API}/users`),
    anew('Languages', `/wp-json/pll/v1/languages`),
    anew('History', `${OWN}/history`),
  ];
}
