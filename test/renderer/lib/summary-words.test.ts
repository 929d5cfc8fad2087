// Every sentence the engine writes into its history is said in the language of the interface.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadLocale } from '../../../renderer/lib/messages/messages.svelte.ts';
import { meaningsOf } from '../../../renderer/lib/summary-search.ts';
import { summaryWords } from '../../../renderer/lib/summary-words.ts';

beforeEach(() => loadLocale('fr'));
afterEach(() => loadLocale('en'));

const SAID: readonly (readonly [string, string])[] = [
  ['Added the language Français (fr)', 'Langue ajoutée : Français (fr)'],
  ['Switched off Français (fr)', 'Désactivation : Français (fr)'],
  ['Changed settings: force_lang, domains, and sync', 'Réglages modifiés : force_lang, domains et sync'],
  ['Changed site settings: title', 'Réglages du site modifiés : title'],
  ['Added the post “Night”', 'Ajout : “Night”'],
  ['Changed the Book of days number 12', 'Modification : numéro 12'],
  ['Moved the page “A “b” c” to the trash', 'Mise à la corbeille : “A “b” c”'],
  ['Changed the media item “Bell”', 'Média modifié : “Bell”'],
  ['Deleted the category News', 'Terme supprimé : News'],
  ['Merged “a” into “b”', '“a” fusionné dans “b”'],
  ['Started the translation of “Bell” into fr', 'Traduction commencée en fr : “Bell”'],
  ['Confirmed the translation “Cloche”', 'Traduction confirmée : “Cloche”'],
  ['Gave 1 item the status draft', '1 élément a reçu l’état draft'],
  ['Moved 3 items from en to fr', '3 éléments déplacés de en vers fr'],
  ['Moved 3 items to the trash', '3 éléments mis à la corbeille'],
  ['Imported 30 items, 1 media item, 23 terms', 'Importation : 30 éléments, 1 média et 23 termes'],
  ['Imported a file', 'Importation : un fichier'],
  ['Restored the backup “site”', 'Sauvegarde “site” restaurée'],
  ['Undo: Redo', 'Annulation : Redo'],
  [
    'Undo: Changed settings: sync (the key stays as it is)',
    'Annulation : Réglages modifiés : sync (la clé reste telle quelle)',
  ],
  ['2 changes: Added the tag bikes, and more', '2 changements : Terme ajouté : bikes, et d’autres'],
  ['A sentence of a newer version', 'A sentence of a newer version'],
];
/** Older ones, still read; by the word for a number they are not found. */
const SAID_BEFORE: typeof SAID = [
  ['Started the translation of post 5 into fr', 'Traduction commencée en fr : numéro 5'],
  ['Confirmed the translation 5', 'Traduction confirmée : numéro 5'],
];
test.each([...SAID, ...SAID_BEFORE])('%s', (summary, words) => expect(summaryWords(summary)).toBe(words));

test('in English it is what the engine wrote', async () => {
  await loadLocale('en');
  expect(summaryWords('Added the post “Night”')).toBe('Added the post “Night”');
});

/** As the engine looks for it: the word itself, or a sentence that it stands for. */
function isFound(summary: string, word: string): boolean {
  const means = (meaningsOf(word)['means[w0]'] ?? []) as string[];
  const patterns = means.map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*'));
  const isSaid = patterns.some((pattern) => new RegExp(pattern, 'is').test(summary));
  return isSaid || summary.toLowerCase().includes(word.toLowerCase());
}

test.each(['fr', 'ar'] as const)('in %s every word that stands on the screen finds its change', async (locale) => {
  await loadLocale(locale);
  const missed = SAID.flatMap(([summary]) =>
    summaryWords(summary)
      .split(/[\s\u2068\u2069]+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word) && !isFound(summary, word.replaceAll(/[«»]/g, '')))
      .map((word) => `${word}: ${summary}`),
  );
  // In Arabic "and" is a letter before the name.
  expect(missed.filter((one) => !/^و/.test(one))).toEqual([]);
});

test('a word finds no sentence it does not stand in', () => {
  expect(isFound('Deleted the category News', 'supprimé')).toBe(true);
  expect(isFound('Added the language Français (fr)', 'supprimé')).toBe(false);
  expect(isFound('Changed settings: sync', 'langue')).toBe(false);
  expect(meaningsOf('Night ajoutée')).toMatchObject({ 'means[w0]': [] });
});

test('in English the words are those of the engine', async () => {
  await loadLocale('en');
  expect(meaningsOf('added')).toEqual({});
});
