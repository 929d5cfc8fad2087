// Facts that no translation changes: numbers, addresses, the length of the text.
import { sentencesIn } from './sentences.ts';
import { missingFrom, type ReadUnit } from './unit.ts';

const NUMBER =
  /\p{Nd}{1,3}(?:[\u00a0\u202f'’ ]\p{Nd}{3})+(?!\p{Nd})(?:[.,]\p{Nd}+)?|\p{Nd}+(?:[.,\u066b\u066c:]\p{Nd}+)*/gu;
/** Numbers up to this one are often written as words. */
const SMALL = 12;

/** Numbers of one side that are missing on the other, however each language groups and writes digits. */
export function numbers({ plain }: ReadUnit): string[] {
  const [wanted, found] = [numbersOf(plain.source), numbersOf(plain.target)];
  // Half past three in the afternoon is 3:30 in one language and 15:30 in another.
  if ([plain.source, plain.target].some((text) => /\d\s?[ap]\.?m\b/iu.test(text))) return [];
  return [...missingFrom(wanted, found), ...missingFrom(found, wanted)].filter((number) => Number(number) > SMALL);
}

/** Digits only, converted to Latin ones: thousands and decimal separators differ by language. */
function numbersOf(text: string): string[] {
  return (withoutAddresses(text).match(NUMBER) ?? []).map((number) =>
    [...number]
      .map(digitOf)
      .join('')
      .replace(/^0+(?=\d)/, ''),
  );
}

function digitOf(letter: string): string {
  if (!/\p{Nd}/u.test(letter)) return '';
  const code = letter.codePointAt(0) ?? 0;
  if (code < 128) return letter;
  // Digits of a script are consecutive, starting at 0.
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String(code - zero);
}

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu;
const URL = /https?:\/\/[^\s<>"'”»)）]+/gu;

const withoutAddresses = (text: string): string => text.replaceAll(EMAIL, ' ').replaceAll(URL, ' ');

export function emails({ plain }: ReadUnit): string[] {
  return missingFrom(plain.source.match(EMAIL) ?? [], plain.target.match(EMAIL) ?? []);
}

/** Another page of the same site may be right: hosts are compared, and the number of addresses. */
export function url({ plain }: ReadUnit): string[] {
  const hosts = (text: string): string[] =>
    (text.match(URL) ?? []).map((one) => one.split('/')[2]?.replace(/^www\./, '') ?? '');
  return missingFrom(hosts(plain.source), hosts(plain.target));
}

export function maxLength({ plain, longest }: ReadUnit): string[] {
  return longest !== undefined && [...plain.target].length > longest ? [String(longest)] : [];
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const LONG_ENOUGH = 40;
const MOST_TIMES = 3;

/** Three times as long, or a third as long, with letters weighted by script. */
export function length({ plain }: ReadUnit): string[] {
  const sizeOf = (text: string): number => [...text].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2.2 : 1), 0);
  const [source, target] = [sizeOf(plain.source.trim()), sizeOf(plain.target.trim())];
  if (Math.max(source, target) < LONG_ENOUGH || target === 0) return [];
  const times = target / Math.max(source, 1);
  return times > MOST_TIMES || times < 1 / MOST_TIMES ? [''] : [];
}

export function sentenceCount({ plain, from, to }: ReadUnit): string[] {
  const [source, target] = [sentencesIn(plain.source, from), sentencesIn(plain.target, to)];
  return source === target ? [] : [`${source} / ${target}`];
}
