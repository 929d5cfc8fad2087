// Facts that no translation changes: addresses, the length of the text. Numbers are in `numbers.ts`.
import { sentencesIn } from './sentences.ts';
import { missingFrom, type ReadUnit } from './unit.ts';

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu;
/** Words of a language without spaces may follow the address. */
const HOST = /^https?:\/\/(?:www\.)?([\w.:-]*\w)/;
const URL = /https?:\/\/[^\s<>"'”»)）]+/gu;

/** Replaces each address in a text with a space. */
export const withoutAddresses = (text: string): string => text.replaceAll(EMAIL, ' ').replaceAll(URL, ' ');

export function emails({ free: plain }: ReadUnit): string[] {
  return missingFrom(plain.source.match(EMAIL) ?? [], plain.target.match(EMAIL) ?? []);
}

/** Another page of the same site may be right: hosts are compared, and the number of addresses. */
export function url({ free: plain }: ReadUnit): string[] {
  const hosts = (text: string): string[] => (text.match(URL) ?? []).map((one) => HOST.exec(one)?.[1] ?? one);
  return missingFrom(hosts(plain.source), hosts(plain.target));
}

export function maxLength({ plain, longest }: ReadUnit): string[] {
  return longest !== undefined && [...plain.target].length > longest ? [String(longest)] : [];
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const LONG_ENOUGH = 40;
const MOST_TIMES = 3;
const GLOSS = 30;

/** At least three times or at most a third as long, with letters weighted by script; an added gloss in brackets is allowed. */
export function length({ plain }: ReadUnit): string[] {
  const sizeOf = (text: string): number => [...text].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2.2 : 1), 0);
  const [source, target] = [sizeOf(plain.source.trim()), sizeOf(plain.target.trim())];
  if (Math.max(source, target) < LONG_ENOUGH || target === 0) return [];
  const [shorter, longer] = [Math.min(source, target), Math.max(source, target)];
  return longer > MOST_TIMES * shorter + GLOSS ? [''] : [];
}

export function sentenceCount({ plain, from, to }: ReadUnit): string[] {
  const [source, target] = [sentencesIn(plain.source, from), sentencesIn(plain.target, to)];
  return source === target ? [] : [`${source} / ${target}`];
}
