import { formatDate, uiLocale } from '../../lib/messages/messages.svelte.ts';

const steps: readonly [Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/**
 * "20 minutes ago", as the interface language says it. Within the last minute: "now". A time to come, as a file may give it,
 * is not "ago": its date is shown.
 */
export function formatAgo(time: string | number | Date, now = Date.now()): string {
  const seconds = (new Date(time).getTime() - now) / 1000;
  if (seconds >= 60) return formatDate(time, { dateStyle: 'medium' });
  const format = new Intl.RelativeTimeFormat(uiLocale(), { numeric: 'auto' });
  const [unit, size] = steps.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', Infinity];
  return format.format(Math.trunc(seconds / size), unit);
}
