import { formatDate, uiLocale } from '../../lib/messages/messages.svelte.ts';

const steps: readonly [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/**
 * "20 minutes ago" in the interface language; "now" within the last minute. A time in the future, which a file may contain, is
 * shown as a date.
 */
export function formatAgo(time: string | number | Date, now = Date.now()): string {
  const seconds = (new Date(time).getTime() - now) / 1000;
  if (seconds >= 60) return formatDate(time, { dateStyle: 'medium' });
  const format = new Intl.RelativeTimeFormat(uiLocale(), { numeric: 'auto' });
  const [unit, size] = steps.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', Infinity];
  return format.format(Math.trunc(seconds / size), unit);
}
