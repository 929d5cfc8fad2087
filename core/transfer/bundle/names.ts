import { plainText } from '../../domain/content/plain-text.ts';
import { foldAccents } from '../../domain/content/slug.ts';
import type { Part } from './parts.ts';

/** Maximum bytes of the readable part of a name, so that the whole name fits the header of an archive. */
const LONGEST = 56;
const LONGEST_LANGUAGE = 20;
/** Names reserved by Windows, whatever their extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * The name of an item's files in a bundle, without extension: its title, its language and the start of its UUID. It is chosen
 * once; in a folder that already has the item, the existing name is kept.
 */
export function stemOf(
  { key, title, lang }: Pick<Part, 'key' | 'title' | 'lang'>,
  isTaken: (stem: string) => boolean,
): string {
  const words = foldAccents(plainText(title).normalize('NFC'), lang)
    .toLowerCase()
    .normalize('NFC')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const short = cut(words, LONGEST).replace(/-+$/, '') || 'untitled';
  const name = RESERVED.test(short) ? `${short}_` : short;
  const start = [name, ...(lang === '' ? [] : [lang.slice(0, LONGEST_LANGUAGE)])].join('.');
  const stem = `${start}.${key.slice(0, 8)}`;
  return isTaken(stem) ? `${start}.${key}` : stem;
}

/** Truncates the text between graphemes to at most this many bytes. */
function cut(text: string, bytes: number): string {
  let length = 0;
  let out = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    length += Buffer.byteLength(segment);
    if (length > bytes) break;
    out += segment;
  }
  return out;
}
