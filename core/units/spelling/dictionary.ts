// A Hunspell dictionary, for one question: is this a word? Rules are applied to the word that is looked up, so that the forms of
// the dictionary are never listed: some languages have tens of millions. Pure.
import { readAffixes, type Affix, type AffixRules, type Flags } from './affixes.ts';

/** Whether a word is spelled as the dictionary has it. */
export type IsWord = (word: string) => boolean;

/** A way to read a word: an entry of the dictionary with affixes, the innermost first. */
interface Reading {
  root: Flags;
  affixes: readonly Affix[];
}

type Position = 'COMPOUNDBEGIN' | 'COMPOUNDMIDDLE' | 'COMPOUNDEND';

interface Dictionary {
  rules: AffixRules;
  /** The flags of each entry; an entry can be there more than once. */
  entries: ReadonlyMap<string, Flags[]>;
}

/** Words longer than this are not looked for among the compounds. */
const LONGEST_COMPOUND = 60;
const MOST_REMEMBERED = 50_000;

/**
 * Makes a lookup from the two files of a Hunspell dictionary. Not read: rules that only reject compounds by their letters
 * (`CHECKCOMPOUNDREP`, `CHECKCOMPOUNDPATTERN`, `COMPOUNDSYLLABLE`) and compounds of numbers (`COMPOUNDRULE`).
 */
export function readDictionary(aff: string, dic: string): IsWord {
  const rules = readAffixes(aff);
  const dictionary: Dictionary = { rules, entries: readEntries(dic, rules) };
  const known = new Map<string, boolean>();
  return (word) => {
    let found = known.get(word);
    if (found === undefined) {
      if (known.size > MOST_REMEMBERED) known.clear();
      known.set(word, (found = isRight(dictionary, word) || isRight(dictionary, word.replaceAll('’', "'"))));
    }
    return found;
  };
}

function readEntries(dic: string, { normal, readFlags }: AffixRules): Map<string, Flags[]> {
  const entries = new Map<string, Flags[]>();
  // A line is WORD/FLAGS, then a blank and morphological data; the first line is the number of lines.
  for (const line of dic.split(/\r?\n/).slice(1)) {
    const [, word = '', flags = ''] =
      /^((?:\\\/|[^/\t])*?)(?:\/([^\s]*))?(?:\s+[a-z]{2}:.*|\t.*|\s*)$/u.exec(line) ?? [];
    if (word === '') continue;
    const key = normal(word.replaceAll(String.raw`\/`, '/'));
    const others = entries.get(key);
    if (others) others.push(readFlags(flags));
    else entries.set(key, [readFlags(flags)]);
  }
  return entries;
}

/** A word may be capitalised or in capitals even if its entry is not; a hyphenated compound is correct if its parts are. */
function isRight(dictionary: Dictionary, given: string): boolean {
  const word = dictionary.rules.normal(given);
  if (word === '' || isForm(dictionary, word, false)) return true;
  if (otherCases(word).some((other) => isForm(dictionary, other, true))) return true;
  const parts = word.split(/[-‐‑–]/u).filter((part) => part !== '');
  return parts.length > 1 && parts.every((part) => isRight(dictionary, part));
}

function otherCases(word: string): string[] {
  const [first = '', ...rest] = word;
  const [small, others] = [word.toLowerCase(), rest.join('')];
  if (word === small) return [];
  if (word === word.toUpperCase()) return [small, first + others.toLowerCase()];
  return [first.toLowerCase() + others].filter((other) => other !== word);
}

function isForm(dictionary: Dictionary, word: string, isLowered: boolean): boolean {
  const { entries, rules } = dictionary;
  if (entries.get(word)?.some((flags) => has(rules, flags, 'FORBIDDENWORD'))) return false;
  for (const reading of readings(dictionary, word)) {
    if (isLowered && has(rules, reading.root, 'KEEPCASE')) continue;
    if (isWhole(rules, reading) && !isOnlyPart(rules, reading)) return true;
  }
  return word.length <= LONGEST_COMPOUND && hasCompounds(rules) && isCompound(dictionary, word);
}

function has({ special }: AffixRules, flags: Flags, name: string): boolean {
  const flag = special.get(name);
  return flag !== undefined && flags.has(flag);
}

/** An entry that needs affixes must have some, and a circumfix must be complete. */
function isWhole(rules: AffixRules, { root, affixes }: Reading): boolean {
  if (has(rules, root, 'FORBIDDENWORD')) return false;
  if (affixes.length === 0) return !has(rules, root, 'NEEDAFFIX');
  if (affixes.every(({ flags }) => has(rules, flags, 'NEEDAFFIX'))) return false;
  const around = affixes.filter(({ flags }) => has(rules, flags, 'CIRCUMFIX'));
  return around.length === 0 || (around.some(({ isPrefix }) => isPrefix) && around.some(({ isPrefix }) => !isPrefix));
}

const isOnlyPart = (rules: AffixRules, { root, affixes }: Reading): boolean =>
  [root, ...affixes.map(({ flags }) => flags)].some((flags) => has(rules, flags, 'ONLYINCOMPOUND'));

