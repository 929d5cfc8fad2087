import { readMarked } from '../marked-text.ts';

/** A text as the memory compares it: its words in order, and what else two equal lists of words may differ in. */
export interface Analysed {
  marked: string;
  /** What it says, without marks. */
  plain: string;
  /** Folded words; every number is `#`. */
  words: string[];
  /** The first letters of each word: a light stem that fits every language. */
  stems: string[];
}

/** Words begin alike where they are forms of one: so many letters are compared. */
const STEM = 6;
/** What stands for a number: another number does not make another text. */
export const NUMBER = '#';

const WORDS = /\p{Nd}+(?:[.,:\u066b\u066c]\p{Nd}+)*|[\p{L}\p{M}]+/gu;
/** Scripts that write without blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Signs of Arabic that are left out in most texts, and the stroke that only stretches. */
const ARABIC_SIGNS = /[\u064b-\u0652\u0640]/g;

/**
 * Reads a marked text. Total: what is not in that form counts as plain text.
 * @param cut its words as `cutOf` gave them: dividing a text without blanks takes long
 */
export function analyse(marked: string, cut = ''): Analysed {
  const plain = plainOfMarked(marked);
  const words = cut === '' ? foldedWords(plain) : cut.split(' ');
  return { marked, plain, words, stems: words.map(stemOf) };
}

/** The words of a text, to be kept where dividing it again would take long; "" of others. */
export function cutOf({ plain, words }: Analysed): string {
  return UNSPACED.test(plain) ? words.join(' ') : '';
}

/** What a marked text says; a break of a line is one. */
export function plainOfMarked(marked: string): string {
  if (!/[<&]/.test(marked)) return marked;
  const pieces = readMarked(marked);
  if (!pieces) return marked;
  return pieces
    .map((piece) => (piece.kind === 'text' ? piece.text : piece.kind === 'single' && piece.id === 'n' ? '\n' : ''))
    .join('');
}

/** A text as words are compared and looked for, whatever its case. */
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

let segmenter: Intl.Segmenter | undefined;

function unspacedWords(run: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return Array.from(segmenter.segment(run), ({ segment }) => segment);
}
