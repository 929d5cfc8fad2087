// A new title or tagline of the site keeps its translations, as with the language plugin.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openBench, type Bench } from '../../../support/engine.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
  for (const [slug, locale] of [
    ['en', 'en_US'],
    ['fr', 'fr_FR'],
  ])
    bench.ask('POST', '/pll/v1/languages', { locale, slug, name: slug });
  bench.ask('POST', '/wp/v2/settings', { title: 'A shop', description: 'All there is' });
  translate('A shop', 'Une boutique');
  translate('All there is', 'Tout');
});
afterEach(() => bench.engine.close());

const translate = (source: string, fr: string): void =>
  void bench.ask('PATCH', '/polydesk/v1/strings', { source, translations: { fr } });

/** French texts by what they translate. */
const french = (): Record<string, string | undefined> => {
  const all = bench.ask('GET', '/polydesk/v1/strings').body as {
    source: string;
    translations: Record<string, string>;
  }[];
  return Object.fromEntries(
    all.flatMap(({ source, translations }) => ('fr' in translations ? [[source, translations['fr']]] : [])),
  );
};

test('a new title takes its translation along, and undo brings both back', () => {
  bench.ask('POST', '/wp/v2/settings', { title: 'A market' });
  expect(french()).toEqual({ 'A market': 'Une boutique', 'All there is': 'Tout' });
  const [entry] = bench.ask('GET', '/polydesk/v1/history').body as { id: number }[];
  expect(bench.ask('POST', `/polydesk/v1/history/${entry?.id ?? 0}/undo`, {}).status).toBe(200);
  expect(french()).toEqual({ 'A shop': 'Une boutique', 'All there is': 'Tout' });
});

test.each([
  ['a new tagline', { description: 'Everything' }, { 'A shop': 'Une boutique', Everything: 'Tout' }],
  ['both', { title: 'A', description: 'B' }, { A: 'Une boutique', B: 'Tout' }],
  // Each text is the other one's now: either has its own translation.
  [
    'both exchanged',
    { title: 'All there is', description: 'A shop' },
    { 'A shop': 'Une boutique', 'All there is': 'Tout' },
  ],
  ['an empty title', { title: '' }, { 'A shop': 'Une boutique', 'All there is': 'Tout' }],
  ['the same title', { title: 'A shop' }, { 'A shop': 'Une boutique', 'All there is': 'Tout' }],
])('%s', (_name, changes, kept) => {
  expect(bench.ask('POST', '/wp/v2/settings', changes).status).toBe(200);
  expect(french()).toEqual(kept);
});

test('a translation that equals the title is not taken along', () => {
  translate('A shop', 'A shop');
  bench.ask('POST', '/wp/v2/settings', { title: 'A market' });
  expect(french()).toEqual({ 'A shop': 'A shop', 'All there is': 'Tout' });
});
