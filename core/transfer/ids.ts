/** Numbers of a file above this are given new ones: the sequences of the site would end too soon. */
export const HIGHEST_ID = 4_294_967_295;

/** Gives numbers to what an import brings: the file's own where it is free, else the next new one (`content.md` 8.2). */
export interface Ids {
  /** Says whether the number was kept. */
  take(source: number | null): { id: number; kept: boolean };
}

/**
 * @param about.isEmpty nothing of this kind is on the site yet: every number is free that no row has
 * @param about.sequence the highest number the site ever gave
 * @param about.highest the highest number the file names
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
      // A number the site gave away once is not used a second time: what was deleted may come back.
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
