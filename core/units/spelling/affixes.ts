// Reads the affix file of a Hunspell dictionary: its rules for prefixes, suffixes and compounds. Pure.

export type Flags = ReadonlySet<string>;

/** A prefix or suffix: replaces `strip` at that end of a stem by `add`, if the stem matches `condition`. */
export interface Affix {
  flag: string;
  isPrefix: boolean;
  /** Whether it can occur together with an affix at the other end. */
  crosses: boolean;
  strip: string;
  add: string;
  condition: RegExp | undefined;
  /** Flags that a word with this affix gets in addition. */
  flags: Flags;
}

export interface AffixRules {
  /** By `add`. */
  prefixes: ReadonlyMap<string, Affix[]>;
  suffixes: ReadonlyMap<string, Affix[]>;
  /** Length of the longest `add`. */
  longest: number;
  /** Flags with a meaning of their own by option, such as `COMPOUNDBEGIN`. */
  special: ReadonlyMap<string, string>;
  /** Options that consist of their name only, such as `FULLSTRIP`. */
  options: ReadonlySet<string>;
  /** The shortest part and the highest number of parts of a compound. */
  compound: { shortest: number; most: number };
  /** A word as the dictionary writes it: with its apostrophes, and without the characters it ignores. */
  normal(word: string): string;
  /** The flags of an entry; the same set for the same text. */
  readFlags(text: string): Flags;
}

const NONE: Flags = new Set();
const SHORTEST_PART = 3;
const MOST_PARTS = 6;

/** The encoding that an affix file names for itself and its dictionary. @param aff the file, byte by byte */
export function encodingOf(aff: string): string {
  const named = /^\s*SET\s+(\S+)/m.exec(aff)?.[1] ?? 'ISO8859-1';
  return named
    .replace(/^ISO-?8859-?/i, 'iso-8859-')
    .replace(/^microsoft-cp/i, 'windows-')
    .toLowerCase();
}

/** Parses an affix file. */
export function readAffixes(aff: string): AffixRules {
  const lines = aff.split(/\r?\n/).map((line) => line.trim().split(/\s+/));
  const rows = Map.groupBy(lines, ([name = '']) => name);
  const valueOf = (name: string): string | undefined => rows.get(name)?.[0]?.[1];
  const readFlags = flagReader(
    valueOf('FLAG'),
    (rows.get('AF') ?? []).slice(1).map(([, flags = '']) => flags),
  );
  const all = [...readRules(rows.get('PFX') ?? [], readFlags), ...readRules(rows.get('SFX') ?? [], readFlags)];
  return {
    prefixes: Map.groupBy(
      all.filter(({ isPrefix }) => isPrefix),
      ({ add }) => add,
    ),
    suffixes: Map.groupBy(
      all.filter(({ isPrefix }) => !isPrefix),
      ({ add }) => add,
    ),
    longest: Math.max(0, ...all.map(({ add }) => add.length)),
    special: new Map(SPECIAL.flatMap((name) => (valueOf(name) === undefined ? [] : [[name, valueOf(name) ?? '']]))),
    options: new Set(rows.keys()),
    compound: {
      shortest: Math.max(1, Number(valueOf('COMPOUNDMIN') ?? SHORTEST_PART)),
      most: Number(valueOf('COMPOUNDWORDMAX') ?? MOST_PARTS),
    },
    normal: normaliser((rows.get('ICONV') ?? []).slice(1), valueOf('IGNORE') ?? ''),
    readFlags,
  };
}

const SPECIAL = [
  ...['COMPOUNDFLAG', 'COMPOUNDBEGIN', 'COMPOUNDMIDDLE', 'COMPOUNDEND', 'COMPOUNDPERMITFLAG', 'COMPOUNDFORBIDFLAG'],
  ...['ONLYINCOMPOUND', 'NEEDAFFIX', 'CIRCUMFIX', 'FORBIDDENWORD', 'KEEPCASE'],
];

/** Flags are letters, pairs of letters or numbers; or the number of a list of them. */
function flagReader(kind: string | undefined, aliases: readonly string[]): (text: string) => Flags {
  const known = new Map<string, Flags>();
  const split = (text: string): string[] => {
    if (kind === 'num') return text.split(',');
    return kind === 'long' ? (text.match(/[^]{2}/g) ?? []) : [...text];
  };
  return (text) => {
    if (text === '') return NONE;
    let found = known.get(text);
    if (!found)
      known.set(text, (found = new Set(split(aliases.length > 0 ? (aliases[Number(text) - 1] ?? '') : text))));
    return found;
  };
}

/** Rows `SFX flag Y count`, each followed by `count` rows `SFX flag strip add condition`. */
function readRules(rows: readonly string[][], readFlags: (text: string) => Flags): Affix[] {
  const conditions = new Map<string, RegExp | undefined>();
  const rules: Affix[] = [];
  let [left, crosses] = [0, false];
  for (const [name, flag = '', strip = '', added = '', condition = '.'] of rows) {
    if (left === 0) {
      [left, crosses] = [Number(added), strip === 'Y'];
      continue;
    }
    left--;
    const isPrefix = name === 'PFX';
    const [add = '', flags = ''] = added.split('/');
    const key = `${name} ${condition}`;
    if (!conditions.has(key)) conditions.set(key, readCondition(condition, isPrefix));
    const [stripped, put] = [strip, add].map((text) => (text === '0' ? '' : text));
    const facts = { flag, isPrefix, crosses, strip: stripped ?? '', add: put ?? '' };
    rules.push({ ...facts, condition: conditions.get(key), flags: readFlags(flags) });
  }
  return rules;
}

/** Conditions have classes of letters and the dot; everything else is literal. */
function readCondition(text: string, isPrefix: boolean): RegExp | undefined {
  if (text === '.') return undefined;
  const source = text.replaceAll(/\[(\^?)([^\]]*)\]|[^.]/gu, (all: string, not?: string, letters?: string) =>
    letters === undefined ? escaped(all) : `[${not}${escaped(letters)}]`,
  );
  try {
    return new RegExp(isPrefix ? `^${source}` : `${source}$`, 'u');
  } catch {
    return undefined;
  }
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

function normaliser(rows: readonly string[][], ignored: string): (word: string) => string {
  const pairs = new Map(rows.map(([, from = '', to = '']) => [from.replaceAll('_', ' ').trim(), to]));
  pairs.delete('');
  for (const letter of ignored) pairs.set(letter, '');
  if (pairs.size === 0) return (word) => word;
  const longestFirst = [...pairs.keys()].toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.map(escaped).join('|'), 'gu');
  return (word) => word.replaceAll(pattern, (found) => pairs.get(found) ?? '');
}
