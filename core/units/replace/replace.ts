// Find and replace in a text: pure.
import { fold, foldWithPlaces } from '../memory/analyse.ts';
import { isWholeWord, WORD_MAY_BEGIN, WORD_MAY_END } from './whole-words.ts';

/** What to find, and its replacement. */
export interface Replacing {
  q: string;
  to: string;
  /** Whether case must match; otherwise a capital at the start is kept. */
  matchCase: boolean;
  wholeWords: boolean;
}

/** Whether a text may hold words, whatever their case: cheap, and never false where `replaceIn` finds them. */
export const mayHoldWords = (text: string, q: string): boolean => roughly(text).includes(roughly(q));

const roughly = (text: string): string => fold(text).replaceAll('ς', 'σ');

/** Replaces every occurrence in a text, however its accents are encoded, and returns how many there are. */
export function replaceIn(text: string, { q, to, matchCase, wholeWords }: Replacing): { text: string; count: number } {
  const how = { keepsCase: matchCase };
  const { folded, placeOf } = foldWithPlaces(text, how);
  const [own, wanted] = [folded, foldWithPlaces(q, how).folded].map((each) => each.replaceAll('ς', 'σ'));
  if (own === undefined || wanted === undefined || wanted === '') return { text, count: 0 };
  let made = '';
  let done = 0;
  let count = 0;
  for (let at = own.indexOf(wanted); at !== -1; at = own.indexOf(wanted, at)) {
    const [start, end] = placeOf(at, at + wanted.length) ?? [];
    if (start === undefined || end === undefined || (wholeWords && !isWholeWord(text, start, end))) {
      at += 1;
      continue;
    }
    made += text.slice(done, start) + (matchCase ? to : likeBefore(to, text.slice(start, end)));
    done = end;
    at += wanted.length;
    count += 1;
  }
  return { text: made + text.slice(done), count };
}

/** Adopts the case of the replaced word: "Phare" becomes "Éclairage" although "éclairage" was typed. */
function likeBefore(to: string, before: string): string {
  const [first = ''] = to;
  return /^\p{Lu}/u.test(before) && /^\p{Ll}/u.test(to) ? first.toUpperCase() + to.slice(first.length) : to;
}

/** Compiles the regular expression for `replacePattern`. Throws a `SyntaxError` if it is invalid. */
export function patternOf({ q, matchCase, wholeWords }: Pick<Replacing, 'q' | 'matchCase' | 'wholeWords'>): RegExp {
  // Compiled as typed first, so that the error message quotes what was typed.
  const own = new RegExp(q, 'u');
  return new RegExp(
    wholeWords ? `${WORD_MAY_BEGIN}(?:${own.source})${WORD_MAY_END}` : own.source,
    matchCase ? 'gu' : 'giu',
  );
}

/** Like `replaceIn`, for a regular expression; empty matches are skipped. May take very long: see `core/domain/replace/`. */
export function replacePattern(
  text: string,
  pattern: RegExp,
  { to, wholeWords }: Pick<Replacing, 'to' | 'wholeWords'>,
): { text: string; count: number } {
  let [made, done, count] = ['', 0, 0];
  for (const match of text.matchAll(pattern)) {
    const [found] = match;
    if (found === '' || (wholeWords && !isWholeWord(text, match.index, match.index + found.length))) continue;
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
