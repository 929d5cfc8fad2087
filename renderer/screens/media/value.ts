// Files as returned by the API, and their descriptions.
import type { FileFacts } from '../../lib/media/held.ts';
import { formatNumber } from '../../lib/messages/messages.svelte.ts';

/** A media record, as returned by `GET wp/v2/media` in the edit context. */
export interface MediaValue extends FileFacts {
  /** Language code; undefined if media are not translated. */
  lang?: string;
  alt_text: string;
  title: { raw: string };
  caption: { raw: string };
  description: { raw: string };
}

/** "412 kB" */
export function sizeText(bytes: number): string {
  const [unit, size] = bytes < 1e6 ? ['kilobyte', bytes / 1e3] : ['megabyte', bytes / 1e6];
  const maximumFractionDigits = size < 10 ? 1 : 0;
  return formatNumber(size, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits });
}

/** "1600 × 1000 · 412 kB"; unknown parts are omitted. */
export function factsText({ media_details: { width = 0, height = 0 }, filesize }: FileFacts): string {
  const parts = [width > 0 && `${formatNumber(width)} × ${formatNumber(height)}`, filesize > 0 && sizeText(filesize)];
  return parts.filter(Boolean).join(' · ');
}
