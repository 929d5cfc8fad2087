// Findings by item: in pages, over all languages, and the findings of one item.
import { beforeEach, expect, test } from 'vitest';
import type { Dict, RestResponse } from '../../../../core/types.ts';
import { openContentBench, type ContentBench } from '../../../support/content-bench.ts';

let bench: ContentBench;
beforeEach(() => {
  bench = openContentBench(['en_US', 'fr_FR', 'de_DE']);
  return () => bench.engine.close();
});

const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const add = (body: Dict): number => bench.must('POST', '/wp/v2/posts', { status: 'publish', ...body })['id'] as number;
const get = (path: string, query: Dict = {}): RestResponse =>
  bench.engine.dispatch({ method: 'GET', path: `/polydesk/v1/findings${path}`, query }, bench.admin);
const items = (query: Dict = {}): Dict[] => get('/items', query).body as Dict[];
const shownOf = ({ title, lang, count, errors, fixes }: Dict): unknown[] => [title, lang, count, errors, fixes];

/** A post in English, with translations. */
function translated(
  texts: { en: string; fr?: string; de?: string },
  titles: { fr?: string; de?: string } = {},
): number {
  const en = add({ title: 'A ride', lang: 'en', content: paragraph(texts.en) });
  for (const lang of ['fr', 'de'] as const)
    if (texts[lang] !== undefined)
      add({ title: titles[lang] ?? lang, lang, content: paragraph(texts[lang]), translations: { en } });
  return en;
}

test('items with findings, the most errors first, then the most findings; the others are not listed', () => {
  translated({ en: 'Use 800 lumens.', fr: 'Prenez 80 lumens.' }, { fr: 'Nombres' });
  translated({ en: 'Ride slowly at night.', fr: 'Roulez  lentement la nuit.' });
  translated({ en: 'Ride home.', de: 'Nach Hause fahren.' });
  translated({ en: 'Hello {name}, ride well.', de: 'Hallo, gute Fahrt.' }, { de: 'Platzhalter' });
  const all = items();
  expect(all.map(shownOf)).toEqual([
    ['Platzhalter', 'de', expect.any(Number), 1, 0],
    ['Nombres', 'fr', 2, 0, 0],
    ['fr', 'fr', expect.any(Number), 0, expect.any(Number)],
  ]);
  expect(items({ lang: 'fr' })).toEqual(all.filter(({ lang }) => lang === 'fr'));
  expect(items({ severity: 'error' }).map(({ title }) => title)).toEqual(['Platzhalter']);
  expect(items({ search: 'prenez' }).map(({ title }) => title)).toEqual(['Nombres']);
  expect(get('/counts').headers['X-Polydesk-Items']).toBe('3');
  expect(get('/counts', { lang: 'fr' }).headers['X-Polydesk-Items']).toBe('2');
  const numbers = get('', { lang: 'fr', check: 'numbers' });
  expect([numbers.headers['X-WP-Total'], numbers.headers['X-Polydesk-Items']]).toEqual(['2', '1']);
  expect(get('', { lang: 'fr', check: 'numbers', per_page: 1 }).headers['X-Polydesk-Items']).toBe('1');
  expect(get('/items', { lang: 'xx' }).status).toBe(400);
});

test('the findings of one item are as many as it says, also the ignored ones', () => {
  translated({ en: 'Use 800 lumens and 2 lights.', fr: 'Prenez 80 lumens.' });
  translated({ en: 'Use 30 lumens.', fr: 'Prenez 3 lumens.' });
  const [first] = items();
  const { kind, id, lang, count } = first ?? {};
  const found = get('', { kind, id, lang, per_page: 100 }).body as Dict[];
  expect(found.length).toBe(count);
  expect(found.every((one) => one['id'] === id)).toBe(true);
  for (const { check, source_hash, target_hash } of found)
    bench.must('POST', '/polydesk/v1/findings/ignore', { kind, id, check, source_hash, target_hash });
  expect(items().map((one) => one['id'])).not.toContain(id);
  expect(items({ ignored: true }).map((one) => [one['id'], one['count']])).toEqual([[id, count]]);
  expect(get('', { kind, id, lang, ignored: true }).body).toHaveLength(Number(count));
});

test('a long list comes in pages, in one order', () => {
  for (let n = 0; n < 25; n++)
    translated({ en: `Ride number ${n}.`, fr: `Trajet  numéro ${n}.` }, { fr: `Article ${n % 5}` });
  const pages = [1, 2, 3].map((page) => get('/items', { page, per_page: 10 }));
  expect(pages.map(({ body }) => (body as Dict[]).length)).toEqual([10, 10, 5]);
  expect(pages[0]?.headers).toMatchObject({ 'X-WP-Total': '25', 'X-WP-TotalPages': '3' });
  const ids = pages.flatMap(({ body }) => (body as Dict[]).map(({ id }) => id));
  expect(new Set(ids).size).toBe(25);
  const titles = pages.flatMap(({ body }) => (body as Dict[]).map(({ title }) => String(title)));
  expect(titles).toEqual(titles.toSorted());
});
