import { formatDate, t } from '../lib/messages/messages.svelte.ts';

/** The day of a timestamp as a heading: "Today", "Yesterday", "Monday, 23 November 2026". */
export function dayOf(at: string): string {
  const date = new Date(at);
  const start = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime();
  const ago = Math.round((start(new Date()) - start(date)) / 86_400_000);
  if (ago === 0) return t('activity.today');
  if (ago === 1) return t('activity.yesterday');
  return formatDate(date, { dateStyle: 'full' });
}
