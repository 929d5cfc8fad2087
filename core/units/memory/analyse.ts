import { readMarked } from '../marked-text.ts';
import { UNSPACED, wordSegmenter } from './segmenters.ts';

/** A text as the memory compares it: its words in order, and further properties in which equal lists of words may differ. */
export interface Analysed {
  marked: string;
  /** The text without marks. */
  plain: string;
  /** Folded words; every number is `#`. */
  words: string[];
  /** The first letters of each word: a light stemming that works for every language. */
  stems: string[];
}

/** Forms of a word begin alike: this many letters are compared. */
const STEM = 6;
/** Placeholder for a number: a different number does not make a different text. */
export const NUMBER = '#';

const WORDS = /\p{Nd}+(?:[.,:\u066b\u066c]\p{Nd}+)*|[\p{L}\p{M}]+/gu;
/** Arabic diacritics that most texts leave out, and the stroke that only stretches. */
const ARABIC_SIGNS = /[\u064b-\u0652\u0640]/g;

/**
 * Analyses a marked text. Total: invalid input counts as plain text.
 * @param cut its words as returned by `cutOf`: segmenting a text without spaces takes long
 */
export function analyse(marked: string, cut = ''): Analysed {
  const plain = plainOfMarked(marked);
  const words = cut === '' ? foldedWords(plain) : cut.split(' ');
  return { marked, plain, words, stems: words.map(stemOf) };
}

/** The words of a text, for storing if segmenting it again would take long; otherwise "". */
export function cutOf({ plain, words }: Analysed): string {
  return UNSPACED.test(plain) ? words.join(' ') : '';
}

/** The plain text of a marked text; line breaks are kept. */
export function plainOfMarked(marked: string): string {
  if (!/[<&]/.test(marked)) return marked;
  const pieces = readMarked(marked);
  if (!pieces) return marked;
  return pieces
    .map((piece) => (piece.kind === 'text' ? piece.text : piece.kind === 'single' && piece.id === 'n' ? '\n' : ''))
    .join('');
}

/** Folds a text for comparing and finding words, ignoring case. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(ARABIC_SIGNS, '');
}

/** The words of a text, folded; numbers as `NUMBER`. */
export function foldedWords(plain: string): string[] {
  const words: string[] = [];
  for (const run of fold(plain).match(WORDS) ?? []) {
    if (/^\p{Nd}/u.test(run)) words.push(NUMBER);
    else if (UNSPACED.test(run)) words.push(...unspacedWords(run));
    else words.push(run);
  }
  return words;
}

export const stemOf = (word: string): string => (word.length > STEM ? word.slice(0, STEM) : word);

const unspacedWords = (run: string): string[] => Array.from(wordSegmenter().segment(run), ({ segment }) => segment);

/** A folded text, and where its letters stand in the text itself. */
export interface FoldedText {
  folded: string;
  /** The range in the text of a range of the folded text; undefined if it would part a letter from its accents. */
  placeOf(from: number, to: number): [number, number] | undefined;
}

/** Letters with accents, the Arabic stroke, and the letter that grows in small letters: they move what is behind them. */
const MOVING = /\P{M}\p{M}+|\p{M}+|[\u0130\u0640]/gu;

/** The last ones: the terms of a text are looked for one by one. */
const last: { text: string; keepsCase: boolean; found: FoldedText }[] = [];
const MOST_KEPT = 4;

/** Folds a text as `fold` does and keeps the positions. @param how.keepsCase only the encoding of accents is folded */
export function foldWithPlaces(text: string, { keepsCase = false }: { keepsCase?: boolean } = {}): FoldedText {
  if (text.search(MOVING) === -1)
    return { folded: keepsCase ? text : text.toLowerCase(), placeOf: (from, to) => [from, to] };
  const known = last.find((one) => one.keepsCase === keepsCase && one.text === text);
  if (known) return known.found;
  const found = foldMoving(text, keepsCase);
  last.unshift({ text, keepsCase, found });
  last.splice(MOST_KEPT);
  return found;
}

function foldMoving(text: string, keepsCase: boolean): FoldedText {
  const starts: (number | undefined)[] = [];
  const made: string[] = [];
  let done = 0;
  const copy = (to: number): void => {
    const run = text.slice(done, to);
    made.push(keepsCase ? run : run.toLowerCase());
    for (let at = done; at < to; at++) starts.push(at);
  };
  for (const { 0: letter, index } of text.matchAll(MOVING)) {
    copy(index);
    const own = keepsCase ? letter.normalize('NFC') : fold(letter);
    made.push(own);
    for (let n = 0; n < own.length; n++) starts.push(n === 0 ? index : undefined);
    done = index + letter.length;
  }
  copy(text.length);
  starts.push(text.length);
  return {
    folded: made.join(''),
    placeOf(from, to) {
      const [start, end] = [starts[from], starts[to]];
      return start === undefined || end === undefined ? undefined : [start, end];
    },
  };
}
