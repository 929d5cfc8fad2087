// How long a translation is, compared with what is usual between its two languages.
import { readable, type ReadUnit } from './unit.ts';

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const LONG_ENOUGH = 40;
const MOST_TIMES = 3;
const GLOSS = 30;

/** At least three times or at most a third as long as usual; an added gloss in brackets is allowed. */
export function length({ plain, ratio = 1 }: ReadUnit): string[] {
  const [usual, target] = [sizeOf(plain.source) * ratio, sizeOf(plain.target)];
  if (Math.max(usual, target) < LONG_ENOUGH || target === 0) return [];
  const [shorter, longer] = [Math.min(usual, target), Math.max(usual, target)];
  return longer > MOST_TIMES * shorter + GLOSS ? [''] : [];
}

/** The number of letters, weighted by script. */
const sizeOf = (text: string): number =>
  [...text.trim()].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2.2 : 1), 0);

const FEWEST_TEXTS = 50;
/** Limits of what can be learned, so that wrong translations in a memory do not become the rule. */
const [LEAST, MOST] = [0.4, 2.5];

/**
 * The usual length of a translation as a multiple of its source, from translated texts (marked); undefined for too few. In tenths, so
 * that a single text rarely changes it.
 */
export function usualRatio(pairs: Iterable<{ source: string; target: string }>): number | undefined {
  const ratios: number[] = [];
  for (const { source, target } of pairs) {
    const [from, to] = [sizeOf(readable(source)), sizeOf(readable(target))];
    if (from >= LONG_ENOUGH && to > 0) ratios.push(to / from);
  }
  if (ratios.length < FEWEST_TEXTS) return undefined;
  const median = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 1;
  return Math.round(Math.min(MOST, Math.max(LEAST, median)) * 10) / 10;
}
