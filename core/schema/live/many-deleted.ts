/** Deletions beyond this number, and this share of all, need a confirmation; a few are never many. */
const MOST = 20;
const SHARE = 0.05;
const FEW = 3;

/** Whether this many deletions of this many items need a confirmation with their number (`live-site.md` 5 and 7). */
export function isManyDeleted(deletes: number, all: number): boolean {
  return deletes > MOST || (deletes > FEW && deletes > all * SHARE);
}
