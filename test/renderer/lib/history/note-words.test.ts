// Notes of imports and findings of the doctor are shown in the interface language.
import { afterEach, expect, test } from 'vitest';
import { formatList, loadLocale } from '../../../../renderer/lib/messages/messages.svelte.ts';
import { faultWords, findingWords, noteWords, reportWords } from '../../../../renderer/lib/history/note-words.ts';

const note = {
  code: 'parent_unknown',
  text: 'The parent with the number 1977 is not in the file; the item now has none.',
  params: { what: 'item', source: 1977 },
};
const finding = {
  kind: 'default-language',
  text: 'The site has languages, but no default language.',
  params: { is: 'none', lang: 'en' },
  repair: 'Make "en" the default language.',
};

afterEach(() => loadLocale('en'));

test('in English as the engine wrote it', () => {
  expect(noteWords(note)).toBe(note.text);
  expect(findingWords(finding)).toEqual({ text: finding.text, repair: finding.repair });
});

test('in French by its code and parameters; ids are not quantities', async () => {
  await loadLocale('fr');
  expect(noteWords(note)).toBe('Le parent numéro 1977 n’est pas dans le fichier ; l’élément n’en a plus.');
  expect(findingWords(finding)).toEqual({
    text: 'Il y a des langues, mais aucune n’est celle par défaut.',
    repair: 'Faire de « en » la langue par défaut.',
  });
  expect(findingWords({ ...finding, repair: null }).repair).toBeNull();
});

const refused = {
  code: 'polydesk_import_refused',
  message: 'Line 5, column 12: Elements are nested more than 256 times. Nothing was imported.',
  data: { status: 400, reason: 'depth', line: 5, column: 12, params: { count: 256 } },
};

test('why a file was rejected or a job failed is shown in the language of the interface', async () => {
  expect(faultWords(refused)).toBe(refused.message);
  await loadLocale('fr');
  expect(faultWords(refused)).toBe(
    'Ligne 5, colonne 12 : Des éléments sont imbriqués plus de 256 fois. Rien n’a été importé.',
  );
  expect(reportWords({ code: 'storage_full', message: 'There is no room left.' })).toContain('plus de place');
  expect(reportWords({ code: 'polydesk_newer', message: 'As it came.' })).toBe('As it came.');
  expect(reportWords(null)).toBe('');
});

test('in Arabic a name keeps its own direction', async () => {
  await loadLocale('ar');
  expect(noteWords({ code: 'status', text: '', params: { status: 'no-status' } })).toContain('\u2068no-status\u2069');
});

test.each([
  ['en', ['Books', 'Films'], 'Books and Films'],
  ['fr', ['Livres', 'Films', '3D'], 'Livres, Films et 3D'],
  ['ar', ['كتب', 'أفلام'], 'كتب وأفلام'],
  ['ar', ['كتب', 'Films', '«Books»'], 'كتب و\u00a0Films و\u00a0«Books»'],
] as const)('a list in %s: the Arabic "and" does not run into a name in Latin letters', async (locale, items, text) => {
  await loadLocale(locale);
  expect(formatList(items)).toBe(text);
});

test.each([
  ['a code of a newer version', { ...note, code: 'newer' }],
  ['a note of an older one, without what stands in it', { code: note.code, text: note.text }],
])('%s is said as it was written', async (_what, known) => {
  await loadLocale('fr');
  expect(noteWords(known)).toBe(note.text);
});
