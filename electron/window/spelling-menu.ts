import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import type { Say } from '../texts/texts.ts';

/** What is known of the place of a click with the second button. */
export type Clicked = Pick<ContextMenuParams, 'isEditable' | 'misspelledWord' | 'dictionarySuggestions'>;

/**
 * The menu of a misspelled word in a text box: what the dictionaries on this computer suggest instead. Empty elsewhere, where no
 * menu opens.
 */
export function spellingItems(
  { isEditable, misspelledWord, dictionarySuggestions }: Clicked,
  { say, replace }: { say: Say; replace: (word: string) => void },
): MenuItemConstructorOptions[] {
  if (!isEditable || misspelledWord === '') return [];
  if (dictionarySuggestions.length === 0) return [{ label: say('spelling.none'), enabled: false }];
  return dictionarySuggestions.map((word, at) => ({
    // A single "&" would be taken for a mnemonic.
    ...{ id: `spelling.${at}`, label: word.replaceAll('&', '&&') },
    click: () => replace(word),
  }));
}
