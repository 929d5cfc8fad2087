/** The result of matching two lists. */
export interface Match {
  /** From an index of the first list to one of the second. */
  pairs: Map<number, number>;
  /** Indexes of the first list whose partner is out of order. */
  moved: Set<number>;
}

export interface Scores {
  /** The likeness of two items; 0: never a match. */
  score: (a: number, b: number) => number;
  /** Whether two items out of order may be the same item, moved. */
  isMoved: (a: number, b: number) => boolean;
}

/** Higher than any likeness: identical. */
export const IDENTICAL = 1.2;
/** Beyond this many comparisons, items are matched by order alone. */
const MOST = 1_000_000;

/** Matches two lists so that the order is kept and the sum of scores is maximal; then looks for moved items among the rest. */
export function matchLists(aLength: number, bLength: number, scores: Scores): Match {
  const pairs = bestPairs(aLength, bLength, scores);
  const moved = new Set<number>();
  const taken = new Set(pairs.values());
  const free = Array.from({ length: bLength }, (_, b) => b).filter((b) => !taken.has(b));
  if (free.length * (aLength - pairs.size) > MOST) return { pairs, moved };
  for (let a = 0; a < aLength && free.length > 0; a++) {
    if (pairs.has(a)) continue;
    const at = free.findIndex((b) => scores.isMoved(a, b));
    const [b] = at === -1 ? [] : free.splice(at, 1);
    if (b === undefined) continue;
    pairs.set(a, b);
    moved.add(a);
  }
  return { pairs, moved };
}

/** Composes two matches: from the first list of `one` to the second list of `other`. */
export function composeMatches(one: Match, other: Match): Match {
  const pairs = new Map<number, number>();
  const moved = new Set<number>();
  for (const [a, b] of one.pairs) {
    const c = other.pairs.get(b);
    if (c === undefined) continue;
    pairs.set(a, c);
    if (one.moved.has(a) !== other.moved.has(b)) moved.add(a);
  }
  return { pairs, moved };
}

/** Identical items at both ends are matched immediately. */
function bestPairs(aLength: number, bLength: number, { score, isMoved }: Scores): Map<number, number> {
  const pairs = new Map<number, number>();
  const isSame = (a: number, b: number) => score(a, b) >= IDENTICAL;
  let start = 0;
  while (start < aLength && start < bLength && isSame(start, start)) pairs.set(start, start++);
  let [a, b] = [aLength, bLength];
  while (a > start && b > start && isSame(a - 1, b - 1)) pairs.set(--a, --b);
  const inner: Scores = { isMoved, score: (i, j) => score(i + start, j + start) };
  const [n, m] = [a - start, b - start];
  const middle = n * m > MOST ? byPlace(n, m, inner) : byScore(n, m, inner);
  for (const [i, j] of middle) pairs.set(i + start, j + start);
  return pairs;
}

/** The best path through the table of all scores, from its last corner back. */
function byScore(aLength: number, bLength: number, { score }: Scores): Map<number, number> {
  const width = bLength + 1;
  const best = new Float64Array((aLength + 1) * width);
  const alike = new Float64Array(aLength * bLength);
  for (let a = 1; a <= aLength; a++)
    for (let b = 1; b <= bLength; b++) {
      const here = score(a - 1, b - 1);
      alike[(a - 1) * bLength + b - 1] = here;
      const skipped = Math.max(best[(a - 1) * width + b] ?? 0, best[a * width + b - 1] ?? 0);
      best[a * width + b] = Math.max(skipped, here > 0 ? (best[(a - 1) * width + b - 1] ?? 0) + here : 0);
    }
  const pairs: [number, number][] = [];
  let [a, b] = [aLength, bLength];
  while (a > 0 && b > 0) {
    const value = best[a * width + b] ?? 0;
    const here = alike[(a - 1) * bLength + b - 1] ?? 0;
    if (here > 0 && value === (best[(a - 1) * width + b - 1] ?? 0) + here) pairs.push([--a, --b]);
    else if (value === best[(a - 1) * width + b]) a--;
    else b--;
  }
  return new Map(pairs.reverse());
}

function byPlace(aLength: number, bLength: number, { score }: Scores): Map<number, number> {
  const pairs = new Map<number, number>();
  for (let at = 0; at < Math.min(aLength, bLength); at++) if (score(at, at) > 0) pairs.set(at, at);
  return pairs;
}
