import { wordSegmenter } from '../memory/segmenters.ts';
import { plainText } from '../tokens.ts';
import type { RowText } from './unit-text.ts';

/** Equal texts with at least this many words in both languages are untranslated; fewer may be a name. */
const FEWEST_WORDS = 3;

/** Whether there are words to translate: numbers, prices and symbols are the same in every language. */
export const hasWords = (text: string): boolean => /\p{L}/u.test(text);

/** The text of a row, without marks. */
export const saysWords = ({ tokens, marks }: RowText): string => plainText(tokens, marks);

/** The number of words in a text, segmented for its language; numbers do not count. */
export function wordCount(text: string, lang = ''): number {
  let count = 0;
  for (const { segment, isWordLike } of wordSegmenter(lang).segment(text)) if (isWordLike && hasWords(segment)) count++;
  return count;
}

/** Whether two texts are equal, with more words than a name has. */
export function isSameOfManyWords(source: string, target: string, lang = ''): boolean {
  return source.trim() === target.trim() && hasWords(target) && wordCount(target, lang) >= FEWEST_WORDS;
}
