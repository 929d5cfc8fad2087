// Pushes other than edits: drafts, trash, deletions, languages, dry runs, and undoing a push.
import { pushOf } from '../../../../core/live/push/report.ts';
import { afterEach, expect, test } from 'vitest';
import type { WpOptions } from '../../../support/wordpress/site.ts';
import { openRig, paragraph, write, type Rig } from './rig.ts';

let rig: Rig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

/** Two posts and a tag on both sides. */
async function pulled(options: Parameters<typeof openRig>[0] = { surface: 'pro' }): Promise<Rig> {
  const one = (rig = await openRig(options));
  for (const title of ['Hello', 'Bye'])
    await one.wp.ask('POST', '/wp/v2/posts?lang=en', {
      ...{ title, slug: title.toLowerCase(), status: 'publish', content: paragraph(title) },
      date_gmt: '2026-01-02T03:04:05',
    });
  await one.wp.ask('POST', '/wp/v2/tags?lang=en', { name: 'Old tag', slug: 'old' });
  await one.check();
  one.pull();
  expect(one.plan()).toEqual([]);
  return one;
}

const postId = (one: Rig, slug: string): number => find(one, '/wp/v2/posts', slug);
function find({ here }: Rig, path: string, slug: string): number {
  const request = { method: 'GET', path, query: { slug, status: 'any', context: 'edit' } };
  return (here.engine.dispatch(request, here.admin).body as { id: number }[])[0]?.id ?? 0;
}
const keys = (one: Rig): { kind: 'post' | 'term' | 'language' | 'settings'; uuid: string }[] =>
  one.rows().map(({ kind, uuid }) => ({ kind, uuid }));
const postsThere = ({ wp }: Rig): string[] =>
  [...wp.site.posts.values()].map(({ title, status }) => `${title} ${status}`).toSorted();

test('a dry run asks everything and writes nothing', async () => {
  const one = await pulled();
  write(one, `/wp/v2/posts/${postId(one, 'hello')}`, { title: 'Hello again' });
  write(one, '/wp/v2/posts', { title: 'New', status: 'publish', lang: 'en' });
  one.here.ask('DELETE', `/wp/v2/posts/${postId(one, 'bye')}`);
  const [writes, plan] = [one.writes(), one.plan()];
  const { run, report } = await one.push({ dry: true, deletes: keys(one) });
  expect(one.writes()).toBe(writes);
  expect(report).toMatchObject({ done: 0, open: 0 });
  expect(new Set(one.steps(run).map(({ result }) => result?.code))).toEqual(new Set(['dry']));
  expect(one.plan()).toEqual(plan);
});

test('as drafts: new items stay drafts there, public ones are left alone', async () => {
  const one = await pulled();
  write(one, `/wp/v2/posts/${postId(one, 'hello')}`, { title: 'Hello again' });
  write(one, '/wp/v2/posts', { title: 'New', slug: 'new', status: 'publish', lang: 'en' });
  const { report } = await one.push({ as_draft: true });
  expect(report).toMatchObject({ skipped: 1, published: 0, stored: { public: 0, drafts: 1, others: 0, deleted: 0 } });
  expect(postsThere(one)).toEqual(['Bye publish', 'Hello publish', 'New draft']);
  expect(one.there('New')?.slug).toBe('new');
  expect(one.plan()).toContain('here New');
});

test('items trashed or deleted here go to the trash there once that is confirmed, not before', async () => {
  const one = await pulled();
  one.here.ask('DELETE', `/wp/v2/posts/${postId(one, 'bye')}`);
  one.here.ask('DELETE', `/wp/v2/posts/${postId(one, 'hello')}?force=true`);
  const id = postId(one, 'hello');
  one.here.engine.dispatch({ method: 'DELETE', path: `/wp/v2/posts/${id}`, query: { force: 'true' } }, one.here.admin);
  expect((await one.push()).report).toMatchObject({ done: 0 });
  expect(postsThere(one)).toEqual(['Bye publish', 'Hello publish']);
  write(one, '/wp/v2/tags', { name: 'New tag', lang: 'en' });
  expect((await one.push({ deletes: keys(one) })).report).toMatchObject({
    conflict: 0,
    stored: { public: 0, drafts: 0, others: 1, deleted: 2 },
  });
  expect(postsThere(one)).toEqual(['Bye trash', 'Hello trash']);
  expect(one.plan()).toEqual([]);
  await one.check();
  expect(one.plan()).toEqual([]);
});

test('a term is deleted for good only where it is named', async () => {
  const one = await pulled();
  const id = find(one, '/wp/v2/tags', 'old');
  one.here.engine.dispatch({ method: 'DELETE', path: `/wp/v2/tags/${id}`, query: { force: 'true' } }, one.here.admin);
  await one.push();
  expect([...one.wp.site.terms.values()].map(({ slug }) => slug)).toContain('old');
  await one.push({ deletes: keys(one) });
  expect([...one.wp.site.terms.values()].map(({ slug }) => slug)).not.toContain('old');
  expect(one.plan()).toEqual([]);
});

