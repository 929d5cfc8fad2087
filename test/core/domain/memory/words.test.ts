// Words left, and how well the memory matches them.
import { expect, onTestFinished, test } from 'vitest';
import type { WordsReport } from '../../../../core/schema/desk/words.ts';
import type { Dict } from '../../../../core/types.ts';
import { bodyOf, openBench, type Bench } from '../../../support/engine.ts';

const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
const contentOf = (...texts: string[]): string => texts.map(paragraph).join('\n\n');

function openSite() {
  const bench = openBench();
  onTestFinished(() => bench.engine.close());
  for (const locale of ['en_US', 'fr_FR', 'ja']) bench.ask('POST', '/pll/v1/languages', { locale });
  const add = (path: string, body: Dict): number =>
    Number(bodyOf(bench.ask('POST', path, { status: 'publish', ...body }))['id']);
  return { bench, add };
}

function count(bench: Bench, order: Dict): WordsReport['rows'] {
  const { job } = bodyOf(bench.ask('POST', '/polydesk/v1/words', order)) as { job: number };
  const done = bodyOf(bench.ask('GET', `/polydesk/v1/jobs/${job}`));
  expect(done).toMatchObject({ state: 'done', entry: null });
  return (done['report'] as WordsReport).rows;
}

const KNOWN = {
  en: contentOf('Use <strong>300 lumens</strong> on a lit street at night.', 'Ride slowly near other people.'),
  fr: contentOf('Utilisez <strong>300 lumens</strong> dans une rue éclairée.', 'Roulez lentement près des autres.'),
};

test('each text counts in the band of its best match, one that comes again as repeated', () => {
  const { bench, add } = openSite();
  const en = add('/wp/v2/posts', { title: 'Lamp', content: KNOWN.en, lang: 'en' });
  add('/wp/v2/posts', { title: 'Lampe', content: KNOWN.fr, lang: 'fr', translations: { en } });
  const texts = [
    'Ride slowly near other people.',
    'Use <strong>400 lumens</strong> on a lit street at night.',
    'Ride quickly near other people.',
    'Nothing here is alike.',
    'Nothing here is alike.',
  ];
  add('/wp/v2/posts', { title: 'Night', content: contentOf(...texts), lang: 'en' });
  const [row] = count(bench, { lang: 'fr', types: ['post'] });
  expect(row).toEqual({
    ...{ lang: 'fr', kind: 'post', type: 'post', items: 1, units: 6, words: 27 },
    bands: {
      '100': { units: 1, words: 5 },
      repeated: { units: 1, words: 4 },
      '95': { units: 1, words: 8 },
      '85': { units: 0, words: 0 },
      '75': { units: 1, words: 5 },
      '50': { units: 0, words: 0 },
      new: { units: 2, words: 5 },
    },
  });
});

test('the words are those of the coverage, whatever language a text is translated from', () => {
  const { bench, add } = openSite();
  const en = add('/wp/v2/posts', { title: 'Night rides', content: KNOWN.en, lang: 'en' });
  add('/wp/v2/posts', { title: '夜に走る', content: contentOf('夜はゆっくり走る。'), lang: 'ja' });
  add('/wp/v2/tags', { name: 'Long rides', description: 'More than a day', lang: 'fr' });
  const started = { kind: 'post', id: en, lang: 'fr', texts: 'source' };
  const fr = Number(bodyOf(bench.ask('POST', '/polydesk/v1/translations', started))['id']);
  bench.ask('POST', `/wp/v2/posts/${fr}`, { title: 'De nuit' });
  const before = bench.ask('GET', '/polydesk/v1/history').body;
  const counted = count(bench, {}).map(({ lang, type, words }) => `${lang} ${type} ${words}`);
  const coverage = bench.ask('GET', '/polydesk/v1/coverage').body as {
    type: string;
    languages: Dict<{ words: number; words_missing: number }>;
  }[];
  const left = coverage.flatMap(({ type, languages }) =>
    Object.entries(languages).map(([lang, { words, words_missing }]) => `${lang} ${type} ${words + words_missing}`),
  );
  expect(counted.toSorted()).toEqual(left.filter((line) => !line.endsWith(' 0')).toSorted());
  expect(counted.length).toBeGreaterThan(4);
  expect(bench.ask('GET', '/polydesk/v1/history').body).toEqual(before);
});

test('with states, the texts of a file for translators count, whatever is translated in them', () => {
  const { bench, add } = openSite();
  const en = add('/wp/v2/posts', { title: 'Lamp', content: KNOWN.en, lang: 'en' });
  add('/wp/v2/posts', { title: 'Lampe', content: KNOWN.fr, lang: 'fr', translations: { en } });
  add('/wp/v2/posts', { title: 'Night', content: contentOf('Ride slowly near other people.', 'New.'), lang: 'en' });
  add('/wp/v2/posts', { title: '夜に走る', lang: 'ja' });
  bench.ask('POST', '/wp/v2/settings', { title: 'Night atlas', description: '' });
  const rowOf = (type: string, order: Dict) => count(bench, { lang: 'fr', ...order }).find((row) => row.type === type);
  const bands = { ...{ repeated: 0, '95': 0, '85': 0, '75': 0, '50': 0 } };
  const unitsOf = (row: ReturnType<typeof rowOf>) =>
    Object.fromEntries(Object.entries(row?.bands ?? {}).map(([band, { units }]) => [band, units]));
  const missing = rowOf('post', { states: ['missing'] });
  expect(missing).toMatchObject({ items: 1, units: 3 });
  expect(unitsOf(missing)).toEqual({ ...bands, '100': 1, new: 2 });
  const review = rowOf('post', { states: ['translated'] });
  expect(review).toMatchObject({ items: 1, units: 3, words: 14 });
  expect(unitsOf(review)).toEqual({ ...bands, '100': 3, new: 0 });
  expect(rowOf('post', { states: ['missing'], from: 'ja' })).toMatchObject({ items: 1, units: 1 });
  expect(rowOf('strings', { states: ['missing'] })).toBeUndefined();
  expect(rowOf('strings', { states: ['missing'], strings: true })).toMatchObject({ kind: 'site', items: 1 });
  expect(rowOf('strings', { states: ['translated'], strings: true })).toBeUndefined();
});

test.each([
  ['an unknown language', { lang: 'xx' }],
  ['a file without a language', { states: ['missing'] }],
  ['a file from the language it is for', { states: ['missing'], lang: 'fr', from: 'fr' }],
  ['an empty list of types', { types: [] }],
])('400 for %s, and no job', (_name, order) => {
  const { bench } = openSite();
  const jobs = bench.ask('GET', '/polydesk/v1/jobs').body;
  expect(bench.ask('POST', '/polydesk/v1/words', order as Dict).status).toBe(400);
  expect(bench.ask('GET', '/polydesk/v1/jobs').body).toEqual(jobs);
});
