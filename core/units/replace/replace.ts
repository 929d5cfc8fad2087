// Find and replace in a text: pure.
import { fold } from '../memory/analyse.ts';

/** What to find, and its replacement. */
export interface Replacing {
  q: string;
  to: string;
  /** Whether case must match; otherwise a capital at the start is kept. */
  matchCase: boolean;
  wholeWords: boolean;
}

const LETTER = /[\p{L}\p{M}\p{N}]/u;

/** Replaces every occurrence in a text, and returns how many there are. */
export function replaceIn(text: string, { q, to, matchCase, wholeWords }: Replacing): { text: string; count: number } {
  const [own, wanted] = matchCase ? [text, q] : [foldedAlike(text), fold(q)];
  if (wanted === '') return { text, count: 0 };
  let made = '';
  let done = 0;
  let count = 0;
  for (let at = own.indexOf(wanted); at !== -1; at = own.indexOf(wanted, at)) {
    const end = at + wanted.length;
    const isWord = !LETTER.test(own[at - 1] ?? '') && !LETTER.test(own[end] ?? '');
    if (wholeWords && !isWord) {
      at += 1;
      continue;
    }
    made += text.slice(done, at) + (matchCase ? to : likeBefore(to, text.slice(at, end)));
    done = at = end;
    count += 1;
  }
  return { text: made + text.slice(done), count };
}

/** Adopts the case of the replaced word: "Phare" becomes "Éclairage" although "éclairage" was typed. */
function likeBefore(to: string, before: string): string {
  const [first = ''] = to;
  return /^\p{Lu}/u.test(before) && /^\p{Ll}/u.test(to) ? first.toUpperCase() + to.slice(first.length) : to;
}

/** Letter by letter, to keep positions: a letter whose folded form has another length is left unchanged. */
function foldedAlike(text: string): string {
  return Array.from(text, (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  }).join('');
}
