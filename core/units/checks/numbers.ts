// Numbers that no translation changes, however each language groups, writes and names them.
import { withoutAddresses } from './facts.ts';
import type { ReadUnit } from './unit.ts';

const NUMBER =
  /\p{Nd}{1,3}(?:[\u00a0\u202f'’ ，]\p{Nd}{3})+(?!\p{Nd})(?:[.,]\p{Nd}+)?|\p{Nd}+(?:[.,\u066b\u066c:]\p{Nd}+)*/gu;
/** Numbers up to this one are often written as words. */
const SMALL = 12;

/** Half past three in the afternoon is 3:30 in one language and 15:30 in another. */
const CLOCK = /\d\s?[ap]\.?m\b|午前|午後|上午|下午|오전|오후/iu;
/** 30万 is 300,000, and the English text may write the number as a word. */
const MAGNITUDE =
  /[万萬億亿억만천]|\b(?:thousand|hundred|million|billion|dozen)s?\b|\b(?:thir|four|fif|six|seven|eigh|nine)teen\b|\b(?:twent|thirt|fort|fift|sixt|sevent|eight|ninet)y\b|тыс|млн|млрд|\bmil\b|\bmill|\bmio\b|tausend|tysi|ألف|مليون|هزار|हज़ार|हजार|হাজার|লাখ|लाख/iu;

/** 30k, 1.9M; not the m of meters. */
const SHORT = /\p{Nd}[\s\u00a0]?[kKM]\b/u;

/** Numbers of one side that are missing on the other. */
export function numbers(unit: ReadUnit): string[] {
  const { missing, added } = differing(unit);
  return [...missing, ...added];
}

interface Differing {
  /** Only in the source. */
  missing: string[];
  /** Only in the target. */
  added: string[];
  isRound: boolean;
}

function differing({ plain, free }: ReadUnit): Differing {
  const isRound = [free.source, free.target].some((text) => MAGNITUDE.test(text) || SHORT.test(text));
  if (CLOCK.test(plain.source) || CLOCK.test(plain.target)) return { missing: [], added: [], isRound };
  const readAll = (text: string): Said[] => numbersIn(text, isRound);
  // Only whether a number occurs is compared, not how often.
  const lacking = (text: string, other: string): string[] => {
    const said = new Set(readAll(other).map(({ digits }) => digits));
    const found = readAll(text).filter(({ isFact, digits }) => isFact && !said.has(digits));
    return [...new Set(found.map(({ shown }) => shown))].filter((number) => Number(number) > SMALL);
  };
  const isNamed = isRound && NAMED.test(free.source);
  // A number within code counts if the other side has it outside of code.
  return {
    missing: lacking(free.source, plain.target),
    added: isNamed ? [] : lacking(free.target, plain.source),
    isRound,
  };
}

/** A number written as digits alone, without a sign that belongs to a longer one. */
export const PLAIN_NUMBER =
  /(?<![\p{Script=Latin}_\p{N}])(?<!\p{N}[.,:’' ，\u00a0\u202f\u066b\u066c])\p{Nd}+(?![.,:’' ，\u00a0\u202f\u066b\u066c]?\p{N})/gu;

/** The one number that differs, as the target writes it, and what it would be in the digits of the target. */
export function numberChange(unit: ReadUnit): { from: string; to: string } | undefined {
  const { missing, added, isRound } = differing(unit);
  const plainOf = (text: string, [wanted, ...others]: readonly string[]): string | undefined => {
    const found = [...text.matchAll(PLAIN_NUMBER)].filter(([number]) => digitsOf(number) === wanted);
    return wanted !== undefined && others.length === 0 && found.length === 1 ? found[0]?.[0] : undefined;
  };
  const [to, from] = [plainOf(unit.free.source, missing), plainOf(unit.free.target, added)];
  return isRound || to === undefined || from === undefined ? undefined : { from, to: inDigitsOf(from, digitsOf(to)) };
}

/** A number in the digits of another one. */
function inDigitsOf(model: string, digits: string): string {
  const zero = (model.codePointAt(0) ?? 0) - Number(digitOf(model.slice(0, 1)));
  return [...digits].map((digit) => String.fromCodePoint(zero + Number(digit))).join('');
}

/** A number written as a word in the source. */
const NAMED = /\b(?:thousand|hundred|million|billion|dozen)s?\b|\b\w+teen\b|\b\w+(?:nt|rt|ft|xt|ht|et)y\b/iu;

interface Said {
  /** The digits to compare. */
  digits: string;
  shown: string;
  /** Not part of a name such as i18n, and not a base or a decade. */
  isFact: boolean;
}

/** The numbers in a text as Latin digits, without separators, which differ by language. @param isRound drops trailing zeros */
function numbersIn(text: string, isRound: boolean): Said[] {
  const read = withoutAddresses(text)
    .replaceAll(MYRIADS, (_all, high: string, low: string) =>
      String(Number(digitsOf(high)) * 10_000 + Number(digitsOf(low))),
    )
    .replaceAll(DATE, '$1/$2/$3');
  const compared = (digits: string): string => (isRound ? digits.replace(/0+$/, '') : digits);
  return [...read.matchAll(NUMBER)].flatMap(({ 0: number, index }): Said[] => {
    const shown = digitsOf(number).replace(/^0+(?=\d)/, '');
    const [before, after] = [read.slice(0, index), read.slice(index + number.length)];
    const isDecade = DECADE.test(after);
    const isFact = !isDecade && !/[\p{Script=Latin}_]$/u.test(before) && !/^(?:進|进制|진수)/u.test(after);
    // The 1990s are also the 90s.
    const short = isDecade && shown.length === 4 ? [shown.slice(2)] : [];
    return [shown, ...short].map((digits) => ({ digits: compared(digits), shown, isFact }));
  });
}

/** 1億4400万 */
const MYRIADS = /(\p{Nd}+)[億亿억][\s\u00a0]?(\p{Nd}[\p{Nd},，]*)(?=[万萬만])/gu;

const DECADE = /^(?:ies|['’]?s)\b/u;

/** 15.03.2024: its parts stand in another order and with other signs elsewhere. */
const DATE = /(?<![\p{Nd}.])(\p{Nd}{1,2})\.(\p{Nd}{1,2})\.(\p{Nd}{4}|\p{Nd}{2})(?!\.?\p{Nd})/gu;

const digitsOf = (number: string): string => [...number].map(digitOf).join('');

function digitOf(letter: string): string {
  if (!/\p{Nd}/u.test(letter)) return '';
  const code = letter.codePointAt(0) ?? 0;
  if (code < 128) return letter;
  // Digits of a script are consecutive, starting at 0.
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String(code - zero);
}
