// Words: doubled, in the wrong case or script, or in conflict with the glossary.
import { fold, foldWithPlaces } from '../memory/analyse.ts';
import { UNSPACED, UNSPACED_SCRIPTS } from '../memory/segmenters.ts';
import { isSameOfManyWords } from '../states/words.ts';
import { formsOf } from '../terms/forms.ts';
import { baseOf, type ReadUnit, type TermNeed } from './unit.ts';

/** A source with at least this many words is a sentence, not a name. */
export function same({ plain, base, from }: ReadUnit): string[] {
  return base.from !== base.to && isSameOfManyWords(plain.source, plain.target, from) ? [''] : [];
}

/** Words that may be doubled. */
const TWICE: Readonly<Record<string, readonly string[]>> = {
  en: ['that', 'had', 'is', 'bye', 'ha', 'very'],
  fr: ['nous', 'vous', 'en'],
  de: ['die', 'das', 'der', 'den', 'sie', 'dass'],
  nl: ['dat', 'die', 'ze', 'zij'],
  es: ['ya', 'que'],
  it: ['mano', 'via', 'poco', 'passo', 'piano', 'man'],
  pt: ['que'],
  ko: ['다음'],
  sk: ['si', 'sa'],
  cs: ['si', 'se'],
};
/** Languages that form words by doubling. */
const DOUBLING = new Set('id ms jv su tl vi sw hi tr bn ur fa pa gu mr ne si ta te kn ml my km th lo'.split(' '));

export function duplicate({ free, base }: ReadUnit): string[] {
  if (DOUBLING.has(base.to) || repeated(free.source).length > 0) return [];
  return repeated(free.target).filter((word) => !TWICE[base.to]?.includes(word));
}

function repeated(text: string): string[] {
  return [...text.toLowerCase().matchAll(/(?<![\p{L}\p{M}'’-])([\p{L}\p{M}]{2,})[ \u00a0]\1(?![\p{L}\p{M}'’-])/gu)].map(
    ([, word = '']) => word,
  );
}

/** Languages whose script has no capital letters: a Latin word at the start is a name and keeps its case. */
const WITHOUT_CASE = new Set('ja zh ko ar fa ur he hi bn ta te mr gu kn ml pa ne si th lo km my ka am'.split(' '));

/** A list item that continues the sentence before it: "…, um / eine Seite anzulegen". */
const INFINITIVE = /(?:\bzu \p{Ll}+n|\p{Ll}zu\p{Ll}+n)[.,;!]?$|\s\p{Ll}+e[lr]?n$/u;

/** The source begins with a capital letter, the target with a small one. */
export function caseStart({ free: plain, base }: ReadUnit): string[] {
  const first = (text: string): string => /^[\s\p{P}]*(\p{L})/u.exec(text)?.[1] ?? '';
  const [source, target] = [first(plain.source), first(plain.target)];
  if (!/\p{Lu}/u.test(source) || !/\p{Ll}/u.test(target) || WITHOUT_CASE.has(base.to)) return [];
  if (base.to === 'de' && INFINITIVE.test(plain.target)) return [];
  // A name that begins in lower case: iPhone, eBay; or a word of the source.
  const word = /^[\s\p{P}]*([\p{L}\p{M}\p{N}]+)/u.exec(plain.target)?.[1] ?? '';
  return /[\p{Lu}\p{N}]/u.test(word) || plain.source.includes(word) ? [] : [word];
}

const SCRIPTS: Readonly<Record<string, RegExp>> = {
  ru: /\p{Script=Cyrillic}/u,
  uk: /\p{Script=Cyrillic}/u,
  bg: /\p{Script=Cyrillic}/u,
  be: /\p{Script=Cyrillic}/u,
  mk: /\p{Script=Cyrillic}/u,
  el: /\p{Script=Greek}/u,
  ar: /\p{Script=Arabic}/u,
  fa: /\p{Script=Arabic}/u,
  ur: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  hi: /\p{Script=Devanagari}/u,
  th: /\p{Script=Thai}/u,
  ko: /\p{Script=Hangul}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  zh: /\p{Script=Han}/u,
  ka: /\p{Script=Georgian}/u,
  hy: /\p{Script=Armenian}/u,
};
const LATIN = new Set('en fr de es it pt nl pl cs sk sv da nb nn fi hu ro tr vi id ca hr sl et lv lt'.split(' '));
const FEWEST_LETTERS = 20;

/** No letter in the script of the language, or a word that mixes look-alike letters of two scripts. */
export function script({ free: plain, base }: ReadUnit): string[] {
  const letters = plain.target.match(/\p{L}/gu) ?? [];
  const own = SCRIPTS[base.to] ?? (LATIN.has(base.to) ? /\p{Script=Latin}/u : undefined);
  const isForeign = letters.length >= FEWEST_LETTERS && plain.target !== plain.source;
  if (own && isForeign && !letters.some((one) => own.test(one)) && !areNames(plain.source, plain.target)) return [''];
  const mixed = /(?=[\p{L}]*\p{Script=Latin})(?=[\p{L}]*[\p{Script=Cyrillic}\p{Script=Greek}])\p{L}{3,}/u.exec(
    plain.target,
  );
  return mixed && !plain.source.includes(mixed[0]) ? [mixed[0]] : [];
}

/** Whether a text consists of words of the source, most of them with a capital letter. */
function areNames(source: string, target: string): boolean {
  const [known, words] = [source, target].map((text): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []);
  if (!known || !words?.every((word) => known.some((other) => other === word))) return false;
  return words.filter((word) => /^\p{Lu}/u.test(word)).length * 2 > words.length;
}

