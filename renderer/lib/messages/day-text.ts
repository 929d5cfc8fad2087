import { formatDate } from './messages.svelte.ts';

/** A day in words: "3 March 2025", in this year "11 June". */
export function dayText(at: string): string {
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear();
  return formatDate(at, { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) });
}