test('an item changed there since is not deleted', async () => {
  const one = await pulled();
  const id = postId(one, 'bye');
  one.here.engine.dispatch({ method: 'DELETE', path: `/wp/v2/posts/${id}`, query: { force: 'true' } }, one.here.admin);
  const order = { deletes: keys(one) };
  await one.wp.ask('POST', `/wp/v2/posts/${one.there('Bye')?.id}`, { content: paragraph('Saved') });
  expect((await one.push(order)).report).toMatchObject({ conflict: 1 });
  expect(one.there('Bye')?.status).toBe('publish');
  expect(one.plan()).toEqual(['conflict Bye']);
});

test.each<[name: string, options: WpOptions]>([
  ['paid edition', { surface: 'pro' }],
  ['plugin', { surface: 'free', companion: true }],
])('a term that somebody there linked since is not deleted (%s)', async (_name, options) => {
  const one = await pulled(options);
  const id = find(one, '/wp/v2/tags', 'old');
  one.here.engine.dispatch({ method: 'DELETE', path: `/wp/v2/tags/${id}`, query: { force: 'true' } }, one.here.admin);
  const order = { deletes: keys(one) };
  const { body } = await one.wp.ask('POST', '/wp/v2/tags?lang=fr', { name: 'Vieux', slug: 'vieux' });
  const path = options.companion ? `/polydesk-link/v1/items/term/${id}` : `/wp/v2/tags/${id}`;
  await one.wp.ask('POST', path, { translations: { en: id, fr: (body as { id: number }).id } });
  expect((await one.push(order)).report).toMatchObject({ conflict: 1, done: 0 });
  expect(one.wp.site.terms.has(id)).toBe(true);
  expect(one.plan()).toEqual(['conflict Old tag']);
});

test('a site without trash deletes nothing', async () => {
  const one = await pulled({ surface: 'pro', hasNoTrash: true });
  one.here.ask('DELETE', `/wp/v2/posts/${postId(one, 'bye')}`);
  const { run } = await one.push({ deletes: keys(one) });
  expect(one.steps(run)).toMatchObject([{ state: 'failed', result: { code: 'no_trash' } }]);
  expect(one.there('Bye')?.status).toBe('publish');
});

test('a language is changed there, and a tag, which has no parent, is made', async () => {
  const one = await pulled();
  const request = { method: 'GET', path: '/pll/v1/languages/fr' };
  const { term_id } = one.here.engine.dispatch(request, one.here.admin).body as { term_id: number };
  write(one, `/pll/v1/languages/${term_id}`, { name: 'Le français' });
  write(one, '/wp/v2/tags', { name: 'New tag', slug: 'new-tag', lang: 'en' });
  write(one, `/wp/v2/tags/${find(one, '/wp/v2/tags', 'old')}`, { name: 'Older tag' });
  expect((await one.push()).report).toMatchObject({ failed: 0, skipped: 0 });
  expect(one.wp.site.languages.find(({ slug }) => slug === 'fr')?.name).toBe('Le français');
  expect([...one.wp.site.terms.values()].map(({ name }) => name)).toEqual(
    expect.arrayContaining(['New tag', 'Older tag']),
  );
  await one.check();
  expect(one.plan()).toEqual([]);
});

test.each<[name: string, options: WpOptions]>([
  ['paid edition', { surface: 'pro' }],
  ['plugin', { surface: 'free', companion: true }],
  ['free edition', { surface: 'free' }],
])('a language is made there, with one default category: %s', async (_name, options) => {
  const one = await pulled(options);
  one.here.ask('POST', '/pll/v1/languages', { locale: 'de_DE', slug: 'de', name: 'Deutsch' });
  const { report } = await one.push();
  expect(report).toMatchObject({ conflict: 0, failed: 0 });
  expect(one.wp.site.languages.map(({ slug }) => slug)).toEqual(['en', 'fr', 'de']);
  const german = [...one.wp.site.terms.values()].filter(({ lang }) => lang === 'de');
  expect(german.map(({ slug }) => slug)).toEqual(['uncategorized-de']);
  const first = one.wp.site.terms.get(Number(one.wp.site.settings['default_category']));
  expect(german[0]?.group).toBe(first?.group);
  await one.check();
  expect(one.plan()).toEqual([]);
});

