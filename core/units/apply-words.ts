import { joinTexts } from './tokens.ts';
import type { Segment, Token } from './tokens.ts';
import { tokenDiff } from './diff/word-diff.ts';

/** A replacement in the source that also applies to the translation: `300` became `400`. */
export interface WordChange {
  /** As in the translation, in its own digits. */
  from: string;
  to: string;
}

/** The zeros of common digit systems. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50];

/**
 * The changes of the source that can be applied to the translation as it is: replaced words that occur in the translation exactly
 * once, mostly numbers and names. Empty: nothing to offer ("Apply 400 to target").
 */
export function findWordChanges(
  before: Segment,
  source: Segment,
  target: readonly Token[],
  lang?: string,
): WordChange[] {
  const parts = tokenDiff(before, source, lang);
  const changes: WordChange[] = [];
  parts.forEach((part, index) => {
    const next = parts[index + 1];
    if (part.kind !== 'del' || part.token.kind !== 'text') return;
    if (next?.kind !== 'ins' || next.token.kind !== 'text') return;
    const change = findIn(target, part.token.text.trim(), next.token.text.trim());
    if (change && !changes.some(({ from }) => from === change.from)) changes.push(change);
  });
  return changes;
}

/** The translation with these words replaced, each at its first occurrence. */
export function applyWordChanges(target: readonly Token[], changes: readonly WordChange[]): Token[] {
  const tokens = joinTexts(target);
  // All positions are determined first, so that one change never replaces the result of another.
  const places = changes.flatMap(({ from, to }) => {
    const [place] = placesOf(tokens, from);
    return place ? [{ ...place, from, to }] : [];
  });
  places.sort((a, b) => b.at - a.at);
  for (const { token: index, at, from, to } of places) {
    const token = tokens[index];
    if (token?.kind === 'text')
      tokens[index] = { kind: 'text', text: token.text.slice(0, at) + to + token.text.slice(at + from.length) };
  }
  return tokens;
}

function findIn(target: readonly Token[], from: string, to: string): WordChange | undefined {
  if (from === '' || to === '') return undefined;
  const isNumber = /^[\d\s.,:/-]+$/.test(from) && /^[\d\s.,:/-]+$/.test(to);
  for (const zero of isNumber ? ZEROS : [0x30]) {
    const word = inDigits(from, zero);
    if (placesOf(joinTexts(target), word).length === 1) return { from: word, to: inDigits(to, zero) };
  }
  return undefined;
}

/** Where the words occur as whole words. */
function placesOf(tokens: readonly Token[], words: string): { token: number; at: number }[] {
  return tokens.flatMap((token, index) => {
    if (token.kind !== 'text') return [];
    const found: { token: number; at: number }[] = [];
    for (let at = token.text.indexOf(words); at !== -1; at = token.text.indexOf(words, at + 1))
      if (standsAlone(token.text, at, at + words.length)) found.push({ token: index, at });
    return found;
  });
}

/** Digits must not be next to other digits, nor letters next to letters, except in scripts without spaces. */
function standsAlone(text: string, start: number, end: number): boolean {
  const [before, first, last, after] = [text.slice(0, start).at(-1), text[start], text[end - 1], text[end]];
  const touch = (one = '', other = '') =>
    (/\p{Nd}/u.test(one) && /\p{Nd}/u.test(other)) || (isLetter(one) && isLetter(other));
  return (
    !touch(before, first) &&
    !touch(last, after) &&
    !/\p{Nd}[.,]$/u.test(text.slice(0, start)) &&
    !/^[.,]\p{Nd}/u.test(text.slice(end))
  );
}

const isLetter = (sign: string): boolean =>
  /\p{L}/u.test(sign) && !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(sign);

function inDigits(text: string, zero: number): string {
  return text.replace(/\d/g, (digit) => String.fromCharCode(zero + Number(digit)));
}
