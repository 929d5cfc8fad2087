import { endingOf } from './types.ts';

/** Maximum length of a name in bytes, so that a suffix fits on every system. */
const MOST_BYTES = 180;
/** Device names reserved by Windows. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * A name valid on any disk and in any address: special characters removed, spaces as `-` (`content.md` 2.7). "" if nothing
 * remains.
 */
export function fileName(given: string): string {
  const clean = given
    .normalize('NFC')
    .toWellFormed()
    .replace(/%20|\+/g, '-')
    .replace(/[?[\]/\\=<>:;,'"&$#*()|~`!{}%‘’“”«»\p{Cc}\p{Cf}]/gu, '')
    .replace(/[\s\p{Zs}-]+/gu, '-')
    .replace(/^[.\-_]+|[.\-_]+$/g, '');
  const ending = endingOf(clean);
  const stem = ending === '' ? clean : clean.slice(0, -ending.length - 1);
  const safe = DEVICE.test(stem.split('.', 1)[0] ?? '') ? `file-${stem}` : stem;
  const cut = cutBytes(safe, MOST_BYTES - ending.length).replace(/[.\-_]+$/, '');
  return cut === '' ? '' : withEnding(cut, ending);
}

/** The name, or the first free one with suffix `-1`, `-2`, …. */
export function freeName(name: string, isTaken: (candidate: string) => boolean): string {
  const ending = endingOf(name);
  const stem = stemOf(name);
  let candidate = name;
  for (let n = 1; isTaken(candidate); n += 1) candidate = withEnding(`${stem}-${n}`, ending);
  return candidate;
}

/** The name without its extension. */
export function stemOf(name: string): string {
  const ending = endingOf(name);
  return ending === '' ? name : name.slice(0, -ending.length - 1);
}

export function withEnding(stem: string, ending: string): string {
  return ending === '' ? stem : `${stem}.${ending}`;
}

function cutBytes(text: string, most: number): string {
  let out = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) break;
    out += character;
  }
  return out;
}
