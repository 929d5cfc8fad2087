import type { Site } from '../../site.ts';
import { postById } from '../../store/posts.ts';
import { nextPlanned, plannedUntil, setStatus } from '../../store/scheduled.ts';
import type { ChangeNotice } from '../../types.ts';
import { commandLineCaller } from '../callers.ts';
import { transact } from '../history.ts';
import { momentNow } from './dates.ts';

/** When the next planned item is to be published, in milliseconds since 1970; Infinity when there is none. */
export function nextDue(site: Site): number {
  const next = nextPlanned(site.db);
  const time = next === undefined ? Infinity : Date.parse(`${next}Z`);
  return Number.isNaN(time) ? Infinity : time;
}

/**
 * Publishes what was planned for a time that has come (`content.md` 2.5): one entry; nothing but the status changes. Done by
 * the program, in the name of the first administrator. Throws what a write throws.
 */
export function publishDue(site: Site): ChangeNotice | null {
  return transact(site, commandLineCaller(site), () => {
    const ids = plannedUntil(site.db, momentNow(site.now(), 'UTC').gmt);
    setStatus(site.db, ids, 'publish');
    return { value: null, keep: true, summary: summaryOf(site, ids) };
  }).notice;
}

function summaryOf(site: Site, ids: readonly number[]): string {
  if (ids.length !== 1) return `Published ${ids.length} items as planned`;
  const title = postById(site.db, ids[0] ?? 0)?.title ?? '';
  return `Published ${title === '' ? `number ${ids[0]}` : `“${title}”`} as planned`;
}
