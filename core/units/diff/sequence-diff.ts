/**
 * A range of one of two lists: `del` refers to the first, `ins` to the second, `same` to both (`start` in the first, `other` in
 * the second).
 */
export interface Stretch {
  kind: 'same' | 'del' | 'ins';
  start: number;
  end: number;
  other: number;
}

/** With more differences than this in a range without rare words, the whole range counts as replaced. */
const MOST = 400;

/**
 * Diffs two lists of words: equal words stay `same` as long as the result reads well, the rest is `del` and `ins`. Words that
 * occur exactly once in both anchor the lists, so that the time is linear in the length, not quadratic.
 */
export function diffLists(before: readonly string[], after: readonly string[]): Stretch[] {
  const pairs: [number, number][] = [];
  matchRange({ a: before, b: after, pairs }, [0, before.length, 0, after.length]);
  return stretches(pairs, before.length, after.length);
}

type Range = [aFrom: number, aTo: number, bFrom: number, bTo: number];

interface Lists {
  a: readonly string[];
  b: readonly string[];
  /** Index pairs of equal words, in order. */
  pairs: [number, number][];
}

function matchRange(lists: Lists, range: Range): void {
  const { a, b, pairs } = lists;
  let [aFrom, aTo, bFrom, bTo] = range;
  while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) pairs.push([aFrom++, bFrom++]);
  let ends = 0;
  while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) {
    aTo--;
    bTo--;
    ends++;
  }
  if (aFrom < aTo && bFrom < bTo) {
    const inner: Range = [aFrom, aTo, bFrom, bTo];
    const anchors = rareAnchors(lists, inner);
    if (anchors.length === 0) pairs.push(...shortest(lists, inner));
    else {
      let [aAt, bAt] = [aFrom, bFrom];
      for (const [i, j] of anchors) {
        matchRange(lists, [aAt, i, bAt, j]);
        pairs.push([i, j]);
        [aAt, bAt] = [i + 1, j + 1];
      }
      matchRange(lists, [aAt, aTo, bAt, bTo]);
    }
  }
  for (let i = 0; i < ends; i++) pairs.push([aTo + i, bTo + i]);
}

/** Words that occur exactly once in both ranges: the longest sequence in the same order. */
function rareAnchors({ a, b }: Lists, [aFrom, aTo, bFrom, bTo]: Range): [number, number][] {
  const once = (list: readonly string[], from: number, to: number) => {
    const places = new Map<string, number>();
    for (let i = from; i < to; i++) {
      const word = list[i] ?? '';
      places.set(word, places.has(word) ? -1 : i);
    }
    return places;
  };
  const inB = once(b, bFrom, bTo);
  const both: [number, number][] = [];
  for (const [word, i] of once(a, aFrom, aTo)) {
    const j = inB.get(word) ?? -1;
    if (i !== -1 && j !== -1) both.push([i, j]);
  }
  both.sort((one, other) => one[0] - other[0]);
  return longestRising(both);
}

function longestRising(pairs: readonly [number, number][]): [number, number][] {
  const tails: number[] = [];
  const previous: number[] = [];
  pairs.forEach(([, j], index) => {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < j) low = middle + 1;
      else high = middle;
    }
    previous[index] = tails[low - 1] ?? -1;
    tails[low] = index;
  });
  const rising: [number, number][] = [];
  for (let at = tails.at(-1) ?? -1; at !== -1; at = previous[at] ?? -1) {
    const pair = pairs[at];
    if (pair) rising.push(pair);
  }
  return rising.reverse();
}

/** The shortest edit script between the ranges, by Myers; nothing in common if it is too long. */
function shortest({ a, b }: Lists, [aFrom, aTo, bFrom, bTo]: Range): [number, number][] {
  const [n, m] = [aTo - aFrom, bTo - bFrom];
  const limit = Math.min(n + m, MOST);
  let reach = new Int32Array(2 * limit + 3);
  const trail: Int32Array[] = [];
  const zero = limit + 1;
  for (let d = 0; d <= limit; d++) {
    trail.push(reach);
    const next = reach.slice();
    for (let k = -d; k <= d; k += 2) {
      const isDown = k === -d || (k !== d && (reach[zero + k - 1] ?? 0) < (reach[zero + k + 1] ?? 0));
      let x = isDown ? (reach[zero + k + 1] ?? 0) : (reach[zero + k - 1] ?? 0) + 1;
      while (x < n && x - k < m && a[aFrom + x] === b[bFrom + x - k]) x++;
      next[zero + k] = x;
      if (x >= n && x - k >= m) return walkBack(trail, { zero, n, m }).map(([i, j]) => [aFrom + i, bFrom + j]);
    }
    reach = next;
  }
  return [];
}

function walkBack(trail: Int32Array[], of: { zero: number; n: number; m: number }): [number, number][] {
  const pairs: [number, number][] = [];
  let [x, y] = [of.n, of.m];
  for (let d = trail.length - 1; d >= 0; d--) {
    const reach = trail[d] ?? new Int32Array();
    const k = x - y;
    const isDown = k === -d || (k !== d && (reach[of.zero + k - 1] ?? 0) < (reach[of.zero + k + 1] ?? 0));
    const fromK = isDown ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : (reach[of.zero + fromK] ?? 0);
    const startX = d === 0 ? 0 : isDown ? fromX : fromX + 1;
    while (x > startX && y > 0) pairs.push([--x, --y]);
    [x, y] = [fromX, fromX - fromK];
  }
  return pairs.reverse();
}

function stretches(pairs: readonly [number, number][], aLength: number, bLength: number): Stretch[] {
  const found: Stretch[] = [];
  let [a, b] = [0, 0];
  for (const [i, j] of [...pairs, [aLength, bLength] as const]) {
    if (i > a) found.push({ kind: 'del', start: a, end: i, other: b });
    if (j > b) found.push({ kind: 'ins', start: b, end: j, other: i });
    const last = found.at(-1);
    if (last?.kind === 'same' && i < aLength) last.end = i + 1;
    else if (i < aLength && j < bLength) found.push({ kind: 'same', start: i, end: i + 1, other: j });
    [a, b] = [i + 1, j + 1];
  }
  return found;
}
