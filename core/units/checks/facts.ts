// Facts that no translation changes: addresses, and the largest length. Numbers are in `numbers.ts`.
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

export function sentenceCount({ plain, from, to }: ReadUnit): string[] {
  const [source, target] = [sentencesIn(plain.source, from), sentencesIn(plain.target, to)];
  return source === target ? [] : [`${source} / ${target}`];
}
