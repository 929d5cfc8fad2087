import type { Site } from '../../site.ts';
import { entryById, latestEntryId } from '../../store/journal/journal.ts';
import { siteRow } from '../../store/site/site.ts';

/** Clocks of two computers are never quite the same. */
const LENIENT_MS = 60_000;

/** Whether the clock is behind what the site has seen: then nothing is removed for its age (`security.md` 5.8). */
export function isClockBehind(site: Site): boolean {
  const newest = Date.parse(entryById(site.db, latestEntryId(site.db))?.at ?? '') || siteRow(site.db).created_at * 1000;
  return site.now().getTime() + LENIENT_MS < newest;
}
