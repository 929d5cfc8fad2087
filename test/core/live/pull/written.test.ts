// What a pull takes to be stored as it is there is compared no more: it has to be so for every kind of item and reference.
import { afterEach, expect, test } from 'vitest';
import { transact } from '../../../../core/domain/history/history.ts';
import { hashOf, unpack } from '../../../../core/live/body.ts';
import { insertPost } from '../../../../core/store/content/posts.ts';
import { bodyById, keysHere, knownOf } from '../../../../core/store/live/items.ts';
import { connectedSite } from '../../../../core/store/live/sites.ts';
import { queueItems } from '../../../../core/store/live/states.ts';
import { make, openPair, type Pair } from '../support/pair.ts';

let pair: Pair | undefined;
afterEach(async () => {
  await pair?.close();
  pair = undefined;
});

const DATE = '2026-01-02T03:04:05';
const WHEN = { date: DATE, date_gmt: DATE, modified: DATE, modified_gmt: DATE };

/** A site there with items that name each other. */
async function opened(): Promise<Pair & { ids: Record<'news' | 'hello' | 'bonjour' | 'lost', number> }> {
  const own = (pair = await openPair());
  const { bench } = own.there;
  const news = make(bench, '/wp/v2/categories', { name: 'News & more', lang: 'en' });
  make(bench, '/wp/v2/categories', { name: 'Sport', lang: 'en', parent: news });
  const hello = make(bench, '/wp/v2/posts', { title: 'Hello', status: 'publish', lang: 'en', categories: [news] });
  const bonjour = make(bench, '/wp/v2/posts', {
    ...{ title: 'Bonjour', status: 'publish', lang: 'fr', translations: { en: hello } },
    content: `<!-- wp:block {"ref":${hello}} /-->\n\n<!-- wp:paragraph -->\n<p>café & thé</p>\n<!-- /wp:paragraph -->`,
  });
  const lost = make(bench, '/wp/v2/posts', { title: 'Lost', lang: 'en', content: '<!-- wp:block {"ref":987654} /-->' });
  make(bench, '/wp/v2/pages', { title: 'Child', parent: make(bench, '/wp/v2/pages', { title: 'Parent', lang: 'en' }) });
  return { ...own, ids: { news, hello, bonjour, lost } };
}

/** Compares everything once more, whatever a pull thought of it. */
function comparedAgain({ site, plan }: Pair): string[] {
  for (const kind of ['post', 'term', 'language'] as const)
    queueItems(
      site.db,
      keysHere(site.db, kind).map((uuid) => ({ kind, uuid })),
    );
  return plan();
}

test('nothing differs after a pull, also when everything is compared again', async () => {
  const own = await opened();
  await own.check({ full: true });
  own.pull();
  expect(own.plan()).toEqual([]);
  expect(comparedAgain(own)).toEqual([]);
});

test('a value stored differently here stays in the plan', async () => {
  const own = await opened();
  await own.check({ full: true });
  const post = own.rows().find(({ title }) => title === 'Hello');
  // It names its translation and its category, which are not here yet.
  own.pull([`post-${post?.uuid ?? ''}`]);
  expect(own.plan()).toContain('there Hello');
  expect(comparedAgain(own)).toEqual(own.plan());
  own.pull();
  expect(comparedAgain(own)).toEqual([]);
});

test('an item whose number is taken here gets another, and what names it follows', async () => {
  const own = await opened();
  const { site, here, ids } = own;
  transact(site, here.admin, () => ({
    value: insertPost(site.db, 'post', { id: ids.hello, title: 'Ours', slug: 'ours', status: 'draft', ...WHEN }),
    keep: true,
  }));
  await own.check({ full: true });
  own.pull();
  const [made] = site.db.prepare(`SELECT id FROM posts WHERE title = 'Hello'`).pluck().all() as number[];
  expect(made).not.toBe(ids.hello);
  const answer = here.ask('GET', `/wp/v2/posts/${ids.bonjour}`).body as { content: { raw?: string } };
  const stored = site.db.prepare('SELECT content FROM posts WHERE id = ?').pluck().get(ids.bonjour);
  expect(answer).toMatchObject({ id: ids.bonjour, translations: { en: made } });
  expect(stored).toContain(`{"ref":${made}}`);
  expect(comparedAgain(own)).toEqual(['new_here Ours']);
});

test('a stored body tells the same hash as the item that is read from it', async () => {
  const own = await opened();
  await own.check({ full: true });
  const { db } = own.site;
  const live = connectedSite(db)?.id ?? 0;
  const rows = own.rows();
  expect(rows.length).toBeGreaterThan(6);
  for (const row of rows) {
    const { seen } = knownOf(db, live, row);
    const stored = seen === null ? undefined : bodyById(db, seen);
    if (stored) expect(row.there, row.title).toBe(hashOf(unpack(stored.zip)));
  }
  // One of them has more than its hash tells: a number that nobody knows.
  const { uuid } = rows.find(({ title }) => title === 'Lost') ?? { uuid: '' };
  const { seen } = knownOf(db, live, { kind: 'post', uuid });
  const stored = seen === null ? undefined : bodyById(db, seen);
  expect(stored && unpack(stored.zip).unknown).toEqual([{ kind: 'post', ref: '987654' }]);
});
