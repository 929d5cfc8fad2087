import { plainText } from '../../domain/content/plain-text.ts';
import { foldAccents } from '../../domain/content/slug.ts';
import type { Part } from './parts.ts';

/** Longest readable part of a name, in bytes: with the rest it fits the header of an archive. */
const LONGEST = 56;
const LONGEST_LANGUAGE = 20;
/** Names that Windows keeps for itself, whatever their ending. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * The name of an item's files in a bundle, without ending: its title, its language and the start of its UUID. It is chosen once;
 * in a folder that has the item already its name there holds.
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

/** The text, cut between two letters so that it has at most so many bytes. */
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
