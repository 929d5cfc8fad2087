// A quick check: what dates of changes do not tell, from sites that tell it otherwise (`live-site.md` 5).
import { afterEach, expect, test } from 'vitest';
import { runCheck } from '../../../../core/live/check/check.ts';
import { openLive } from '../../../../core/live/connect.ts';
import { connectedSite } from '../../../../core/store/live/sites.ts';
import type { WpOptions, WpPost } from '../../../support/wordpress/site.ts';
import { openRig, type Rig } from '../push/rig.ts';
import { make, openPair, type Pair } from '../support/pair.ts';

let opened: { close(): Promise<void> } | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

type Quick = Rig & { quick(): Promise<{ full: boolean; read: number; gone: number }> };

/** Items of two years ago on both sides. */
async function pulled(options: WpOptions): Promise<Quick> {
  const rig = await openRig(options);
  opened = rig;
  for (const [title, lang] of [
    ['One', 'en'],
    ['Un', 'fr'],
    ['Two', 'en'],
  ])
    await rig.wp.ask('POST', `/wp/v2/posts?lang=${lang}`, { title: title ?? '', slug: title ?? '', status: 'publish' });
  await rig.wp.ask('POST', '/wp/v2/tags?lang=en', { name: 'Tag', slug: 'tag' });
  for (const post of rig.wp.site.posts.values()) post.modified_gmt = '2024-01-01T00:00:00';
  const newest = [...rig.wp.site.posts.values()].at(-1);
  if (newest) newest.modified_gmt = '2026-01-01T00:00:00';
  await rig.check();
  rig.pull();
  expect(rig.plan()).toEqual([]);
  const row = connectedSite(rig.site.db);
  if (!row) throw new Error('Not connected');
  const remote = openLive(row, { password: rig.wp.passwords['admin'] ?? '', version: '1' });
  return { ...rig, quick: () => runCheck(rig.site, { remote, full: false, tools: rig.tools }) };
}

const find = ({ wp }: Rig, title: string): WpPost => {
  const found = [...wp.site.posts.values()].find((one) => one.title === title);
  if (!found) throw new Error(`${title} is not there`);
  return found;
};

const WITH_PLUGIN: WpOptions = { surface: 'free', companion: true };

const CHANGES: readonly [string, (rig: Rig) => void, string[]][] = [
  ['a link', (rig) => void (find(rig, 'Un').group = find(rig, 'One').group), ['there One', 'there Un']],
  ['a language', (rig) => void (find(rig, 'One').lang = 'fr'), ['there One']],
  ['a deletion', (rig) => void rig.wp.site.posts.delete(find(rig, 'One').id), ['deleted_there One']],
  [
    'a text with a date set back',
    (rig) => void Object.assign(find(rig, 'One'), { excerpt: 'x', modified_gmt: '2023-01-01T00:00:00' }),
    ['there One'],
  ],
  [
    'a new item with a date set back',
    (rig) => void rig.wp.site.posts.set(900, { ...find(rig, 'One'), id: 900, title: 'Old', slug: 'old', group: 900 }),
    ['new_there Old'],
  ],
];

test.each(CHANGES)('with the plugin a quick check sees %s', async (_name, change, plan) => {
  const rig = await pulled(WITH_PLUGIN);
  change(rig);
  expect(await rig.quick()).toMatchObject({ full: false });
  expect(rig.plan().toSorted()).toEqual(plan);
  // What it saw once is not looked at again.
  const before = rig.line.seen.length;
  await rig.quick();
  expect(rig.line.seen.slice(before).filter(({ path }) => path.includes('include='))).toEqual([]);
});

/** What somebody does there with the translation of an item, and what a quick check makes of it. */
const LEAVING: readonly [string, (rig: Rig) => void, plan: string[], linked: boolean][] = [
  ['deleted', (rig) => void rig.wp.site.posts.delete(find(rig, 'Un').id), ['deleted_there Un', 'there One'], true],
  ['set free', (rig) => void (find(rig, 'Un').group = 900), ['there One', 'there Un'], false],
];

test.each(LEAVING)('in the paid edition it looks whether a translation was %s', async (_name, leave, plan, linked) => {
  const rig = await pulled({ surface: 'pro' });
  find(rig, 'Un').group = find(rig, 'One').group;
  await rig.check();
  rig.pull();
  leave(rig);
  Object.assign(find(rig, 'One'), { excerpt: 'x', modified_gmt: '2026-01-01T00:00:00' });
  await rig.quick();
  expect(rig.plan().toSorted()).toEqual(plan);
  rig.choose('Un', 'here');
  rig.pull();
  const groups = rig.site.db.prepare('SELECT group_id FROM item_languages JOIN posts ON posts.id = post_id').pluck();
  expect(new Set(groups.all()).size).toBe(linked ? 2 : 3);
});

