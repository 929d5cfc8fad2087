import { withoutTags } from '../../schema/content/tags.ts';

/** Maximum length of a slug in bytes (`content.md` 2.5). */
export const MAX_SLUG_BYTES = 200;

/**
 * Converts a text to a slug (`content.md` 2.5): lower case, accents folded by the locale of the item's language, markup and
 * punctuation removed, spaces and dashes as single `-`, other scripts percent-encoded, at most 200 bytes. Existing escapes are
 * kept: a slug from the API is unchanged. "" if nothing remains.
 */
export function sanitiseSlug(text: string, locale: string): string {
  const bare = withoutTags(text)
    .replace(/&(?:[a-z][a-z0-9]*|#\d+|#x[0-9a-f]+);/gi, '')
    .replace(/%(?![0-9a-f]{2})/gi, '');
  const folded = foldAccents(bare.normalize('NFC'), locale).toLowerCase().normalize('NFC');
  const dashed = folded
    .replace(/[\s./\p{Zs}\p{Pd}]+/gu, '-')
    .replaceAll('×', 'x')
    .replaceAll('€', 'e')
    .replace(DROPPED, '')
    .replace(/-{2,}/g, '-');
  return cut(trimDashes(dashed).replace(/[^\x20-\x7e]+/g, encodeWhole), MAX_SLUG_BYTES);
}

/** Removed characters: ASCII punctuation, quotes and a few others, and zero-width ones. Other symbols are encoded. */
const DROPPED = /[!-$&-,:-@[-^`{-~¡¿«»‹›‘’‚‛“”„‟•…©®™°´£\p{Cc}\p{Cf}]/gu;

/** The slug with a suffix such as `-2`, truncated so that the whole stays within the limit (`content.md` 2.5). */
export function cutForSuffix(slug: string, suffix: string): string {
  return cut(slug, MAX_SLUG_BYTES - suffix.length) + suffix;
}

/** The first of `slug`, `slug-2`, `slug-3`, … that is not taken. */
export function freeSlug(slug: string, isTaken: (candidate: string) => boolean): string {
  let candidate = slug;
  for (let n = 2; isTaken(candidate); n += 1) candidate = cutForSuffix(slug, `-${n}`);
  return candidate;
}

/** A slug with other scripts decoded (`generated_slug`). */
export function readableSlug(slug: string): string {
  return slug.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}

/** Removes accents from Latin letters; other scripts are unchanged. */
export function foldAccents(text: string, locale: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const own = OWN[locale.toLowerCase().split(/[_-]/, 1)[0] ?? ''];
  return text.replace(/\p{Script=Latin}\p{M}*/gu, (letter) => {
    const lower = letter.toLowerCase();
    const folded = own?.[lower] ?? LETTERS[lower] ?? lower.normalize('NFD').replace(/\p{M}/gu, '');
    return letter === lower ? folded : folded.charAt(0).toUpperCase() + folded.slice(1);
  });
}

/** Letters without a Unicode decomposition. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 's',
  æ: 'ae',
  ǽ: 'ae',
  œ: 'oe',
  ø: 'o',
  ǿ: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ŀ: 'l',
  ħ: 'h',
  ı: 'i',
  ĳ: 'ij',
  ĸ: 'k',
  ŋ: 'n',
  ŉ: 'n',
  ŧ: 't',
  ſ: 's',
  ª: 'a',
  º: 'o',
};

/** Language-specific transliterations. */
const OWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' },
  da: { å: 'aa', ø: 'oe', æ: 'ae' },
};

function trimDashes(text: string): string {
  return text.replace(/^-+|-+$/g, '');
}

function encodeWhole(run: string): string {
  return encodeURIComponent(run.toWellFormed()).toLowerCase();
}

/** Truncates between characters, never inside an escape sequence. */
function cut(slug: string, length: number): string {
  if (slug.length <= length) return slug;
  let end = length;
  while (end > 0 && !isBoundary(slug, end)) end -= 1;
  return slug.slice(0, end).replace(/-+$/, '');
}

/** Whether `at` is a character boundary: not inside an escape, nor before the escape of a UTF-8 continuation byte. */
function isBoundary(slug: string, at: number): boolean {
  if (slug[at - 1] === '%' || slug[at - 2] === '%') return false;
  return !/^%[89ab]/i.test(slug.slice(at, at + 2));
}
