// Every sentence the engine writes into its history is said in the language of the interface.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadLocale } from '../../../renderer/lib/messages/messages.svelte.ts';
import { summaryWords } from '../../../renderer/lib/summary-words.ts';

beforeEach(() => loadLocale('fr'));
afterEach(() => loadLocale('en'));

test.each([
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
  ['Started the translation of post 5 into fr', 'Traduction du numéro 5 commencée en fr'],
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
])('%s', (summary, words) => expect(summaryWords(summary)).toBe(words));

test('in English it is what the engine wrote', async () => {
  await loadLocale('en');
  expect(summaryWords('Added the post “Night”')).toBe('Added the post “Night”');
});
