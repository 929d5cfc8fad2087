// Whitespace and punctuation by the rules of each language; how texts end is in `ends.ts`.
import { rewritten, type ReadUnit } from './unit.ts';

/** Replaces three dots if the source has the ellipsis character. */
export function fixEllipsis({ plain, target }: ReadUnit): string | undefined {
  const isFixable = /…\s*$/u.test(plain.source) && /\.{3}\s*$/u.test(plain.target);
  return isFixable ? rewritten(target, (text) => text.replace(/\.{3}(?=\s*$)/u, '…')) : undefined;
}

/** Whether a marked text begins or ends with a space; a space after a picture does not count. */
const beginsWithSpace = (marked: string): boolean => /^(?:<[gn] id="\w+">)*\s/u.test(marked);
const endsWithSpace = (marked: string): boolean => /\s(?:<\/[gn]>)*$/u.test(marked);

export function beginSpace({ source, target, base }: ReadUnit): string[] {
  return isUnspaced(base.to) || beginsWithSpace(source) === beginsWithSpace(target) ? [] : [''];
}

export const fixBeginSpace = ({ source, target }: ReadUnit): string | undefined =>
  atEdge(target, 'first', (text) => (beginsWithSpace(source) ? ` ${text}` : text.trimStart()));

export function endSpace({ source, target, base }: ReadUnit): string[] {
  return isUnspaced(base.to) || endsWithSpace(source) === endsWithSpace(target) ? [] : [''];
}

export const fixEndSpace = ({ source, target }: ReadUnit): string | undefined =>
  atEdge(target, 'last', (text) => (endsWithSpace(source) ? `${text} ` : text.trimEnd()));

/** Changes the first or last piece of text, if the marked text begins or ends with it: not with a picture or locked words. */
function atEdge(target: string, edge: 'first' | 'last', change: (text: string) => string): string | undefined {
  const isText = edge === 'first' ? /^(?:<g id="\w+">)*[^<]/u.test(target) : /[^>](?:<\/g>)*$/u.test(target);
  if (!isText) return undefined;
  const count = countTexts(target);
  let at = 0;
  return rewritten(target, (text) => (++at === (edge === 'first' ? 1 : count) ? change(text) : text));
}

function countTexts(target: string): number {
  let count = 0;
  rewritten(target, (text) => (count++, text));
  return count;
}

/** Double spaces; next to a line break or a picture an extra space is invisible and not reported. */
export function doubleSpace({ free, target }: ReadUnit): string[] {
  const isDoubled = (text: string): boolean => /\S {2,}\S/u.test(text);
  return isDoubled(free.target) && !isDoubled(free.source) && /(?<!<x id="\w+"\/>) {2,}(?!<x )/u.test(target)
    ? ['']
    : [];
}

export const fixDoubleSpace = ({ target }: ReadUnit): string | undefined =>
  rewritten(target, (text) => text.replaceAll(/ {2,}/gu, ' '));

export function newlineCount({ plain }: ReadUnit): string[] {
  const lines = (text: string): number => text.split('\n').length;
  return lines(plain.source) === lines(plain.target) ? [] : [''];
}

/** In France, punctuation of two parts has a space before it; in Canada only the colon and the quotes do. */
export function punctuationSpacing({ free: plain, to, base }: ReadUnit): string[] {
  if (base.to !== 'fr') return [];
  return [...plain.target.matchAll(bareSigns(to))]
    .filter((found) => !isInAddress(plain.target, found.index) && !isOfSource(plain, found.index))
    .map(([sign]) => sign.slice(-1));
}

export function fixPunctuationSpacing({ free: plain, target, to }: ReadUnit): string | undefined {
  return rewritten(target, (text) =>
    text.replaceAll(bareSigns(to), (found: string, at: number) => {
      if (isInAddress(text, at) || isOfSource({ source: plain.source, target: text }, at)) return found;
      const sign = found.slice(-1);
      return `${found.slice(0, -1)}${/[:»]/u.test(sign) ? '\u00a0' : '\u202f'}${sign}`;
    }),
  );
}

const bareSigns = (to: string): RegExp =>
  /^fr[-_]ca/i.test(to) ? /[\p{L}\p{Nd})](?::(?=\s|$)|»)/gu : /[\p{L}\p{Nd})](?:[!?;](?=\s|$|»|\))|:(?=\s|$)|»)/gu;

/** A word with its punctuation as in the source, such as an English title or a key with its value. */
function isOfSource({ source, target }: ReadUnit['plain'], at: number): boolean {
  const word = /\S*$/u.exec(target.slice(0, at + 1))?.[0] ?? '';
  return word.length > 1 && source.includes(word + target.charAt(at + 1));
}

/** Punctuation within a URL or an e-mail address belongs to it. */
function isInAddress(text: string, at: number): boolean {
  const from = text.lastIndexOf(' ', at) + 1;
  return /^(?:\w+:\/\/|www\.)/.test(text.slice(from));
}

/** Zero-width spaces, if the language needs none. */
export function zeroWidthSpace({ plain, base }: ReadUnit): string[] {
  return plain.target.includes('\u200b') && !plain.source.includes('\u200b') && !isUnspaced(base.to) ? [''] : [];
}

export const fixZeroWidthSpace = ({ target }: ReadUnit): string | undefined =>
  rewritten(target, (text) => text.replaceAll('\u200b', ''));

/** Letters stretched for appearance: the word can no longer be found. */
export function kashida({ plain }: ReadUnit): string[] {
  return /\p{Script=Arabic}\u0640+\p{Script=Arabic}/u.test(plain.target) ? [''] : [];
}

const PAIRS = [
  ['(（', ')）'],
  ['[［', ']］'],
  ['{｛', '}｝'],
] as const;

export function brackets({ free: plain }: ReadUnit): string[] {
  return PAIRS.filter((pair) => !isBalanced(plain.target, pair) && isBalanced(plain.source, pair)).map(
    ([open]) => open[0] ?? '',
  );
}

function isBalanced(text: string, [open, close]: readonly [string, string]): boolean {
  let depth = 0;
  for (const letter of text) {
    if (open.includes(letter)) depth++;
    else if (close.includes(letter) && --depth < 0) return false;
  }
  return depth === 0;
}

/** Opening and closing quotation marks by language. */
const QUOTES: Readonly<Record<string, readonly [string, string]>> = {
  en: ['“', '”'],
  fr: ['«\u00a0', '\u00a0»'],
  de: ['„', '“'],
  es: ['«', '»'],
  it: ['«', '»'],
  pt: ['“', '”'],
  nl: ['“', '”'],
  pl: ['„', '”'],
  ru: ['«', '»'],
  ja: ['「', '」'],
  ar: ['«', '»'],
};

/** Straight quotes if the source has the quotes of its language. */
export function quotes({ plain }: ReadUnit): string[] {
  return /[“”„«»「」]/u.test(plain.source) && /"[^"]+"/u.test(plain.target) ? [''] : [];
}

export function fixQuotes({ target, base }: ReadUnit): string | undefined {
  const own = QUOTES[base.to];
  return (
    own &&
    rewritten(target, (text) => text.replaceAll(/"([^"]+)"/gu, (_all, said: string) => `${own[0]}${said}${own[1]}`))
  );
}

const isUnspaced = (language: string): boolean => ['th', 'lo', 'km', 'my', 'ja', 'zh'].includes(language);