/** Terms without any of their words of the target language, once for each word of theirs in the source. */
export function glossary({ plain, base, terms = [] }: ReadUnit): string[] {
  return terms
    .filter((term) => !term.keep && term.allowed.length > 0 && !isWithinOthers(term, terms))
    .filter((term) => !saysTerm(plain.target, term, base.to))
    .map(({ word, allowed }) => `${word}: ${allowed[0]}`);
}

/** Whether a term occurs only within longer ones, as "light" in "front light": those are looked for instead. */
function isWithinOthers({ word, places = [] }: TermNeed, terms: readonly TermNeed[]): boolean {
  const longer = terms.filter((other) => other.word.length > word.length).flatMap((other) => other.places ?? []);
  return places.length > 0 && places.every(([from, to]) => longer.some(([start, end]) => start <= from && to <= end));
}

const howTo = ({ exact = [] }: TermNeed, word: string, language: string) => {
  return { language, caseSensitive: exact.includes(word) };
};

/** Languages that write several words as one: "Bremse" is used in "Scheibenbremsen". */
const COMPOUNDING = new Set(['de', 'nl', 'sv', 'da', 'nb', 'nn', 'no', 'is', 'fi', 'et', 'hu']);
/** Shorter words are within many others. */
const SHORTEST_PART = 4;

function isUsed(text: string, word: string, how: Parameters<typeof holdsWord>[2]): boolean {
  if (holdsWord(text, word, how)) return true;
  if (how.caseSensitive) return false;
  if (!COMPOUNDING.has(how.language)) return false;
  // A vowel that changes leaves a short stem: "Strahl" and "Strähle" share three letters.
  const [wanted, said] = [fold(word.trim()), fold(text)];
  return [wanted, formsOf(wanted, how.language).stem].some(
    (part) => part.length >= SHORTEST_PART && said.includes(part),
  );
}

/** Forbidden words in the target. */
export function forbiddenTerm({ plain, base, terms = [] }: ReadUnit): string[] {
  const found = terms.flatMap((term) =>
    term.forbidden.filter((word) => holdsWord(plain.target, word, howTo(term, word, base.to))),
  );
  return [...new Set(found)];
}

/** Words that must not be translated, but were. */
export function keptTerm({ plain, base, terms = [] }: ReadUnit): string[] {
  return terms.filter((term) => term.keep && !saysTerm(plain.target, term, base.to)).map(({ word }) => word);
}

/** Whether a text in a language has a term: the word itself if that is kept, else one of its words in that language. */
export function saysTerm(text: string, term: TermNeed, code: string): boolean {
  const { keep, word, caseSensitive } = term;
  const language = baseOf(code);
  if (keep) return holdsWord(text, word, { language, caseSensitive });
  return term.allowed.some((each) => isUsed(text, each, howTo(term, each, language)));
}

/** Whether a text contains a word, in any of its forms in that language. */
function holdsWord(
  text: string,
  word: string,
  { language, caseSensitive = false }: Pick<TermNeed, 'caseSensitive'> & { language: string },
): boolean {
  return placesOfWord(text, word, { language, isCaseSensitive: caseSensitive }).length > 0;
}

/** The ranges of a word, or of one of its forms in that language. */
export function placesOfWord(
  text: string,
  word: string,
  { language, isCaseSensitive = false }: { language: string; isCaseSensitive?: boolean },
): [number, number][] {
  const how = { keepsCase: isCaseSensitive };
  const { folded, placeOf } = foldWithPlaces(text, how);
  const wanted = isCaseSensitive ? foldWithPlaces(word.trim(), how).folded : fold(word.trim());
  if (wanted === '') return [];
  return [...folded.matchAll(patternOf(wanted, baseOf(language)))].flatMap(
    ({ index, 1: before = '', 2: said = '' }) => {
      const at = index + before.length;
      const place = placeOf(at, at + said.length);
      return place ? [place] : [];
    },
  );
}

const patterns = new Map<string, RegExp>();
const MOST_PATTERNS = 20_000;

/** The pattern for a folded word in any of its forms; in scripts without spaces it matches anywhere. */
function patternOf(wanted: string, language: string): RegExp {
  const key = `${language} ${wanted}`;
  let found = patterns.get(key);
  if (!found) {
    const before = ARABIC.test(wanted) ? ARABIC_PREFIX : '';
    const source = UNSPACED.test(wanted)
      ? `()(${escaped(wanted)})`
      : `${NO_LETTER_BEFORE}(${before})(${formsOf(wanted, language).pattern})${NO_LETTER_AFTER}`;
    if (patterns.size > MOST_PATTERNS) patterns.clear();
    patterns.set(key, (found = new RegExp(source, 'gu')));
  }
  return found;
}

/** A letter of the same word: scripts without spaces are written right beside a name in Latin letters. */
const LETTER = String.raw`(?![${UNSPACED_SCRIPTS}])[\p{L}\p{M}\p{N}]`;
const NO_LETTER_BEFORE = `(?<!${LETTER})`;
const NO_LETTER_AFTER = `(?!${LETTER})`;
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

const ARABIC = /\p{Script=Arabic}/u;
/** In Arabic the article and short words are joined to the next word. */
const ARABIC_PREFIX = String.raw`[\u0648\u0641\u0628\u0644\u0643]?(?:\u0627\u0644|\u0644\u0644)?`;
