import type { Summary } from '../../../schema/site/summaries.ts';
import type { Site } from '../../../site.ts';
import { nextPlanned, plannedUntil, setStatus } from '../../../store/content/scheduled.ts';
import type { ChangeNotice } from '../../../types.ts';
import { commandLineCaller } from '../../access/callers.ts';
import { transact } from '../../history/history.ts';
import { namedItem } from '../item-name.ts';
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

function summaryOf(site: Site, [id = 0, ...others]: readonly number[]): Summary {
  return others.length === 0
    ? { code: 'post.published', params: { item: namedItem(site, 'post', id) } }
    : { code: 'posts.published', params: { count: others.length + 1 } };
}
