// Where a word begins and ends: between letters and other characters; in scripts without spaces where the dictionary says.
import { UNSPACED_SCRIPTS, wordSegmenter } from '../memory/segmenters.ts';

const LETTER = String.raw`[\p{L}\p{M}\p{N}]`;
const UNSPACED_LETTER = `[${UNSPACED_SCRIPTS}ー]`;

/** Where a pattern for whole words may begin and end; `isWholeWord` decides in scripts without spaces. */
export const WORD_MAY_BEGIN = `(?:(?<!${LETTER})|(?<=${UNSPACED_LETTER})|(?=${UNSPACED_LETTER}))`;
export const WORD_MAY_END = `(?:(?!${LETTER})|(?<=${UNSPACED_LETTER})|(?=${UNSPACED_LETTER}))`;

const JOINED = new RegExp(`${LETTER}${LETTER}`, 'u');
const UNSPACED = new RegExp(UNSPACED_LETTER, 'u');

/** Whether a range of a text is one word or several, whole. */
export function isWholeWord(text: string, from: number, to: number): boolean {
  return isBoundary(text, from) && isBoundary(text, to);
}

function isBoundary(text: string, at: number): boolean {
  const around = lastLetter(text.slice(Math.max(at - 2, 0), at)) + firstLetter(text.slice(at, at + 2));
  if (!JOINED.test(around)) return true;
  return UNSPACED.test(around) && wordSegmenter().segment(text).containing(at)?.index === at;
}

const lastLetter = (text: string): string => /.$/su.exec(text)?.[0] ?? '';
const firstLetter = (text: string): string => /^./su.exec(text)?.[0] ?? '';
