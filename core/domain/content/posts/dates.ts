import { DATE_TIME } from '../../../schema/wire/date-time.ts';

/** A point in time as stored in an item: local site time without zone, and UTC. */
export interface Moment {
  local: string;
  gmt: string;
}

/** Parses a `date` (local) or `date_gmt`; with an explicit offset both mean the same. */
export function momentOf(text: string, zone: string, kind: 'local' | 'gmt'): Moment {
  const bare = `${text.slice(0, 10)}T${text.slice(11, 19)}`;
  const offset = DATE_TIME.exec(text)?.[7];
  if (offset !== undefined) return fromTime(Date.parse(`${bare}Z`) - minutesOf(offset) * 60_000, zone);
  if (kind === 'gmt') return fromTime(Date.parse(`${bare}Z`), zone);
  return { local: bare, gmt: isoSeconds(utcTime(bare, zone)) };
}

/** Now, to the second. */
export function momentNow(now: Date, zone: string): Moment {
  return fromTime(now.getTime(), zone);
}

function fromTime(time: number, zone: string): Moment {
  return { local: isoSeconds(time + offsetAt(time, zone)), gmt: isoSeconds(time) };
}

/** Farther than this, no time zone shows the same date. */
const DAY_MS = 24 * 60 * 60 * 1000;

/** Converts local time to UTC; in a skipped or repeated hour the offset before the transition applies. */
function utcTime(local: string, zone: string): number {
  const shown = Date.parse(`${local}Z`);
  if (isUtc(zone)) return shown;
  const before = shown - offsetAt(shown - DAY_MS, zone);
  const after = shown - offsetAt(shown + DAY_MS, zone);
  if (before === after || before + offsetAt(before, zone) === shown) return before;
  return after + offsetAt(after, zone) === shown ? after : before;
}

/** Offset of a zone from UTC at a time, in milliseconds. */
function offsetAt(time: number, zone: string): number {
  if (isUtc(zone)) return 0;
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(time);
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  return name === 'GMT' ? 0 : minutesOf(name.slice(3)) * 60_000;
}

function isUtc(zone: string): boolean {
  return zone === '' || zone === 'UTC';
}

/** Parses "+02:00", "-0530", "+02", "Z" to minutes. */
function minutesOf(offset: string): number {
  if (/^z$/i.test(offset)) return 0;
  const digits = offset.replace(/[^\d]/g, '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2, 4));
  return offset.startsWith('-') ? -minutes : minutes;
}

function isoSeconds(time: number): string {
  return new Date(time).toISOString().slice(0, 19);
}
