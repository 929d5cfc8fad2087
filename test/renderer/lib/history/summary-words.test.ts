// Every summary of the history is shown in the interface language, and can be found by these words.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SUMMARY_TEXTS, type Summary } from '../../../../core/schema/site/summaries.ts';
import { valuesOf } from '../../../../core/schema/site/summary-text.ts';
import { searchMeanings, summaryWords } from '../../../../renderer/lib/history/summary-words.ts';
import { loadLocale, textsOf } from '../../../../renderer/lib/messages/messages.svelte.ts';
import { fieldNames } from '../../../../renderer/history/words.ts';

beforeEach(() => loadLocale('fr'));
afterEach(() => loadLocale('en'));

const item = { id: 12, title: 'Bell' };
const german = { lang: 'de', name: 'Deutsch' };
const ours: Summary = { code: 'language.off', params: { lang: 'x-ours', name: 'Ours' } };
const settings: Summary = { code: 'settings.changed', params: { settings: ['force_lang', 'domains', 'newer'] } };
const tag: Summary = { code: 'term.added', params: { type: 'post_tag', item: { id: 3, title: 'bikes' } } };

const TOLD: readonly (readonly [Summary, en: string, fr: string])[] = [
  [{ code: 'language.added', params: german }, 'Added the language German', 'Langue ajoutée : allemand'],
  [ours, 'Switched off Ours', 'Désactivation : Ours'],
  [settings, 'Changed URL format, domains, and newer', 'Modification : format des URL, domaines et newer'],
  [{ code: 'site.changed', params: { settings: ['title'] } }, 'Changed site title', 'Modification : titre du site'],
  [{ code: 'post.added', params: { type: 'post', item } }, 'Added the post “Bell”', 'Ajout : « Bell »'],
  [
    { code: 'post.changed', params: { type: 'book', item: { id: 12, title: '' } } },
    'Changed the book number 12',
    'Modification : numéro 12',
  ],
  [tag, 'Added the tag “bikes”', 'Terme ajouté : « bikes »'],
  [
    { code: 'term.merged', params: { item, into: { id: 4, title: 'b' } } },
    'Merged “Bell” into “b”',
    '« Bell » fusionné dans « b »',
  ],
  [
    { code: 'translation.started', params: { item, lang: 'fr' } },
    'Started French translation of “Bell”',
    'Traduction commencée en français : « Bell »',
  ],
  [
    { code: 'bulk.status', params: { count: 1, langs: [], status: 'draft' } },
    'Gave 1 item the status Draft',
    '1 élément a reçu l’état Brouillon',
  ],
  [
    { code: 'bulk.move-language', params: { count: 3, from: 'en', langs: ['fr'] } },
    'Moved 3 items from English to French',
    '3 éléments déplacés de anglais vers français',
  ],
  [{ code: 'imported', params: { items: 54, languages: 0 } }, 'Imported 54 items', 'Importation : 54 éléments'],
  [{ code: 'imported', params: { items: 0, languages: 0 } }, 'Imported a file', 'Importation : un fichier'],
  [
    { code: 'undo', params: { what: settings, isKeyKept: true } },
    'Undid “Changed URL format, domains, and newer” (the key is unchanged)',
    'Annulation de « Modification : format des URL, domaines et newer » (la clé reste telle quelle)',
  ],
  [
    { code: 'redo', params: { what: { code: 'batch', params: { parts: [tag, settings] } } } },
    'Redid “2 changes: Added the tag ‘bikes’, and more”',
    'Rétablissement de « 2 changements : Terme ajouté : “bikes”, et d’autres »',
  ],
  [{ code: 'text', params: { text: 'Gave 2 items' } }, 'Gave 2 items', 'Gave 2 items'],
];

test.each(TOLD)('%j', async (summary, en, fr) => {
  expect(summaryWords(summary)).toBe(fr);
  await loadLocale('en');
  expect(summaryWords(summary)).toBe(en);
});

test.each(['fr', 'ar'] as const)('%s has every text, with the same places', async (locale) => {
  await loadLocale(locale);
  const slots = (text: string) => new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name));
  const told = textsOf('history.');
  // The type of an item is said in English alone.
  const needed = (text: string) => [...slots(text)].filter((name) => name !== 'type').toSorted();
  expect(Object.keys(told).toSorted()).toEqual(Object.keys(SUMMARY_TEXTS).toSorted());
  for (const [key, text] of Object.entries(SUMMARY_TEXTS)) {
    expect([key, needed(told[key] ?? '')]).toEqual([key, needed(text)]);
    expect([key, slots(text).has('type') || !slots(told[key] ?? '').has('type')]).toEqual([key, true]);
  }
});

/** Whether the engine finds an entry by a word, as `domain/history/search.ts` has it. */
function isFound(summary: Summary, word: string): boolean {
  const means = searchMeanings(word, fieldNames())['means[w0]'] as string[];
  const atoms = valuesOf(summary.params).map((atom) => atom.toLowerCase());
  const codes = [...JSON.stringify(summary).matchAll(/"code":"([\w.-]+)"/g)].map(([, code = '']) => code);
  const bare = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').toLowerCase();
  return atoms.some((atom) => atom.includes(bare)) || [...codes, ...atoms].some((atom) => means.includes(atom));
}

test.each(['en', 'fr', 'ar'] as const)(
  'in %s every word that stands on the screen finds its change',
  async (locale) => {
    await loadLocale(locale);
    const missed = TOLD.flatMap(([summary]) =>
      summaryWords(summary)
        .split(/[\s\u2068\u2069]+/)
        .filter((word) => /[\p{L}\p{N}]/u.test(word) && !isFound(summary, word))
        .map((word) => `${word}: ${summaryWords(summary)}`),
    );
    // Names of languages are known where the site is; in Arabic "and" is a letter before the name.
    expect(
      missed.filter(
        (one) => !/^(?:و|French|English|German|français|anglais|allemand|الفرنسية|الإنجليزية|الألمانية)/.test(one),
      ),
    ).toEqual([]);
  },
);

test('a word finds no sentence it does not stand in', () => {
  expect(isFound({ code: 'term.deleted', params: { type: 'category', item } }, 'supprimé')).toBe(true);
  expect(isFound({ code: 'language.added', params: german }, 'supprimé')).toBe(false);
  expect(isFound({ code: 'settings.changed', params: { settings: ['sync'] } }, 'langue')).toBe(false);
  expect(searchMeanings('Night ajoutée', [])).toMatchObject({ 'means[w0]': [] });
});

test('a word that names a field matches it', () => {
  expect(searchMeanings('extrait', fieldNames())['means[w0]']).toEqual(['excerpt']);
});