/** Every way to read a word: with up to one prefix and two suffixes. */
function* readings(dictionary: Dictionary, word: string): Generator<Reading> {
  const { entries, rules } = dictionary;
  for (const root of entries.get(word) ?? []) yield { root, affixes: [] };
  yield* suffixed(dictionary, word, []);
  for (const [prefix, stem] of stems(rules, word, true)) {
    for (const root of entries.get(stem) ?? []) if (root.has(prefix.flag)) yield { root, affixes: [prefix] };
    if (prefix.crosses) yield* suffixed(dictionary, stem, [prefix]);
  }
}

function* suffixed(dictionary: Dictionary, word: string, before: readonly Affix[]): Generator<Reading> {
  const { entries, rules } = dictionary;
  const fits = (root: Flags, inner: Affix, affixes: readonly Affix[]): boolean =>
    [inner, ...before].every(
      ({ flag }) => root.has(flag) || [...before, ...affixes].some(({ flags }) => flags.has(flag)),
    ) &&
    (root.has(inner.flag) || before.some(({ flag, flags }) => root.has(flag) && flags.has(inner.flag)));
  for (const [suffix, stem] of stems(rules, word, false)) {
    if (before.length > 0 && !suffix.crosses) continue;
    for (const root of entries.get(stem) ?? [])
      if (fits(root, suffix, [suffix])) yield { root, affixes: [...before, suffix] };
    for (const [inner, innerStem] of stems(rules, stem, false)) {
      if (!inner.flags.has(suffix.flag) || (before.length > 0 && !inner.crosses)) continue;
      const roots = (entries.get(innerStem) ?? []).filter((root) => fits(root, inner, [inner, suffix]));
      for (const root of roots) yield { root, affixes: [...before, inner, suffix] };
    }
  }
}

/** Each affix that a word may have at one end, with what it was added to. */
function* stems(rules: AffixRules, word: string, isPrefix: boolean): Generator<[Affix, string]> {
  const known = isPrefix ? rules.prefixes : rules.suffixes;
  const longest = Math.min(rules.longest, word.length);
  for (let length = 0; length <= longest; length++) {
    const at = isPrefix ? length : word.length - length;
    const found = known.get(isPrefix ? word.slice(0, at) : word.slice(at));
    if (!found) continue;
    const rest = isPrefix ? word.slice(at) : word.slice(0, at);
    if (rest === '' && !rules.options.has('FULLSTRIP')) continue;
    for (const affix of found) {
      const stem = isPrefix ? affix.strip + rest : rest + affix.strip;
      if (affix.condition?.test(stem) ?? true) yield [affix, stem];
    }
  }
}

const hasCompounds = ({ special }: AffixRules): boolean => special.has('COMPOUNDFLAG') || special.has('COMPOUNDBEGIN');

function isCompound(dictionary: Dictionary, word: string): boolean {
  const { shortest, most } = dictionary.rules.compound;
  const known = new Map<string, boolean>();
  const isPart = (from: number, to: number, position: Position): boolean => {
    const key = `${from} ${to} ${position}`;
    const found = known.get(key) ?? canBePart(dictionary, word.slice(from, to), position);
    known.set(key, found);
    return found;
  };
  // The fewest parts with which a dead end was reached, by position: more parts fail there too.
  const dead = new Map<number, number>();
  const continues = (from: number, parts: number): boolean => {
    if (parts > 1 && word.length - from >= shortest && isPart(from, word.length, 'COMPOUNDEND')) return true;
    if (parts >= most || (dead.get(from) ?? Infinity) <= parts) return false;
    for (let to = from + shortest; to <= word.length - shortest; to++) {
      if (!isBoundary(dictionary.rules, word, to)) continue;
      const position = parts === 1 ? 'COMPOUNDBEGIN' : 'COMPOUNDMIDDLE';
      if (isPart(from, to, position) && continues(to, parts + 1)) return true;
    }
    dead.set(from, parts);
    return false;
  };
  return continues(0, 1);
}

function isBoundary({ options }: AffixRules, word: string, at: number): boolean {
  const [before = '', after = ''] = [word.slice(at - 1, at), word.slice(at, at + 1)];
  if (options.has('CHECKCOMPOUNDCASE') && /\p{Lu}/u.test(before + after)) return false;
  const isTriple = before === after && (word[at - 2] === before || word[at + 1] === after);
  return !(isTriple && options.has('CHECKCOMPOUNDTRIPLE'));
}

/** Whether the dictionary has a word for this place of a compound; affixes inside need its permission. */
function canBePart(dictionary: Dictionary, part: string, position: Position): boolean {
  const { rules } = dictionary;
  for (const reading of readings(dictionary, part)) {
    const { root, affixes } = reading;
    const all = [root, ...affixes.map(({ flags }) => flags)];
    const isMeant = all.some((flags) => has(rules, flags, 'COMPOUNDFLAG') || has(rules, flags, position));
    if (!isMeant || !isWhole(rules, reading)) continue;
    if (affixes.some(({ flags }) => has(rules, flags, 'COMPOUNDFORBIDFLAG'))) continue;
    const inside = affixes.filter(({ isPrefix }) => position !== (isPrefix ? 'COMPOUNDBEGIN' : 'COMPOUNDEND'));
    if (inside.every(({ flags }) => has(rules, flags, 'COMPOUNDPERMITFLAG'))) return true;
  }
  return false;
}
