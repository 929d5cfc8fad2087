// Two sites with the same content but other numbers and another address: their canonical forms are equal in every field.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { canonicalItem, type CanonicalItem, type SideNumbers } from '../../../core/live/canonical.ts';
import { liveFields } from '../../../core/live/fields.ts';
import type { Dict, Json } from '../../../core/types.ts';
import { openBench, type Bench } from '../../support/engine.ts';

interface Side {
  bench: Bench;
  /** Numbers by key, filled as items are made. */
  ids: Map<string, number>;
  numbers: SideNumbers;
}

let here: Side;
let there: Side;

function openSide(home: string, shift: number): Side {
  const bench = openBench({ homeUrl: home });
  for (const slug of ['en', 'fr'])
    bench.ask('POST', '/pll/v1/languages', { locale: slug === 'en' ? 'en_US' : 'fr_FR', slug, name: slug });
  for (let n = 0; n < shift; n++) bench.ask('POST', '/wp/v2/posts', { title: `Filler ${n}` });
  for (let n = 0; n < shift; n++) bench.ask('POST', '/wp/v2/tags', { name: `Filler ${n}` });
  const ids = new Map<string, number>();
  const keyOf = (kind: string, id: number): string | undefined =>
    [...ids].find(([key, one]) => one === id && key.startsWith(kind))?.[0];
  const numbers: SideNumbers = { home, keyOf, idOf: (_kind, key) => ids.get(key), userOf: (id) => `user${id}` };
  return { bench, ids, numbers };
}

beforeEach(() => {
  here = openSide('http://127.0.0.1:24180', 0);
  there = openSide('https://example.com', 3);
});
afterEach(() => {
  here.bench.engine.close();
  there.bench.engine.close();
});

function make(side: Side, key: string, path: string, body: (id: (key: string) => number) => Dict): void {
  const answer = side.bench.ask(
    'POST',
    path,
    body((one) => side.ids.get(one) ?? 0),
  );
  expect(answer.status).toBe(201);
  side.ids.set(key, (answer.body as { id: number }).id);
}

function read(side: Side, key: string, path: string, kind: 'post' | 'term', sets: string[] = []): CanonicalItem {
  const request = { method: 'GET', path: `${path}/${side.ids.get(key)}`, query: { context: 'edit' } };
  const { body } = side.bench.engine.dispatch(request, side.bench.admin);
  return canonicalItem(body as Record<string, Json>, liveFields(kind, sets), side.numbers);
}

function fill(side: Side): void {
  const { home } = side.numbers;
  make(side, 'term-news', '/wp/v2/categories', () => ({ name: 'News & more', lang: 'en' }));
  make(side, 'term-actu', '/wp/v2/categories', (id) => ({
    name: 'Actu',
    lang: 'fr',
    translations: { en: id('term-news') },
  }));
  make(side, 'post-a', '/wp/v2/posts', (id) => ({
    title: 'Ærø ',
    slug: 'статья',
    status: 'publish',
    date_gmt: '2026-01-02T03:04:05',
    content: `<!-- wp:paragraph -->\r\n<p><a href="${home}/x/">x</a></p>\r\n<!-- /wp:paragraph -->`,
    categories: [id('term-news')],
    lang: 'en',
  }));
  make(side, 'post-b', '/wp/v2/posts', (id) => ({
    title: 'Brouillon',
    content: `<!-- wp:block {"ref":${id('post-a')}} /-->`,
    categories: [id('term-actu')],
    lang: 'fr',
    translations: { en: id('post-a') },
  }));
}

test('the same content is the same form on both sides', () => {
  for (const side of [here, there]) fill(side);
  for (const key of ['post-a', 'post-b']) {
    const ours = read(here, key, '/wp/v2/posts', 'post', ['categories', 'tags']);
    expect(read(there, key, '/wp/v2/posts', 'post', ['categories', 'tags'])).toEqual(ours);
    expect(ours.unknown).toEqual([]);
  }
  expect(read(here, 'term-actu', '/wp/v2/categories', 'term')).toEqual(
    read(there, 'term-actu', '/wp/v2/categories', 'term'),
  );
});

test('numbers, addresses, dates of drafts and line ends do not stay in it', () => {
  fill(there);
  const { fields } = read(there, 'post-a', '/wp/v2/posts', 'post', ['categories', 'tags']);
  expect(fields).toMatchObject({
    title: 'Ærø',
    slug: 'статья',
    content: '<!-- wp:paragraph -->\n<p><a href="{{home}}/x/">x</a></p>\n<!-- /wp:paragraph -->',
    date_gmt: '2026-01-02T03:04:05',
    author: 'user1',
    featured_media: '',
    categories: ['term-news'],
    translations: { en: 'post-a', fr: 'post-b' },
  });
  const draft = read(there, 'post-b', '/wp/v2/posts', 'post', ['categories', 'tags']);
  expect(draft.fields).not.toHaveProperty('date_gmt');
  expect(draft.fields).not.toHaveProperty('modified');
  expect(draft.fields['content']).toBe('<!-- wp:block {"ref":"{{#post:post-a}}"} /-->');
  expect(read(there, 'term-news', '/wp/v2/categories', 'term').fields['name']).toBe('News & more');
});

test('unresolved ids are reported', () => {
  fill(here);
  here.ids.delete('post-a');
  const { unknown } = read(here, 'post-b', '/wp/v2/posts', 'post');
  expect(unknown.map(({ kind }) => kind)).toEqual(['post', 'post']);
});