test('each step says what it sends, and when that was', async () => {
  const one = await pulled();
  const hello = postId(one, 'hello');
  write(one, `/wp/v2/posts/${hello}`, { title: 'Hello again', excerpt: 'Short' });
  const fr = write(one, '/wp/v2/posts', { title: 'Salut', status: 'draft', lang: 'fr', translations: { en: hello } });
  const { run } = await one.push();
  const { steps } = pushOf(one.site, run);
  const last = (title: string) => steps.findLast((step) => step.title === title && step.action === 'update');
  expect(last('Hello again')).toMatchObject({ id: hello, is_new: false, status: '', original: '' });
  expect(last('Hello again')?.fields.toSorted()).toEqual(['excerpt', 'title']);
  expect(last('Salut')).toMatchObject({ id: fr, is_new: true, status: 'draft', original: 'Hello again', fields: [] });
  expect(steps.map(({ at }) => Number.isNaN(Date.parse(at)))).not.toContain(true);
});

test('a category of a language that was there before is still asked about', async () => {
  const one = await pulled();
  await one.wp.ask('POST', '/wp/v2/categories?lang=fr', { name: 'Sport', slug: 'sport' });
  write(one, '/wp/v2/categories', { name: 'Sport', slug: 'sport', lang: 'fr' });
  expect((await one.push()).report).toMatchObject({ conflict: 1 });
});

test('a push is undone, except for items changed there since', async () => {
  const one = await pulled();
  const [hello, bye] = [postId(one, 'hello'), postId(one, 'bye')];
  write(one, `/wp/v2/posts/${hello}`, { title: 'Hello again' });
  write(one, `/wp/v2/posts/${bye}`, { title: 'Bye again' });
  write(one, '/wp/v2/posts', { title: 'New', slug: 'new', status: 'publish', lang: 'en' });
  const { run } = await one.push();
  expect(postsThere(one)).toEqual(['Bye again publish', 'Hello again publish', 'New publish']);
  await one.wp.ask('POST', `/wp/v2/posts/${one.there('Bye again')?.id}`, { title: 'Bye for good' });
  const { report } = await one.undo(run);
  expect(report).toMatchObject({ conflict: 1, failed: 0 });
  expect(postsThere(one)).toEqual(['Bye for good publish', 'Hello publish', 'New trash']);
  // Here nothing was changed: it is to be pushed again.
  expect(one.plan()).toContain('here Hello again');
});

test('on a site without groups new items get their language, and the report lists what to link', async () => {
  const one = await pulled({ surface: 'free' });
  const a = write(one, '/wp/v2/posts', { title: 'New', slug: 'new', status: 'publish', lang: 'en' });
  write(one, '/wp/v2/posts', { title: 'Neuf', slug: 'neuf', status: 'publish', lang: 'fr', translations: { en: a } });
  // It has no translations, so there is nothing to link.
  write(one, '/wp/v2/posts', { title: 'Alone', slug: 'alone', status: 'publish', lang: 'fr' });
  write(one, '/wp/v2/tags', { name: 'Fresh', slug: 'fresh', lang: 'en' });
  const { run, report } = await one.push();
  expect(report).toMatchObject({ conflict: 0, failed: 0 });
  expect([one.there('New')?.lang, one.there('Neuf')?.lang]).toEqual(['en', 'fr']);
  const hands = pushOf(one.site, run).steps.filter(({ code }) => code === 'link_by_hand');
  // Each names its partner, and where that one is edited there.
  const there = one.there('New');
  expect(hands).toHaveLength(2);
  expect(hands.find(({ title }) => title === 'Neuf')?.partners).toEqual([
    { lang: 'en', title: 'New', edit_there: `${one.line.url}/wp-admin/post.php?post=${there?.id}&action=edit` },
  ]);
  expect([...one.wp.site.posts.values()].filter(({ slug }) => slug.startsWith('pd-'))).toEqual([]);
  await one.check();
  expect(one.plan()).toEqual([]);
});

test.each(['pro', 'companion'] as const)(
  'groups are merged whole: two items of one language never come about (%s)',
  async (surface) => {
    const one = await pulled(surface === 'pro' ? { surface: 'pro' } : { surface: 'free', companion: true });
    const fr = write(one, '/wp/v2/posts', {
      title: 'Salut',
      status: 'draft',
      lang: 'fr',
      translations: { en: postId(one, 'hello') },
    });
    await one.push();
    const hello = one.there('Hello');
    expect(one.there('Salut')?.group).toBe(hello?.group);
    // Moved to another group here.
    write(one, `/wp/v2/posts/${fr}`, { translations: { en: postId(one, 'bye') } });
    await one.push();
    expect(one.there('Salut')?.group).toBe(one.there('Bye')?.group);
    expect(one.there('Hello')?.group).not.toBe(one.there('Bye')?.group);
    expect(one.plan()).toEqual([]);
    await one.check();
    expect(one.plan()).toEqual([]);
  },
);
