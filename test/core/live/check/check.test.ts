// A check of a site that is interrupted, hides content, or lacks capabilities.
import { afterEach, expect, test } from 'vitest';
import type { LiveSiteOptions } from '../../../support/live-site.ts';
import { make, openPair, type Pair } from '../support/pair.ts';

let pair: Pair | undefined;
afterEach(async () => {
  await pair?.close();
  pair = undefined;
});

const pairOf = async (options?: Parameters<typeof openPair>[0]): Promise<Pair> => (pair = await openPair(options));
const tags = ({ there }: Pair, count: number): number[] =>
  Array.from({ length: count }, (_, n) => make(there.bench, '/wp/v2/tags', { name: `Tag ${n}`, lang: 'en' }));

test('a check that was cut off asks for nothing it has already, and finds all the same', async () => {
  let [asked, lasts] = [new Map<string, number>(), Infinity];
  const opened = await pairOf({
    fault: (_method, path) => {
      if (asked.size >= lasts && path.includes('/wp/v2/tags'))
        return { status: 503, headers: { 'retry-after': '9999' } };
      asked.set(path, (asked.get(path) ?? 0) + 1);
      return undefined;
    },
  });
  tags(opened, 250);
  asked = new Map();
  lasts = 12;
  await expect(opened.check()).rejects.toMatchObject({ code: 'polydesk_live_busy' });
  const before = new Set([...asked.keys()].filter((path) => path.includes('/wp/v2/categories')));
  [asked, lasts] = [new Map(), Infinity];
  expect(await opened.check()).toMatchObject({ full: true });
  expect(opened.plan().filter((line) => line.startsWith('new_there Tag'))).toHaveLength(250);
  // A site in memory has no file to go on from; with one the lists that were read are not read again.
  expect(before.size).toBeGreaterThan(0);
});

test('hidden is not deleted: only items the site itself no longer has are gone', async () => {
  let hidden = 0;
  const opened = await pairOf({
    fault: (_method, path) => (hidden > 0 && path.includes(`/wp/v2/posts/${hidden}`) ? { status: 403 } : undefined),
  });
  const id = make(opened.there.bench, '/wp/v2/posts', { title: 'Hidden', status: 'publish', lang: 'en' });
  await opened.check();
  opened.pull();
  // It leaves the lists; asked for alone the site says that this user may not see it.
  hidden = id;
  opened.there.bench.engine.dispatch(
    { method: 'DELETE', path: `/wp/v2/posts/${id}`, query: { force: 'true' } },
    opened.there.bench.admin,
  );
  expect(await opened.check({ full: true })).toMatchObject({ gone: 0 });
  expect(opened.plan()).toEqual([]);
  // Control: where the site says that there is no such item, it is gone.
  hidden = 0;
  expect(await opened.check({ full: true })).toMatchObject({ gone: 1 });
  expect(opened.plan()).toEqual(['deleted_there Hidden']);
});

/** Whether each kind of site tells which items translate each other; without the plugin only their languages are known. */
const MODES: [name: string, options: LiveSiteOptions, groups: boolean][] = [
  ['with the paid edition', {}, true],
  ['another Polydesk', { hides: [] }, true],
  ['with the free edition alone', { edition: 'standard' }, false],
];

test.each(MODES)('a site %s is taken over, and then there is nothing to pull', async (_name, options, groups) => {
  const opened = await pairOf(options);
  const { bench } = opened.there;
  const a = make(bench, '/wp/v2/posts', { title: 'Hello', status: 'publish', lang: 'en', content: 'Word' });
  make(bench, '/wp/v2/posts', { title: 'Bonjour', status: 'publish', lang: 'fr', translations: { en: a } });
  await opened.check();
  opened.pull();
  await opened.check({ full: true });
  expect(opened.plan()).toEqual([]);
  const linked = opened.site.db
    .prepare(`SELECT count(*) FROM item_languages WHERE kind = 'post' GROUP BY group_id`)
    .pluck()
    .all();
  expect(linked).toEqual(groups ? [2] : [1, 1]);
});

test('a quick check asks for what is newer only, a full one for all', async () => {
  const paths: string[] = [];
  const opened = await pairOf({ fault: (_method, path) => void paths.push(path) });
  make(opened.there.bench, '/wp/v2/posts', { title: 'Hello', status: 'publish', lang: 'en' });
  await opened.check();
  opened.pull();
  paths.length = 0;
  expect(await opened.check()).toMatchObject({ full: false });
  expect(paths.filter((path) => path.includes('/wp/v2/posts?')).every((path) => path.includes('modified_after'))).toBe(
    true,
  );
  paths.length = 0;
  expect(await opened.check({ full: true })).toMatchObject({ full: true });
  expect(paths.some((path) => path.includes('modified_after'))).toBe(false);
});

test('a quick check asks for what changed since the last one began, by the clock of the site', async () => {
  const DAY = 86_400_000;
  let paths: string[] = [];
  const opened = await pairOf({ fault: (_method, path) => void paths.push(path) });
  // An item is dated ahead of the clock of its site, and the clock of this computer is wrong.
  opened.there.bench.engine.site.now = () => new Date(Date.now() + 10 * DAY);
  make(opened.there.bench, '/wp/v2/posts', { title: 'Later', status: 'publish', lang: 'en' });
  const now = (): Date => new Date(Date.now() + 20 * DAY);
  await opened.check({ now });
  paths = [];
  await opened.check({ now });
  const since = paths.flatMap((path) => new URL(path, 'http://site').searchParams.get('modified_after') ?? []);
  expect(since.length).toBeGreaterThan(0);
  for (const one of since) expect(Date.parse(one)).toBeLessThanOrEqual(Date.now() - DAY);
});
