// The exact bound of the lookup: two texts that score 70 or more share at least `ROOM` of the keys each is indexed under. A pair
// that shares no stem costs a whole word, so texts of n and m words share at least 0.7 times the longer of them; of two lists in
// the same order that share T keys, both have `ROOM` of them among the first n - T + ROOM.

/** Keys in addition to those a match requires: the more, the fewer candidates. */
const ROOM = 3;

/** Keys of a text, with repetitions as separate keys: as many as it has words. */
export function keysOf(stems: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return stems.map((stem) => {
    const times = (seen.get(stem) ?? 0) + 1;
    seen.set(stem, times);
    return times === 1 ? stem : `${stem} ${times}`;
  });
}

/** How many of `n` words are shared with every text that scores 70 or more. */
const shared = (n: number): number => Math.ceil((7 * n) / 10);

/** How many keys of a text of `n` words, rarest first, are indexed and looked up. */
export const prefixLength = (n: number): number => Math.min(n, n - shared(n) + ROOM);

/** How many of them a candidate must share. */
export const hitsNeeded = (n: number): number => Math.min(ROOM, shared(n));

/** The minimum and maximum number of words of a text that can score 70 or more. */
export const lengthsAround = (n: number): [least: number, most: number] => [shared(n), Math.floor((10 * n) / 7)];
