// Files as the API answers them, and what is said of them.
import { formatNumber } from '../../lib/messages/messages.svelte.ts';

/** A record of a file, as `GET wp/v2/media` answers it for editing. */
export interface MediaValue {
  id: number;
  source_url: string;
  mime_type: string;
  filename: string;
  filesize: number;
  media_details: { width?: number; height?: number };
  /** Code; missing where media have no languages. */
  lang?: string;
  alt_text: string;
  title: { raw: string };
  caption: { raw: string };
  description: { raw: string };
}

/** What a tile shows of it. */
export type FileFacts = Pick<MediaValue, 'id' | 'source_url' | 'mime_type' | 'filename' | 'filesize' | 'media_details'>;

const HELD = /^\/polydesk\/files\/\d{4}\/\d\d\/[^/]+$/;

/** The path of the file where this site holds it; undefined for one of which only the address is known: that is never fetched. */
export function heldPath({ source_url }: Pick<MediaValue, 'source_url'>): string | undefined {
  if (!URL.canParse(source_url)) return undefined;
  const { pathname, hostname } = new URL(source_url);
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  return isHere && HELD.test(pathname) ? pathname : undefined;
}

/** "412 kB" */
export function sizeText(bytes: number): string {
  const [unit, size] = bytes < 1e6 ? ['kilobyte', bytes / 1e3] : ['megabyte', bytes / 1e6];
  const maximumFractionDigits = size < 10 ? 1 : 0;
  return formatNumber(size, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits });
}

/** "1600 × 1000 · 412 kB"; what is not known is left out. */
export function factsText({ media_details: { width = 0, height = 0 }, filesize }: FileFacts): string {
  const parts = [width > 0 && `${formatNumber(width)} × ${formatNumber(height)}`, filesize > 0 && sizeText(filesize)];
  return parts.filter(Boolean).join(' · ');
}
