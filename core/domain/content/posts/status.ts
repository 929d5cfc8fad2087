import type { PostInput } from '../../../schema/content/post.ts';
import type { Site } from '../../../site.ts';
import type { PostChanges, PostRow } from '../../../store/content/posts.ts';
import { momentNow, momentOf, type Moment } from './dates.ts';

/** Whether items with this status need no slug and have no fixed date. */
export function isUnfinished(status: string): boolean {
  return status === 'draft' || status === 'pending' || status === 'auto-draft';
}

/** Status and dates of a new item (`content.md` 2.5): modified equals the date. */
export function newDates(site: Site, input: PostInput, zone: string): PostChanges & { status: string } {
  const now = momentNow(site.now(), zone);
  const given = givenMoment(input, zone);
  const { local, gmt } = given ?? now;
  const wanted = input.status ?? 'draft';
  const status = timely(wanted, { gmt, now });
  const floating = !given && isUnfinished(status) ? 1 : 0;
  return { status, date: local, date_gmt: gmt, modified: local, modified_gmt: gmt, floating };
}

/**
 * Status and dates after an update (`content.md` 2.5): null sets the date to now, and the date of a draft without a fixed date
 * follows the clock.
 */
export function changedDates(
  site: Site,
  row: PostRow,
  change: { input: PostInput; zone: string },
): PostChanges & { status: string } {
  const { input, zone } = change;
  const now = momentNow(site.now(), zone);
  const given = givenMoment(input, zone, row);
  const isReset = !given && (input.date === null || input.date_gmt === null);
  const follows = !given && (isReset || row.floating === 1);
  const moment = given ?? (follows ? now : { local: row.date, gmt: row.date_gmt });
  const status = timely(input.status ?? row.status, { gmt: moment.gmt, now });
  const floating = follows && isUnfinished(status) ? 1 : 0;
  return {
    status,
    date: moment.local,
    date_gmt: moment.gmt,
    modified: now.local,
    modified_gmt: now.gmt,
    floating,
  };
}

/** The date set by a request; the current date counts as not sent, so that a client may send back what it read. */
function givenMoment({ date, date_gmt }: PostInput, zone: string, row?: PostRow): Moment | undefined {
  if (typeof date === 'string') return date === row?.date ? undefined : momentOf(date, zone, 'local');
  return typeof date_gmt === 'string' ? momentOf(date_gmt, zone, 'gmt') : undefined;
}

/** A published item with a future date becomes scheduled, and vice versa. */
function timely(status: string, { gmt, now }: { gmt: string; now: Moment }): string {
  if (status === 'publish') return gmt > now.gmt ? 'future' : 'publish';
  return status === 'future' && gmt <= now.gmt ? 'publish' : status;
}
