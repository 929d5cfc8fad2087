import { afterEach, expect, test } from 'vitest';
import { make, openPair, type Pair } from './support/pair.ts';

let pair: Pair | undefined;
afterEach(async () => {
  await pair?.close();
  pair = undefined;
});

/** A pair with a small site there, pulled. */
async function pulled(): Promise<Pair> {
  const opened = (pair = await openPair());
  const { bench } = opened.there;
  const news = make(bench, '/wp/v2/categories', { name: 'News & more', lang: 'en' });
  const actu = make(bench, '/wp/v2/categories', { name: 'Actu', lang: 'fr', translations: { en: news } });
  const home = opened.there.url;
  const a = make(bench, '/wp/v2/posts', {
    title: 'Hello',
    slug: 'hello',
    status: 'publish',
    content: `<!-- wp:paragraph -->\n<p>One two three <a href="${home}/x/">x</a></p>\n<!-- /wp:paragraph -->\n\n<!-- wp:paragraph -->\n<p>Last words</p>\n<!-- /wp:paragraph -->`,
    categories: [news],
    lang: 'en',
  });
  make(bench, '/wp/v2/posts', {
    title: 'Bonjour',
    status: 'publish',
    content: `<!-- wp:block {"ref":${a}} /-->`,
    categories: [actu],
    lang: 'fr',
    translations: { en: a },
  });
  const parent = make(bench, '/wp/v2/pages', { title: 'Parent', status: 'publish', lang: 'en' });
  make(bench, '/wp/v2/pages', { title: 'Child', parent, status: 'draft', lang: 'en' });
  await opened.check();
  opened.pull();
  return opened;
}

const titles = (bench: Pair['here'], path: string): string[] =>
  (
    bench.engine.dispatch(
      { method: 'GET', path, query: { context: 'edit', status: 'any', per_page: '100' } },
      bench.admin,
    ).body as {
      title: { raw: string };
    }[]
  ).map(({ title }) => title.raw);

test('a site is taken over whole: pulled once there is nothing to pull', async () => {
  const { here, there, site, plan, check, pull } = await pulled();
  expect(plan()).toEqual([]);
  expect(titles(here, '/wp/v2/posts').sort()).toEqual(['Bonjour', 'Hello']);
  expect(titles(here, '/wp/v2/pages').sort()).toEqual(['Child', 'Parent']);
  // Numbers are those of the site.
  const ids = (bench: Pair['here']): unknown[] =>
    (
      bench.engine.dispatch({ method: 'GET', path: '/wp/v2/posts', query: { context: 'edit' } }, bench.admin).body as {
        id: number;
        translations: unknown;
        categories: unknown;
      }[]
    ).map(({ id, translations, categories }) => ({ id, translations, categories }));
  expect(ids(here)).toEqual(ids(there.bench));
  await check({ full: true });
  expect(plan()).toEqual([]);
  const entries = site.db.prepare('SELECT count(*) FROM journal').pluck().get();
  expect(pull()).toMatchObject({ created: 0, changed: 0, deleted: 0 });
  expect(site.db.prepare('SELECT count(*) FROM journal').pluck().get()).toBe(entries);
  // What is born here has a number that the site never gives.
  expect(make(here, '/wp/v2/posts', { title: 'Born here' })).toBe(1_000_000_000);
});
