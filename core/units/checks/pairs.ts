// Compares texts across a whole site: one text with two translations, one translation of two texts. Pure.
import { fold, plainOfMarked } from '../memory/analyse.ts';
import { UNSPACED } from '../memory/segmenters.ts';
import { wordCount } from '../states/words.ts';

/** A unit of a pair of languages. Marked texts. */
export interface SitePair {
  source: string;
  target: string;
  /** Code or locale of each side. */
  from: string;
  to: string;
}

/** The finding for a pair: the other translation, or the other text. */
export interface PairFinding {
  check: 'inconsistent' | 'reused';
  about: string;
}

/** A text with fewer words may be a name, or have two meanings. */
const FEWEST_WORDS = 3;
const LONGEST_SHOWN = 120;
/** Two texts that share this part of their words mean about the same. */
const ALIKE = 0.5;

/** A space next to a letter of a script written without spaces: using one there is a matter of taste. */
const BESIDE_UNSPACED =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]) | (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])/gu;

interface Side {
  /** The text to compare: without case, punctuation, marks and the width of letters. */
  key: string;
  words: string;
  shown: string;
}

/**
 * Finds texts that are translated in two ways, and translations that are used for two texts. Case, marks, punctuation
 * and spaces next to scripts written without them are ignored. If most agree, only the exceptions are reported; otherwise all.
 */
export function pairFindings(pairs: readonly SitePair[]): PairFinding[][] {
  const sides = pairs.map(({ source, target, from, to }) => {
    return { source: sideOf(source), target: sideOf(target), from, to };
  });
  const found: PairFinding[][] = pairs.map(() => []);
  for (const [at, about] of different(
    sides.map(({ source, target, from }) => ({ same: source, other: target, language: from })),
  ))
    found[at]?.push({ check: 'inconsistent', about });
  const reused = sides.map(({ source, target, to }) => ({ same: target, other: source, language: to }));
  for (const [at, about] of different(reused, isAlike)) found[at]?.push({ check: 'reused', about });
  return found;
}

function sideOf(marked: string): Side {
  const shown = plainOfMarked(marked).replace(/\s+/g, ' ').trim();
  const words = fold(shown).replace(/[\s\p{P}]+$/u, '');
  return {
    words,
    key: words
      .normalize('NFKC')
      .replace(/[\s\p{P}]+/gu, ' ')
      .replace(BESIDE_UNSPACED, ''),
    shown: shown.slice(0, LONGEST_SHOWN),
  };
}

interface Member {
  same: Side;
  other: Side;
  language: string;
}

/** Indexes of members that are equal on one side and differ on the other, with the text of the others. */
function different(
  members: readonly Member[],
  isFine: (one: Side, other: Side) => boolean = () => false,
): [at: number, about: string][] {
  const groups = Map.groupBy(members.keys(), (at) => members[at]?.same.key ?? '');
  return [...groups].flatMap(([key, places]): [number, string][] => {
    const [first] = places;
    if (key === '' || first === undefined) return [];
    const byOther = Map.groupBy(places, (at) => members[at]?.other.key ?? '');
    if (byOther.size < 2 || wordCount(key, members[first]?.language) < FEWEST_WORDS) return [];
    const [most = [], next = []] = [...byOther.values()].toSorted((a, b) => b.length - a.length);
    const isDecided = most.length > next.length;
    // One of each suffices: a site may have the same text on every page.
    const others = (isDecided ? [most] : [...byOther.values()]).map(([place = first]) => members[place]?.other);
    return places.flatMap((at): [number, string][] => {
      const own = members[at]?.other;
      const against = others.find((other) => other && own && other.key !== own.key && !isFine(own, other));
      return against ? [[at, against.shown]] : [];
    });
  });
}

/** Whether two texts share so many words that one translation may suit both. */
function isAlike(one: Side, other: Side): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const common = [...a].filter((word) => b.has(word)).length;
  return common >= ALIKE * Math.min(a.size, b.size);
}

/** Words by their first letters; for scripts without spaces every letter. */
function wordsOf({ words: text }: Side): Set<string> {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return new Set(words.flatMap((word) => (UNSPACED.test(word) ? [...word] : [word.slice(0, 6)])));
}
