// Two engines, each with its own words: what a check finds, what a pull takes over, and that nothing is lost.
import { afterEach, expect, test } from 'vitest';
import { choose } from '../../../core/live/plan/choices.ts';
import { undo } from '../../../core/domain/history/undo.ts';
import { transact } from '../../../core/domain/history/history.ts';
import { latestEntryId } from '../../../core/store/journal/journal.ts';
import type { LineChoice } from '../../../core/schema/live/plan.ts';
import { textsOf } from './support/texts.ts';
import { make, openPair, type Pair } from './support/pair.ts';

let pair: Pair | undefined;
afterEach(async () => {
  await pair?.close();
  pair = undefined;
});

const block = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const content = (...texts: string[]): string => texts.map(block).join('\n\n');

/** A pair with a small site there, pulled. */
async function pulled(): Promise<Pair & { a: number; b: number }> {
  const opened = (pair = await openPair());
  const { bench, url } = opened.there;
  const news = make(bench, '/wp/v2/categories', { name: 'News & more', lang: 'en' });
  const actu = make(bench, '/wp/v2/categories', { name: 'Actu', lang: 'fr', translations: { en: news } });
  const a = make(bench, '/wp/v2/posts', {
    title: 'Hello',
    slug: 'hello',
    status: 'publish',
    content: content(`One two three <a href="${url}/x/">x</a>`, 'Middle words here', 'Last words'),
    categories: [news],
    lang: 'en',
  });
  const b = make(bench, '/wp/v2/posts', {
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
  return { ...opened, a, b };
}

const edit = (bench: Pair['here'], id: number, body: object): void =>
  void expect(bench.ask('POST', `/wp/v2/posts/${id}`, body).status).toBe(200);
const remove = (bench: Pair['here'], id: number): void =>
  void expect(
    bench.engine.dispatch({ method: 'DELETE', path: `/wp/v2/posts/${id}`, query: { force: 'true' } }, bench.admin)
      .status,
  ).toBe(200);
const textOf = (bench: Pair['here'], id: number): string =>
  bench.engine.site.db.prepare('SELECT content FROM posts WHERE id = ?').pluck().get(id) as string;

test('a site is taken over whole, under its own numbers: pulled once there is nothing to pull', async () => {
  const { here, there, site, plan, check, pull } = await pulled();
  expect(plan()).toEqual([]);
  const shown = (bench: Pair['here']): unknown =>
    ['/wp/v2/posts', '/wp/v2/pages', '/wp/v2/categories'].map((path) =>
      (
        bench.engine.dispatch({ method: 'GET', path, query: { context: 'edit', orderby: 'id' } }, bench.admin)
          .body as Record<string, unknown>[]
      ).map(({ id, slug, lang, parent, translations, categories }) => ({
        id,
        slug,
        lang,
        parent,
        translations,
        categories,
      })),
    );
  expect(shown(here)).toEqual(shown(there.bench));
  await check({ full: true });
  expect(plan()).toEqual([]);
  const entry = latestEntryId(site.db);
  expect(pull()).toMatchObject({ created: 0, changed: 0, deleted: 0, backup: '' });
  expect(latestEntryId(site.db)).toBe(entry);
  // What is born here has a number that the site never gives.
  expect(make(here, '/wp/v2/posts', { title: 'Born here' })).toBe(1_000_000_000);
  expect(plan()).toEqual(['new_here Born here']);
});

/** What is done on each side after a pull, what the plan says then, and what is left of it once it was pulled. */
const CASES: [name: string, edits: (pair: Pair & { a: number; b: number }) => void, plan: string[], left: string[]][] =
  [
    ['nothing', () => undefined, [], []],
    ['changed there', ({ there, a }) => edit(there.bench, a, { title: 'New' }), ['there Hello'], []],
    ['changed here', ({ here, a }) => edit(here, a, { title: 'New' }), ['here New'], ['here New']],
    [
      'changed to the same',
      ({ here, there, a }) => [here, there.bench].forEach((one) => edit(one, a, { title: 'New' })),
      [],
      [],
    ],
    [
      'different fields on both sides',
      ({ here, there, a }) => {
        edit(here, a, { excerpt: 'Ours' });
        edit(there.bench, a, { slug: 'theirs' });
      },
      ['merged Hello'],
      ['here Hello'],
    ],
    [
      'different blocks on both sides',
      ({ here, there, a }) => {
        edit(here, a, { content: content('One two three', 'Middle words here', 'Last words of ours') });
        edit(there.bench, a, { content: content('One two three', 'Middle words theirs', 'Last words') });
      },
      ['merged Hello'],
      ['here Hello'],
    ],
    [
      'the same words on both sides',
      ({ here, there, a }) => {
        edit(here, a, { title: 'Ours' });
        edit(there.bench, a, { title: 'Theirs' });
      },
      ['conflict Ours'],
      ['conflict Ours'],
    ],
    [
      'new there',
      ({ there }) => void make(there.bench, '/wp/v2/posts', { title: 'Fresh', lang: 'en' }),
      ['new_there Fresh'],
      [],
    ],
    [
      'new here',
      ({ here }) => void make(here, '/wp/v2/posts', { title: 'Fresh', lang: 'en' }),
      ['new_here Fresh'],
      ['new_here Fresh'],
    ],
    ['deleted there', ({ there, b }) => remove(there.bench, b), ['deleted_there Bonjour'], []],
    ['deleted here', ({ here, b }) => remove(here, b), ['deleted_here Bonjour'], ['deleted_here Bonjour']],
    [
      'deleted there, changed here',
      ({ here, there, b }) => {
        edit(here, b, { title: 'Ours' });
        remove(there.bench, b);
      },
      ['conflict Ours'],
      ['conflict Ours'],
    ],
    ['deleted on both sides', ({ here, there, b }) => [here, there.bench].forEach((one) => remove(one, b)), [], []],
    [
      'linked otherwise there',
      ({ there, b }) => edit(there.bench, b, { translations: { en: 0 } }),
      ['there Bonjour', 'there Hello'],
      [],
    ],
    [
      'a term renamed there',
      ({ there }) => {
        const [one] = there.bench.ask('GET', '/wp/v2/categories').body as { id: number; slug: string }[];
        there.bench.ask('POST', `/wp/v2/categories/${one?.id}`, { description: 'Theirs' });
      },
      ['there Actu'],
      [],
    ],
  ];

test.each(CASES)('%s', async (_name, edits, planned, left) => {
  const opened = await pulled();
  edits(opened);
  await opened.check({ full: true });
  expect(opened.plan().sort()).toEqual(planned.toSorted());
  opened.pull();
  expect(opened.plan().sort()).toEqual(left.toSorted());
  // Nothing but what is left is found by looking again.
  await opened.check({ full: true });
  expect(opened.plan().sort()).toEqual(left.toSorted());
});

test('a merged text has the words of both sides', async () => {
  const { here, there, a, check, pull } = await pulled();
  edit(here, a, { content: content('One two three', 'Middle words here', 'Last words of ours') });
  edit(there.bench, a, { content: content('One two three', 'Middle words theirs', 'Last words') });
  await check({ full: true });
  pull();
  expect(textOf(here, a)).toContain('Middle words theirs');
  expect(textOf(here, a)).toContain('Last words of ours');
});

/** What is chosen of a conflict, what the title is here then, and what the plan says. */
const CHOICES: [choice: LineChoice, title: string, left: string[]][] = [
  ['there', 'Theirs', []],
  ['here', 'Ours', ['here Ours']],
  ['leave', 'Ours', ['conflict Ours']],
  [{ title: 'there' }, 'Theirs', []],
  [{ slug: 'there' }, 'Ours', ['conflict Ours']],
];

test.each(CHOICES)('a conflict is settled as it was chosen: %j', async (choice, title, left) => {
  const { here, there, site, a, check, pull, plan, rows } = await pulled();
  edit(here, a, { title: 'Ours' });
  edit(there.bench, a, { title: 'Theirs' });
  await check({ full: true });
  const [row] = rows();
  transact(site, here.admin, () => ({ value: choose(site, { [`post-${row?.uuid}`]: choice }), keep: true }));
  pull();
  expect(site.db.prepare('SELECT title FROM posts WHERE id = ?').pluck().get(a)).toBe(title);
  expect(plan()).toEqual(left);
});

test('a pull that is undone is to be pulled again, texts and plan as they were', async () => {
  const { here, there, site, a, check, pull, plan } = await pulled();
  edit(there.bench, a, { title: 'Theirs', content: content('Quite other words') });
  make(there.bench, '/wp/v2/posts', { title: 'Fresh', lang: 'en' });
  await check({ full: true });
  const [before, texts] = [plan(), textsOf(site)];
  pull();
  expect(plan()).toEqual([]);
  const entry = latestEntryId(site.db);
  // A check meanwhile changes nothing about it.
  await check();
  transact(site, here.admin, () => ({ value: null, keep: true, ...undo(site, entry, { force: false }) }));
  expect(textsOf(site)).toEqual(texts);
  expect(plan()).toEqual(before);
  pull();
  expect(plan()).toEqual([]);
});

test('lines changed here after the plan was made are left alone', async () => {
  const { here, there, site, a, check, pull, plan } = await pulled();
  edit(there.bench, a, { title: 'Theirs' });
  await check({ full: true });
  const [name] = [`post-${String(site.db.prepare('SELECT uuid FROM posts WHERE id = ?').pluck().get(a))}`];
  const report = pull([name], () => edit(here, a, { title: 'Meanwhile' }));
  expect(report.meanwhile).toEqual([name]);
  expect(plan()).toEqual(['conflict Meanwhile']);
});

test('very many deletions there are taken over only when they are named', async () => {
  const opened = (pair = await openPair());
  const { there, check, pull, plan, rows } = opened;
  const ids = Array.from({ length: 30 }, (_, n) => make(there.bench, '/wp/v2/tags', { name: `Tag ${n}`, lang: 'en' }));
  await check();
  pull();
  for (const id of ids)
    there.bench.engine.dispatch(
      { method: 'DELETE', path: `/wp/v2/tags/${id}`, query: { force: 'true' } },
      there.bench.admin,
    );
  await check({ full: true });
  expect(plan()).toHaveLength(30);
  expect(pull()).toMatchObject({ deleted: 0, held_back: 30 });
  expect(pull(rows().map(({ uuid }) => `term-${uuid}`))).toMatchObject({ deleted: 30 });
  expect(plan()).toEqual([]);
});

test('an item like a local one is a question, and paired when a person decides so', async () => {
  const opened = (pair = await openPair());
  const { here, there, site, check, pull, plan, rows } = opened;
  await check();
  pull();
  make(here, '/wp/v2/tags', { name: 'Twin', lang: 'en', description: 'Ours' });
  make(there.bench, '/wp/v2/tags', { name: 'Twin', lang: 'en', description: 'Ours' });
  await check({ full: true });
  expect(plan().sort()).toEqual(['new_here Twin', 'new_there Twin']);
  expect(rows().map(({ hindrance }) => hindrance?.code)).toEqual(['twin', 'twin']);
  pull();
  expect(plan()).toHaveLength(2);
  const [row] = rows();
  transact(site, here.admin, () => ({ value: choose(site, { [`term-${row?.uuid}`]: 'same' }), keep: true }));
  expect(plan()).toEqual([]);
});
