// How a text ends, by the rules of each language: with a full stop, a question mark, a colon.
import type { ReadUnit } from './unit.ts';

/** Characters that may follow the final punctuation of a sentence. */
const CLOSERS = /[\s"'”’“«»›)\]』」）】*]+$/u;
const ENDS = {
  stop: /[.。．｡।॥។။։۔]$/u,
  colon: /[:：]$/u,
  question: /[?？؟՞⁇⁈]$/u,
  exclamation: /[!！¡՜⁉]$/u,
  ellipsis: /(?:…|\.{3})$/u,
  semicolon: /[;；؛]$/u,
};
type End = keyof typeof ENDS;
/** Abbreviations that close a list: their dot may be a full stop or not. */
const ABBREVIATION = /(?:^|[\s,(])(?:etc|usw|u\.\s?a|ecc|itp|i\s?t\.?\s?d|и\s?т\.\s?[дп]|и\s?др|т\.\s?[дп])\.$/iu;

/** Whether one side ends with this kind of punctuation and the other does not, where that is a fault in the target language. */
export function end(kind: End): (unit: ReadUnit) => string[] {
  return ({ plain, base }) => {
    if (plain.target.trim() === '') return [];
    const [from, to] = [
      { text: plain.source, language: base.from },
      { text: plain.target, language: base.to },
    ].map(({ text, language }) => ({ text, language, ends: endsOf(text, language) }));
    if (!from || !to || from.ends.some((one) => to.ends.includes(one))) return [];
    // Each difference is reported once: for the punctuation of the source, or else for the superfluous one.
    const reported = from.ends[0] ?? to.ends[0];
    return reported === kind && !isUsual(kind, from, to) ? [''] : [];
  };
}

/** The final punctuation, and also that inside a closing bracket or quote if more punctuation follows it. */
function endsOf(text: string, language: string): (End | undefined)[] {
  const last = text.trim().replace(CLOSERS, '');
  const outer = endOf(last, language);
  if (ABBREVIATION.test(last)) return [outer, undefined];
  const within = outer ? last.replace(/\p{P}$/u, '') : '';
  return CLOSERS.test(within) ? [outer, endOf(within.replace(CLOSERS, ''), language)] : [outer];
}

function endOf(last: string, language: string): End | undefined {
  if (language === 'el' && last.endsWith(';')) return 'question';
  // The Armenian question mark is placed on the question word; the full stop looks like a colon, the colon like a dot.
  if (language === 'hy' && /՞[^։:]*[։:]?$/u.test(last)) return 'question';
  if (language === 'hy' && /[:.]$/u.test(last)) return last.endsWith(':') ? 'stop' : 'colon';
  if (ENDS.ellipsis.test(last)) return 'ellipsis';
  return (Object.keys(ENDS) as End[]).find((kind) => ENDS[kind].test(last));
}

interface Side {
  text: string;
  language: string;
  ends: readonly (End | undefined)[];
}

/** Languages that end a sentence with a space instead of punctuation. */
const WITHOUT_STOP = new Set(['th', 'lo', 'km']);
/** Languages that do not use Western punctuation to introduce a list or to continue a sentence. */
const EAST_ASIAN = new Set(['ja', 'ko', 'zh']);
/** Words that end a sentence in Japanese and Korean; other texts end with a noun and take no full stop. */
const SENTENCE_END: Readonly<Record<string, RegExp>> = {
  ja: /[\u3041-\u3096]$/u,
  ko: /(?:[다요죠오까라자네지]|니다)$/u,
};
/** Question words and particles, at the end of a sentence or within it. */
const ASKED: Readonly<Record<string, RegExp>> = {
  ja: /(?:か|の|でしょう|[。．])$/u,
};
const INTERROGATIVE = /[なぜ何誰]|どう|どこ|どの|どれ|どんな|いつ|いくつ/u;
/** An English heading phrased as a question without a question mark. */
const INDIRECT = /^(?:how|what|why|when|where|who|whom|whose|which|can|could|do|does|did|is|are|should|will)\b/iu;
/** A text with more words counts as a sentence even without a full stop. */
const MOST_WORDS_OF_A_LABEL = 4;

/** Whether a difference is correct or a matter of style. */
function isUsual(kind: End, from: Side, to: Side): boolean {
  const [ending] = to.ends;
  const isEastAsian = EAST_ASIAN.has(to.language);
  switch (kind) {
    case 'stop':
      if (WITHOUT_STOP.has(to.language) || WITHOUT_STOP.has(from.language)) return true;
      // Tone, list separators, and how a list is introduced are up to the translator.
      if (ending === 'exclamation' || ending === 'colon' || (isEastAsian && ending === 'semicolon')) return true;
      if (from.ends[0] === undefined) return wordsOf(from.text) > MOST_WORDS_OF_A_LABEL;
      return ending === undefined && endsWithNoun(to);
    case 'colon':
      return (
        isEastAsian && (ending === 'stop' || (from.ends[0] === 'colon' && wordsOf(from.text) > MOST_WORDS_OF_A_LABEL))
      );
    case 'question':
      if (from.ends[0] === undefined) return from.language === 'en' && INDIRECT.test(from.text.trim());
      return isAskedOtherwise(to);
    case 'semicolon':
    case 'ellipsis':
      return isEastAsian;
    default:
      return false;
  }
}

const wordsOf = (text: string): number => text.trim().split(/\s+/u).length;

function endsWithNoun({ text, language }: Side): boolean {
  const ending = SENTENCE_END[language];
  return ending !== undefined && !ending.test(text.trim().replace(CLOSERS, ''));
}

function isAskedOtherwise({ text, language }: Side): boolean {
  const asked = ASKED[language];
  if (!asked) return false;
  return asked.test(text.trim().replace(CLOSERS, '')) || !INTERROGATIVE.test(text);
}
