import type { Summary } from '../../../schema/site/summaries.ts';
import type { Site } from '../../../site.ts';
import { nextPlanned, plannedUntil, setStatus } from '../../../store/content/scheduled.ts';
import type { ChangeNotice } from '../../../types.ts';
import { commandLineCaller } from '../../access/callers.ts';
import { transact } from '../../history/history.ts';
import { namedItem } from '../item-name.ts';
import { momentNow } from './dates.ts';

/** When the next scheduled item is due, in milliseconds since 1970; Infinity if there is none. */
export function nextDue(site: Site): number {
  const next = nextPlanned(site.db);
  const time = next === undefined ? Infinity : Date.parse(`${next}Z`);
  return Number.isNaN(time) ? Infinity : time;
}

/**
 * Publishes scheduled items that are due (`content.md` 2.5): one entry; only the status changes. Runs as the first administrator.
 * Throws like a write.
 */
export function publishDue(site: Site): ChangeNotice | null {
  return transact(site, commandLineCaller(site), () => {
    const ids = plannedUntil(site.db, momentNow(site.now(), 'UTC').gmt);
    setStatus(site.db, ids, 'publish');
    return { value: null, keep: true, summary: summaryOf(site, ids) };
  }).notice;
}

function summaryOf(site: Site, [id = 0, ...others]: readonly number[]): Summary {
  return others.length === 0
    ? { code: 'post.published', params: { item: namedItem(site, 'post', id) } }
    : { code: 'posts.published', params: { count: others.length + 1 } };
}