test.each(CHANGES)(
  'with the plugin a list that was refused once is read whole the next time: %s',
  async (_name, change, plan) => {
    const rig = await pulled(WITH_PLUGIN);
    change(rig);
    rig.line.rule = ({ path }) => (path.includes('/wp/v2/posts?') ? 403 : undefined);
    expect(await rig.quick()).toMatchObject({ full: false, forbidden_types: ['post'] });
    expect(rig.plan()).toEqual([]);
    rig.line.rule = () => undefined;
    await rig.quick();
    expect(rig.plan().toSorted()).toEqual(plan);
  },
);

test('an edit is found that is older than one of a list that could be read', async () => {
  const rig = await pulled({ surface: 'pro' });
  Object.assign(find(rig, 'One'), { excerpt: 'x', modified_gmt: '2026-01-10T00:00:00' });
  await rig.wp.ask('POST', '/wp/v2/pages?lang=en', { title: 'Page', status: 'publish' });
  find(rig, 'Page').modified_gmt = '2026-03-01T00:00:00';
  rig.line.rule = ({ path }) => (path.includes('/wp/v2/posts?') ? 403 : undefined);
  await rig.quick();
  expect(rig.plan()).toEqual(['new_there Page']);
  rig.line.rule = () => undefined;
  await rig.quick();
  expect(rig.plan().toSorted()).toEqual(['new_there Page', 'there One']);
});

test.each(CHANGES)('control: without the plugin it does not see %s, a full one does', async (name, change, plan) => {
  const rig = await pulled({ surface: 'pro' });
  change(rig);
  await rig.quick();
  expect(rig.plan()).toEqual([]);
  await rig.check();
  if (name !== 'a language') expect(rig.plan().toSorted()).toEqual(plan);
});

/** A book, which has no language, on both sides. */
async function withBook(companion: true | 'old'): Promise<Quick> {
  const rig = await pulled({ surface: 'free', companion, untranslated: ['book'] });
  const model = { post_types: [{ name: 'book', rest_base: 'books', supports: ['title', 'editor'] }] };
  const { status, body } = rig.here.ask('PUT', '/polydesk/v1/content-model', model);
  expect([status, body]).toMatchObject([200, model]);
  await rig.wp.ask('POST', '/wp/v2/books', { title: 'Book', slug: 'book', status: 'publish' });
  await rig.check();
  rig.pull();
  expect(rig.plan()).toEqual([]);
  // A plugin that lists them for the first time has all of them looked at once.
  await rig.quick();
  return rig;
}

test.each([
  [true, ['deleted_there Book']],
  ['old', []],
] as const)('a quick check sees a deleted post of a type without languages: plugin %s', async (companion, plan) => {
  const rig = await withBook(companion);
  rig.wp.site.posts.delete(find(rig, 'Book').id);
  expect(await rig.quick()).toMatchObject({ full: false });
  expect(rig.plan()).toEqual(plan);
  await rig.check();
  expect(rig.plan()).toEqual(['deleted_there Book']);
});

test('a plugin that begins to list posts without language, or stops, changes nothing in the plan', async () => {
  const rig = await withBook('old');
  rig.wp.site.options.companion = true;
  expect(await rig.quick()).toMatchObject({ full: false, gone: 0 });
  expect(rig.plan()).toEqual([]);
  rig.wp.site.options.companion = 'old';
  expect(await rig.quick()).toMatchObject({ full: false, gone: 0 });
  expect(rig.plan()).toEqual([]);
});

test('a quick check of a site with the plugin that did not change asks as much as one without', async () => {
  const rig = await pulled(WITH_PLUGIN);
  const before = rig.line.seen.length;
  await rig.quick();
  const asked = rig.line.seen.slice(before).map(({ path }) => path);
  expect(asked.filter((path) => path.includes('/polydesk-link/v1/index'))).toHaveLength(1);
  expect(asked.filter((path) => path.includes('include='))).toEqual([]);
  expect(asked.filter((path) => path.includes('/posts?'))).toHaveLength(1);
});

