/** Higher numbers in a file are replaced: the sequences of the site would otherwise run out too soon. */
export const HIGHEST_ID = 4_294_967_295;

/** Assigns numbers to imported items: the file's own number if it is free, otherwise the next new one (`content.md` 8.2). */
export interface Ids {
  /** Reports whether the number was kept. */
  take(source: number | null): { id: number; kept: boolean };
}

/**
 * @param about.isEmpty the site has nothing of this kind yet: every number without a row is free
 * @param about.sequence the highest number the site ever assigned
 * @param about.highest the highest number in the file
 */
export function createIds(about: {
  isEmpty: boolean;
  sequence: number;
  highest: number;
  isTaken(id: number): boolean;
}): Ids {
  const { isEmpty, sequence, highest, isTaken } = about;
  let next = Math.max(sequence, Math.min(highest, HIGHEST_ID));
  const given = new Set<number>();
  return {
    take(source) {
      // Numbers are never reused: something deleted may be restored.
      const isFree =
        source !== null &&
        source <= HIGHEST_ID &&
        (isEmpty || source > sequence) &&
        !given.has(source) &&
        !isTaken(source);
      const id = isFree ? source : (next += 1);
      given.add(id);
      return { id, kept: isFree };
    },
  };
}
