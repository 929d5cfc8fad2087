// A plugin of the live site is off for a while, as during its update: what it shows is missing then, not deleted.
import { afterEach, expect, test } from 'vitest';
import type { WpOptions } from '../../../support/wordpress/site.ts';
import { openRig, write, type Rig } from '../push/rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

const SITES: [name: string, options: WpOptions][] = [
  ['surface of the paid edition', { surface: 'pro' }],
  ['free edition with our plugin', { surface: 'free', companion: true }],
  ['free edition alone', { surface: 'free' }],
];

test.each(SITES)('Polylang is off: nothing is pushed without its language (%s)', async (_name, options) => {
  const own = (rig = await openRig(options));
  await own.wp.ask('POST', '/wp/v2/posts?lang=fr', { title: 'Old', slug: 'old', status: 'publish' });
  await own.check();
  own.pull();
  write(own, '/wp/v2/posts', { title: 'New', slug: 'new', status: 'publish', lang: 'fr' });
  const { surface = 'free', companion = false } = options;

  Object.assign(own.wp.site.options, { surface: 'none', companion: false });
  await expect(own.check()).rejects.toMatchObject({ code: 'polydesk_live_languages' });
  const { fault, run } = await own.push();
  expect(fault).toBe('polydesk_live_languages');
  expect(own.writes()).toBe(0);
  expect(own.plan()).toEqual(['new_here New']);

  Object.assign(own.wp.site.options, { surface, companion });
  expect(await own.resume(run)).toMatchObject({ fault: '', report: { failed: 0, open: 0 } });
  expect(own.there('New')).toMatchObject({ lang: 'fr', status: 'publish' });
  await own.check();
  expect(own.plan()).toEqual([]);
});

test.each<[action: string, change: (own: Rig, id: number) => void]>([
  ['changed', (own, id) => write(own, `/wp/v2/posts/${id}`, { title: 'Changed here' })],
  ['moved to the trash', (own, id) => own.here.ask('DELETE', `/wp/v2/posts/${id}`)],
])(
  'the routes of a type are missing while an item that was %s here is pushed: it is not gone',
  async (_name, change) => {
    const own = (rig = await openRig({ surface: 'pro' }));
    await own.wp.ask('POST', '/wp/v2/posts?lang=en', { title: 'Old', slug: 'old', status: 'publish' });
    await own.check();
    own.pull();
    const id = own.site.db.prepare(`SELECT id FROM posts WHERE type = 'post'`).pluck().get() as number;
    change(own, id);
    const plan = own.plan();
    expect(plan).toHaveLength(1);
    // Of whatever answers in place of the plugin that registers the type.
    own.line.rule = ({ path }) => (path.includes('/wp/v2/posts/') ? 404 : undefined);
    const pushed = await own.push({ deletes: own.rows().map(({ kind, uuid }) => ({ kind, uuid })) });
    expect(pushed.report).toMatchObject({ done: 0, failed: 1 });
    expect(own.plan()).toEqual(plan);

    own.line.rule = () => undefined;
    expect((await own.push({ deletes: own.rows().map(({ kind, uuid }) => ({ kind, uuid })) })).report).toMatchObject({
      done: 1,
    });
    await own.check();
    expect(own.plan()).toEqual([]);
  },
);

test('the list of taxonomies is missing for a while: what was done here meanwhile is in the plan once it is back', async () => {
  const own = (rig = await openRig({ surface: 'pro' }));
  for (const name of ['Old', 'Gone'])
    await own.wp.ask('POST', '/wp/v2/categories?lang=en', { name, slug: name.toLowerCase() });
  await own.check();
  own.pull();
  const idOf = (name: string): number =>
    own.site.db.prepare('SELECT id FROM terms WHERE name = ?').pluck().get(name) as number;
  own.line.rule = ({ path }) => (path.includes('/wp/v2/taxonomies') ? 404 : undefined);
  await own.check(false);
  write(own, '/wp/v2/categories', { name: 'New', slug: 'new', lang: 'en' });
  write(own, `/wp/v2/categories/${idOf('Old')}`, { description: 'Changed here' });
  const path = `/wp/v2/categories/${idOf('Gone')}`;
  own.here.engine.dispatch({ method: 'DELETE', path, query: { force: 'true' } }, own.here.admin);
  expect(own.plan()).toEqual([]);

  own.line.rule = () => undefined;
  await own.check(false);
  expect(own.plan().toSorted()).toEqual(['deleted_here Gone', 'here Old', 'new_here New']);
});
