// Compares texts across a whole site: one text with two translations, one translation of two texts. Pure.
import { fold, plainOfMarked } from '../memory/analyse.ts';
import { UNSPACED } from '../memory/segmenters.ts';
import { textHash } from '../states/hash.ts';
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

/** Hashes of the texts to compare, each without case, punctuation, marks and the width of letters; "" for a text of nothing else. */
export interface PairKeys {
  source: string;
  target: string;
}

/** A unit that is compared by its hashes. */
export interface KeyedPair extends PairKeys, Pick<SitePair, 'from' | 'to'> {}

/**
 * Finds texts that are translated in two ways, and translations that are used for two texts. Case, marks, punctuation
 * and spaces next to scripts written without them are ignored. If most agree, only the exceptions are reported; otherwise all.
 */
export function pairFindings(pairs: readonly SitePair[]): PairFinding[][] {
  const found = comparePairs(
    pairs.map((pair) => ({ ...keysOfPair(pair), from: pair.from, to: pair.to })),
    (at) => pairs[at],
  );
  return pairs.map((_, at) => found.get(at) ?? []);
}

export function keysOfPair({ source, target }: Pick<SitePair, 'source' | 'target'>): PairKeys {
  return { source: textHash(sideOf(source).key), target: textHash(sideOf(target).key) };
}

/**
 * The same for pairs of which the hashes are known: their findings by index.
 * @param textsOf the texts of the pair with this index; called for few
 */
export function comparePairs(
  pairs: readonly KeyedPair[],
  textsOf: (at: number) => Pick<SitePair, 'source' | 'target'> | undefined,
): Map<number, PairFinding[]> {
  const found = new Map<number, PairFinding[]>();
  const sides = new Map<string, Side>();
  const sideAt = (at: number, which: keyof PairKeys): Side => {
    const place = `${at} ${which}`;
    const known = sides.get(place) ?? sideOf(textsOf(at)?.[which] ?? '');
    sides.set(place, known);
    return known;
  };
  const add = (check: PairFinding['check'], all: readonly [at: number, about: string][]): void => {
    for (const [at, about] of all) found.set(at, [...(found.get(at) ?? []), { check, about }]);
  };
  const translated = pairs.map(({ source, target, from }) => ({ same: source, other: target, language: from }));
  add(
    'inconsistent',
    different(translated, { same: (at) => sideAt(at, 'source'), other: (at) => sideAt(at, 'target') }),
  );
  const reused = pairs.map(({ source, target, to }) => ({ same: target, other: source, language: to }));
  const ofReused = { same: (at: number) => sideAt(at, 'target'), other: (at: number) => sideAt(at, 'source') };
  add('reused', different(reused, { ...ofReused, isFine: isAlike }));
  return found;
}

interface Side {
  /** The text to compare. */
  key: string;
  words: string;
  shown: string;
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

/** A pair, seen from one side; both sides as hashes. */
interface Member {
  same: string;
  other: string;
  language: string;
}

interface Texts {
  same(at: number): Side;
  other(at: number): Side;
  isFine?: (one: Side, other: Side) => boolean;
}

/** Indexes of members that are equal on one side and differ on the other, with the text of the others. */
function different(
  members: readonly Member[],
  { same, other, isFine = () => false }: Texts,
): [at: number, about: string][] {
  const groups = Map.groupBy(members.keys(), (at) => members[at]?.same ?? '');
  return [...groups].flatMap(([hash, places]): [number, string][] => {
    const [first] = places;
    if (hash === '' || first === undefined || places.length < 2) return [];
    const byOther = Map.groupBy(places, (at) => members[at]?.other ?? '');
    if (byOther.size < 2 || wordCount(same(first).key, members[first]?.language) < FEWEST_WORDS) return [];
    const [most = [], next = []] = [...byOther.values()].toSorted((a, b) => b.length - a.length);
    const isDecided = most.length > next.length;
    // One of each suffices: a site may have the same text on every page.
    const others = (isDecided ? [most] : [...byOther.values()]).map(([place = first]) => place);
    const isAgainst = (at: number, place: number): boolean =>
      members[at]?.other !== members[place]?.other && !isFine(other(at), other(place));
    return places.flatMap((at): [number, string][] => {
      const against = others.find((place) => isAgainst(at, place));
      return against === undefined ? [] : [[at, other(against).shown]];
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
