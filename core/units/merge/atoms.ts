import { wordsOf } from '../diff/word-diff.ts';

/** Comments (including block comments), tags and entities: a merge never splits them. */
const WHOLE = /<!--[\s\S]*?-->|<\/?[a-zA-Z](?:[^<>"']|"[^"]*"|'[^']*')*>|&#?\w+;/g;

/**
 * Splits a text into pieces that a merge keeps or replaces whole: comments, tags, entities, words, whitespace and punctuation.
 * Joined they are the text.
 */
export function atomsOf(text: string, lang?: string): string[] {
  const atoms: string[] = [];
  let at = 0;
  for (const match of text.matchAll(WHOLE)) {
    atoms.push(...wordsOf(text.slice(at, match.index), lang), match[0]);
    at = match.index + match[0].length;
  }
  return [...atoms, ...wordsOf(text.slice(at), lang)];
}
