// Words found in a text and exchanged: pure.
import { fold } from '../memory/analyse.ts';

/** What is looked for, and what takes its place. */
export interface Replacing {
  q: string;
  to: string;
  /** Other cases are other words; otherwise a capital at the start stays one. */
  matchCase: boolean;
  wholeWords: boolean;
}

const LETTER = /[\p{L}\p{M}\p{N}]/u;

/** A text in which every place says the other words, and how many places there are. */
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

/** Takes over the case of what is replaced: "Phare" becomes "Éclairage" although "éclairage" was typed. */
function likeBefore(to: string, before: string): string {
  const [first = ''] = to;
  return /^\p{Lu}/u.test(before) && /^\p{Ll}/u.test(to) ? first.toUpperCase() + to.slice(first.length) : to;
}

/** Letter by letter, so that places stay: a letter that folds to another length is left as it is. */
function foldedAlike(text: string): string {
  return Array.from(text, (letter) => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  }).join('');
}
