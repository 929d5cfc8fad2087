// Files as returned by the API, and their descriptions.
import type { FileFacts } from '../../lib/media/held.ts';
import { formatNumber } from '../../lib/messages/messages.svelte.ts';
import { sizeText } from '../../lib/messages/size-text.ts';

/** A media record, as returned by `GET wp/v2/media` in the edit context. */
export interface MediaValue extends FileFacts {
  /** Language code; undefined if media are not translated. */
  lang?: string;
  alt_text: string;
  title: { raw: string };
  caption: { raw: string };
  description: { raw: string };
}

/** "1600 × 1000 · 412 kB"; unknown parts are omitted. */
export function factsText({ media_details: { width = 0, height = 0 }, filesize }: FileFacts): string {
  const parts = [width > 0 && `${formatNumber(width)} × ${formatNumber(height)}`, filesize > 0 && sizeText(filesize)];
  return parts.filter(Boolean).join(' · ');
}
