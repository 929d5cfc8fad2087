// Find and replace in a text: pure.
import { fold, foldInPlace } from '../memory/analyse.ts';

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
  const [own, wanted] = matchCase ? [text, q] : [foldInPlace(text), fold(q)];
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

/** A regular expression as typed, and the replacement for its matches: with `$1`, `$<name>`, `$&`. */
export interface PatternReplacing extends Replacing {
  pattern: RegExp;
}

/** Compiles the regular expression for `replacePattern`. Throws a `SyntaxError` if it is invalid. */
export function patternOf({ q, matchCase, wholeWords }: Pick<Replacing, 'q' | 'matchCase' | 'wholeWords'>): RegExp {
  // Compiled as typed first, so that the error message quotes what was typed.
  const own = new RegExp(q, 'u');
  const letter = String.raw`[\p{L}\p{M}\p{N}]`;
  return new RegExp(wholeWords ? `(?<!${letter})(?:${own.source})(?!${letter})` : own.source, matchCase ? 'gu' : 'giu');
}

/** Like `replaceIn`, for a regular expression; empty matches are skipped. May take very long: see `core/domain/replace/`. */
export function replacePattern(text: string, pattern: RegExp, to: string): { text: string; count: number } {
  let [made, done, count] = ['', 0, 0];
  for (const match of text.matchAll(pattern)) {
    const [found] = match;
    if (found === '') continue;
    made += text.slice(done, match.index) + filledIn(to, match);
    done = match.index + found.length;
    count += 1;
  }
  return { text: made + text.slice(done), count };
}

/** `$1` stays as typed if there is no such group. */
function filledIn(to: string, match: RegExpExecArray): string {
  return to.replace(/\$(\$|&|[1-9]\d?|<([^>]+)>)/g, (whole: string, sign: string, name: string | undefined) => {
    if (sign === '$') return '$';
    if (sign === '&') return match[0];
    if (name !== undefined) return match.groups && name in match.groups ? (match.groups[name] ?? '') : whole;
    return Number(sign) < match.length ? (match[Number(sign)] ?? '') : whole;
  });
}
