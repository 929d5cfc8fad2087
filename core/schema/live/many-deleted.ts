/** Deletions that need no second word: so many, and this part of all; a few are never many. */
const MOST = 20;
const SHARE = 0.05;
const FEW = 3;

/** Whether so many deletions of so many items are only done once somebody said their number (`live-site.md` 5 and 7). */
export function isManyDeleted(deletes: number, all: number): boolean {
  return deletes > MOST || (deletes > FEW && deletes > all * SHARE);
}
