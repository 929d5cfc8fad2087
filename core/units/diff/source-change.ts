import { wordDiff, wordsOf } from './word-diff.ts';

/** How a text changed, for one line in a list. */
export interface SourceChange {
  kind: 'formatting' | 'case' | 'punctuation' | 'number' | 'words' | 'rewritten';
  /** Of `words`: how many changed. */
  count: number;
  /** Of `number`, if there is one only: before and after; else "". */
  from: string;
  to: string;
}

/** Longer texts are compared with their beginnings: a list needs no more. */
const LONGEST = 4000;
const NUMBERS = /\p{Nd}+(?:[.,٫٬:]\p{Nd}+)*/gu;

/**
 * What changed from one plain text to another, by what a reader notices first: a number, else rewritten (less than half of the
 * words stayed), else some words, else signs. `lang`: code of the language, for its words.
 */
export function sourceChange(before: string, after: string, lang?: string): SourceChange {
  const none = { count: 0, from: '', to: '' };
  if (before === after) return { ...none, kind: 'formatting' };
  if (before.toLowerCase() === after.toLowerCase()) return { ...none, kind: 'case' };
  const parts = wordDiff(before.slice(0, LONGEST), after.slice(0, LONGEST), lang);
  const of = (kind: 'same' | 'del' | 'ins') => parts.filter((part) => part.kind === kind).map(({ text }) => text);
  const [kept, gone, added] = [of('same'), of('del'), of('ins')].map((texts) => wordsIn(texts.join(' '), lang));
  const [from = [], to = []] = [of('del'), of('ins')].map((texts) => texts.join(' ').match(NUMBERS) ?? []);
  const count = Math.max(gone ?? 0, added ?? 0);
  if (count > (kept ?? 0)) return { ...none, kind: 'rewritten' };
  if (from.length > 0 || to.length > 0) {
    const isOne = from.length === 1 && to.length === 1;
    return { ...none, kind: 'number', ...(isOne && { from: from[0] ?? '', to: to[0] ?? '' }) };
  }
  return count > 0 ? { ...none, kind: 'words', count } : { ...none, kind: 'punctuation' };
}

/** The number of words, numbers among them. */
function wordsIn(text: string, lang: string | undefined): number {
  return wordsOf(text, lang).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
