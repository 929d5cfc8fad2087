import type { Site } from '../../site.ts';
import { entryById, latestEntryId } from '../../store/journal/journal.ts';
import { siteRow } from '../../store/site/site.ts';

/** Tolerance, as the clocks of two computers differ. */
const LENIENT_MS = 60_000;

/** Whether the clock is behind the site's latest timestamp: then nothing is removed for its age (`security.md` 5.8). */
export function isClockBehind(site: Site): boolean {
  const newest = Date.parse(entryById(site.db, latestEntryId(site.db))?.at ?? '') || siteRow(site.db).created_at * 1000;
  return site.now().getTime() + LENIENT_MS < newest;
}
