import { endingOf } from './types.ts';

/** Most bytes of a name, so that every system takes it with a suffix. */
const MOST_BYTES = 180;
/** Names that Windows keeps for devices. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** A name as it may stand on any disk and in any address: marks gone, blanks as `-` (`content.md` 2.7). "" when nothing is left. */
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

/** The name, or the first of `-1`, `-2`, … that is free. */
export function freeName(name: string, isTaken: (candidate: string) => boolean): string {
  const ending = endingOf(name);
  const stem = stemOf(name);
  let candidate = name;
  for (let n = 1; isTaken(candidate); n += 1) candidate = withEnding(`${stem}-${n}`, ending);
  return candidate;
}

/** The name without its ending. */
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
