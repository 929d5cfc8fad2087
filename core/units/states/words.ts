import { plainText } from '../tokens.ts';
import type { RowText } from './unit-text.ts';

/** The same words in both languages are a text nobody translated from this many on; fewer may be a name. */
const FEWEST_WORDS = 3;

/** Whether there are words to translate: numbers, prices and signs are the same in every language. */
export const hasWords = (text: string): boolean => /\p{L}/u.test(text);

/** What a row says, without marks. */
export const saysWords = ({ tokens, marks }: RowText): string => plainText(tokens, marks);

/** How many words a text has, as its language divides them; numbers are none. */
export function wordCount(text: string, lang = ''): number {
  let count = 0;
  for (const { segment, isWordLike } of segmenterFor(lang).segment(text)) if (isWordLike && hasWords(segment)) count++;
  return count;
}

/** Whether two texts are the same, by more words than a name has. */
export function isSameOfManyWords(source: string, target: string, lang = ''): boolean {
  return source.trim() === target.trim() && hasWords(target) && wordCount(target, lang) >= FEWEST_WORDS;
}

const segmenters = new Map<string, Intl.Segmenter>();

/** Divides words as the language does; of a code that is none, as most languages do. */
export function segmenterFor(lang = ''): Intl.Segmenter {
  let segmenter = segmenters.get(lang);
  if (!segmenter) {
    try {
      segmenter = new Intl.Segmenter(lang.replaceAll('_', '-') || undefined, { granularity: 'word' });
    } catch {
      segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
    }
    segmenters.set(lang, segmenter);
  }
  return segmenter;
}