test('terms are always read whole, so a deleted one is gone', async () => {
  const rig = await pulled({ surface: 'pro' });
  const tag = [...rig.wp.site.terms.values()].find(({ name }) => name === 'Tag');
  rig.wp.site.terms.delete(tag?.id ?? 0);
  expect(await rig.quick()).toMatchObject({ full: false, gone: 1 });
  expect(rig.plan()).toEqual(['deleted_there Tag']);
});

test('many that are missing are looked for in one request, and each alone only if that leaves it out', async () => {
  const rig = await pulled({ surface: 'pro' });
  for (const title of ['One', 'Un']) rig.wp.site.posts.delete(find(rig, title).id);
  const before = rig.line.seen.length;
  expect(await rig.check()).toMatchObject({ gone: 2 });
  const asked = rig.line.seen.slice(before).map(({ path }) => path);
  expect(asked.filter((path) => path.includes('include='))).toHaveLength(1);
  expect(asked.filter((path) => /\/posts\/\d+\?/.test(path))).toHaveLength(2);
  expect(rig.plan().toSorted()).toEqual(['deleted_there One', 'deleted_there Un']);
});

test('what a list leaves out is still there if a request by its number returns it', async () => {
  const rig = await pulled({ surface: 'pro' });
  const { id } = find(rig, 'One');
  // A plugin of the site hides it from lists.
  const stored = find(rig, 'One');
  rig.wp.site.posts.delete(id);
  rig.line.rule = ({ path }) => {
    if (path.includes('include=')) rig.wp.site.posts.set(id, { ...stored, excerpt: 'New' });
    return undefined;
  };
  expect(await rig.check()).toMatchObject({ gone: 0, unreadable: 0 });
  expect(rig.plan()).toEqual(['there One']);
});

async function hub(user?: string): Promise<Pair & { id: number; other: number }> {
  const pair = await openPair({ hides: [], ...(user !== undefined && { user }) });
  opened = pair;
  const id = make(pair.there.bench, '/wp/v2/posts', { title: 'One', lang: 'en', status: 'publish' });
  const other = make(pair.there.bench, '/wp/v2/posts', { title: 'Un', lang: 'fr', status: 'publish' });
  await pair.check();
  pair.pull();
  expect(pair.plan()).toEqual([]);
  return { ...pair, id, other };
}

test.each(['admin', 'editor'])('another Polydesk names what it changed since: %s', async (user) => {
  const pair = await hub(user);
  const { bench } = pair.there;
  make(bench, '/wp/v2/posts', { title: 'Imported', lang: 'en', status: 'publish' });
  bench.engine.dispatch({ method: 'DELETE', path: `/wp/v2/posts/${pair.id}`, query: { force: 'true' } }, bench.admin);
  const later = new Date(Date.now() + 90 * 24 * 3_600_000);
  expect(await pair.check({ now: () => later })).toMatchObject({ full: false, gone: 1 });
  expect(pair.plan().toSorted()).toEqual(['deleted_there One', 'new_there Imported']);
  expect(await pair.check()).toMatchObject({ full: false, gone: 0 });
});

/** Changes what the next check starts from. */
function moveCursors({ site }: Pair, change: (cursors: { entry: number }) => object): void {
  const row = connectedSite(site.db);
  const cursors = JSON.parse(row?.cursors ?? '{}') as { entry: number };
  expect(cursors.entry).toBeGreaterThan(0);
  const moved = JSON.stringify({ ...cursors, ...change(cursors) });
  site.db.prepare('UPDATE live_sites SET cursors = ? WHERE id = ?').run(moved, row?.id);
}

test.each([
  ['', ['new_there New', 'there One', 'there Un']],
  ['control, without its history: ', []],
])('%sa link, a text and a new item are found whatever their dates', async (name, plan) => {
  const pair = await hub();
  const { bench } = pair.there;
  bench.ask('POST', `/wp/v2/posts/${pair.id}`, { translations: { fr: pair.other } });
  make(bench, '/wp/v2/posts', { title: 'New', lang: 'en', status: 'publish' });
  const since = '2099-01-01T00:00:00Z';
  moveCursors(pair, () => ({ since, ...(name !== '' && { entry: undefined }) }));
  expect(await pair.check()).toMatchObject({ full: false });
  expect(pair.plan().toSorted()).toEqual(plan);
});

test('if its history does not reach back, everything is read', async () => {
  const pair = await hub();
  moveCursors(pair, ({ entry }) => ({ entry: entry + 1000 }));
  expect(await pair.check()).toMatchObject({ full: true });
  expect(await pair.check()).toMatchObject({ full: false });
});
