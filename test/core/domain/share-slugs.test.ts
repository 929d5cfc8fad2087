import { expect, onTestFinished, test } from 'vitest';
import { writeServerOption } from '../../../core/store/settings/server-options.ts';
import type { Dict } from '../../../core/types.ts';
import { bodyOf, openBench, type Bench, type BenchOptions } from '../../support/engine.ts';

function bench({ share, ...options }: BenchOptions & { share: boolean }): Bench {
  const desk = openBench(options);
  onTestFinished(() => desk.engine.close());
  if (share) writeServerOption(desk.engine.site.db, 'share_slugs', true);
  for (const locale of ['en_US', 'fr_FR']) desk.ask('POST', '/pll/v1/languages', { locale });
  return desk;
}

const make = (desk: Bench, route: string, body: Dict): Dict => bodyOf(desk.ask('POST', `/wp/v2/${route}`, body));
const post = { title: 'One', status: 'publish' };

test.each([
  { share: true, slugs: ['one', 'one', 'one-2', 'one-2'] },
  { share: false, slugs: ['one', 'one-2', 'one-3', 'one-4'] },
])('posts of two languages, sharing $share', ({ share, slugs }) => {
  const desk = bench({ share });
  const made = ['en', 'fr', 'en', 'fr'].map((lang) => make(desk, 'posts', { ...post, lang })['slug']);
  expect(made).toEqual(slugs);
});

test.each([
  { share: true, slugs: ['red', 'red'] },
  { share: false, slugs: ['red', 'red-fr'] },
])('terms of two languages, sharing $share', ({ share, slugs }) => {
  const desk = bench({ share });
  const made = ['en', 'fr'].map((lang) => make(desk, 'tags', { name: 'Red', lang })['slug']);
  expect(made).toEqual(slugs);
});

test('the slug and the language together find the right one', () => {
  const desk = bench({ share: true });
  const [en, fr] = ['en', 'fr'].map((lang) => make(desk, 'posts', { ...post, lang })['id']);
  const found = (query: Dict): unknown[] =>
    (desk.engine.dispatch({ method: 'GET', path: '/wp/v2/posts', query }, desk.admin).body as Dict[]).map(
      (item) => item['id'],
    );
  expect(found({ slug: 'one', lang: 'fr' })).toEqual([fr]);
  expect(found({ slug: 'one', lang: 'en' })).toEqual([en]);
  expect(found({ slug: 'one' })).toHaveLength(2);
});

test('an item moved into a language that has its slug gets another one', () => {
  const desk = bench({ share: true });
  make(desk, 'posts', { ...post, lang: 'en' });
  const { id } = make(desk, 'posts', { ...post, lang: 'fr' });
  expect(make(desk, `posts/${String(id)}`, { lang: 'en' })['slug']).toBe('one-2');
  make(desk, 'tags', { name: 'Red', lang: 'en' });
  const tag = make(desk, 'tags', { name: 'Red', lang: 'fr' });
  expect(make(desk, `tags/${String(tag['id'])}`, { lang: 'en' })['slug']).toBe('red-2');
});

test('the standard edition never shares', () => {
  const desk = bench({ share: true, edition: 'standard' });
  expect([make(desk, 'posts', post)['slug'], make(desk, 'posts', post)['slug']]).toEqual(['one', 'one-2']);
});
