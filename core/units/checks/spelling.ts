// Words that the dictionary of the language does not have, where the caller has one.
import { UNSPACED } from '../memory/segmenters.ts';
import type { ReadUnit } from './unit.ts';

const WORD = /[\p{L}\p{M}]+(?:['’ʼ\u200c-][\p{L}\p{M}]+)*/gu;
/** Addresses, placeholders, shortcodes, file names, and words with digits or signs in them. */
const NO_WORD =
  /\b\w+:\/\/\S+|[\w.+-]+@[\w.-]+|\bwww\.\S+|\[\/?[A-Za-z][^\]]*\]|&#?\w+;|\$?\{[^}]*\}|%\S+|<[^>]*>|[\p{L}\p{M}\p{N}_'’-]*[\p{N}_@#\\/|]+[\p{L}\p{M}\p{N}_@#\\/|.'’-]*|[\p{L}\p{M}]+(?:\.[\p{L}\p{M}]+)+/gu;

/**
 * The words of the target that the dictionary does not have, each once. Left out: words of the source and of the glossary, which
 * are names; words in capitals; and words in scripts without spaces.
 */
export function spelling({ plain, isWord, terms = [] }: ReadUnit): string[] {
  if (!isWord) return [];
  const known = [plain.source, ...terms.flatMap(({ word, allowed }) => [word, ...allowed])].flatMap(wordsOf);
  return [...new Set(wordsOf(plain.target))].filter((word) => !known.includes(word) && !isName(word) && !isWord(word));
}

/** The words of a text without marks that can be in a dictionary. */
function wordsOf(text: string): string[] {
  return text.replaceAll('\u00ad', '').replaceAll(NO_WORD, ' ').match(WORD) ?? [];
}

/** An abbreviation, or a name such as eBay: capitals inside. */
const isName = (word: string): boolean => UNSPACED.test(word) || /[\p{L}]\p{Lu}/u.test(word) || [...word].length === 1;
