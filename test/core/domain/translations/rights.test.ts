import { expect, onTestFinished, test } from 'vitest';
import type { Dict } from '../../../../core/types.ts';
import { openBench, type Bench } from '../../../support/engine.ts';

type Item = Dict & { id: number; translations: Record<string, number>; comment_status: string };

/** A site that synchronises dates and comments, with a published pair of an editor. */
function open(): Bench & { en: Item; fr: Item } {
  const bench = openBench({ homeUrl: 'https://example.org' });
  onTestFinished(() => bench.engine.close());
  for (const locale of ['en_US', 'fr_FR', 'de_DE']) bench.ask('POST', '/pll/v1/languages', { locale });
  bench.ask('POST', '/pll/v1/settings', { sync: ['comment_status', 'post_date'] });
  const post = (body: Dict): Item => bench.ask('POST', '/wp/v2/posts', { status: 'publish', ...body }).body as Item;
  const en = post({ title: 'One', lang: 'en' });
  const fr = post({ title: 'Un', lang: 'fr', translations: { en: en.id } });
  return { ...bench, en, fr };
}

const read = (bench: Bench, id: number): Item => bench.ask('GET', `/wp/v2/posts/${id}`).body as Item;

// Findings F7: whoever may not edit an item changed it through a link.
test('users who may not edit an item can link to it in a free place, without changing it', () => {
  const bench = open();
  const contributor = bench.as('contributor');
  const body = { title: 'Eins', lang: 'de', comment_status: 'closed', date: '2020-01-01T00:00:00' };
  const map = { en: bench.en.id, fr: bench.fr.id };
  const made = bench.ask('POST', '/wp/v2/posts', { ...body, translations: map }, contributor);
  expect(made.status).toBe(201);
  const { id } = made.body as Item;
  expect(bench.ask('POST', `/wp/v2/posts/${id}`, { title: 'Zwei' }, contributor).status).toBe(200);
  const now = read(bench, bench.en.id);
  expect(now).toMatchObject({ comment_status: 'open', date: bench.en['date'], translations: { de: id } });
  // Control: an editor who saves the same item pushes it to all.
  bench.ask('POST', `/wp/v2/posts/${id}`, { title: 'Drei' });
  expect(read(bench, bench.en.id)).toMatchObject({ comment_status: 'closed', date: '2020-01-01T00:00:00' });
});

test('removing a translation requires the right to edit it', () => {
  const bench = open();
  const contributor = bench.as('contributor');
  const before = read(bench, bench.en.id).translations;
  const count = () => bench.ask('GET', '/wp/v2/posts?status=any').body;
  const all = count();
  const answer = bench.ask(
    'POST',
    '/wp/v2/posts',
    { title: 'Faux', lang: 'fr', translations: { en: bench.en.id } },
    contributor,
  );
  expect(answer).toMatchObject({ status: 403, body: { code: 'rest_cannot_edit' } });
  expect(read(bench, bench.en.id).translations).toEqual(before);
  expect(count()).toEqual(all);
  // Control: an editor may.
  const body = { title: 'Vrai', lang: 'fr', translations: { en: bench.en.id } };
  const made = bench.ask('POST', '/wp/v2/posts', body, bench.as('editor')).body as Item;
  expect(read(bench, bench.en.id).translations['fr']).toBe(made.id);
});

test('an item the caller may not read counts as unknown', () => {
  const bench = open();
  const hidden = bench.ask('POST', '/wp/v2/posts', { title: 'Geheim', lang: 'de', status: 'private' }).body as Item;
  const answer = bench.ask(
    'POST',
    '/wp/v2/posts',
    { title: 'Mine', lang: 'en', translations: { de: hidden.id } },
    bench.as('contributor'),
  );
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain('translations[de]');
});
