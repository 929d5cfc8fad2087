import type { Site } from '../../site.ts';
import { readFacts } from '../../store/memory/file.ts';
import { rankOf, sharing } from '../../store/memory/key-index.ts';
import { markOfSite } from '../../store/memory/queue.ts';
import { exactText, pairsOf, textOfUse, textsById, type TextRow } from '../../store/memory/texts.ts';
import type { ReadDb } from '../../store/sql.ts';
import { wordDiff, type DiffPart } from '../../units/diff/word-diff.ts';
import { analyse, type Analysed } from '../../units/memory/analyse.ts';
import { hitsNeeded, keysOf, lengthsAround, prefixLength } from '../../units/memory/prefix.ts';
import { exchangeNumbers, queryOf, scoreOf } from '../../units/memory/score.ts';
import { textHash } from '../../units/states/hash.ts';
import { learnHere } from './learn.ts';

/** What is looked for: a marked text of one language, for its translation into another. */
export interface LookUp {
  from: number;
  to: number;
  text: string;
  /** The unit it is, where it is one: a match with the same text before it is surer. */
  place?: { group: number; unit: number } | undefined;
  /** Matches at most. */
  limit: number;
  /** Of 70 and more none is missed; below, some may be. */
  min: number;
}

/** A text like the one looked for, with what it is called in the other language. */
export interface Match {
  /** 100: the same text; 101: in the same place too. */
  score: number;
  /** `numbers`: only numbers differ, and the translation has those that were looked for. */
  kind: 'exact' | 'fuzzy' | 'numbers';
  source: string;
  target: string;
  /** What became of the text found, to be the one looked for; without marks. */
  diff: DiffPart[];
  /** Where it was found: an item of the site, or an entry of a book. */
  item: number | undefined;
  entry: number | undefined;
  group: number;
  unit: number;
  /** 3 confirmed, 2 published, 1 draft, 0 of a book. */
  quality: number;
  /** The same, more in the same place or after the same text. */
  sure: number;
}

/** Different translations of one text that are told. */
const MOST_OF_ONE = 20;

/** The memory of a site, if there is one that is its own; of a site in memory as of now. */
export function memoryOf(site: Site): ReadDb | undefined {
  if (site.file === ':memory:' && !site.db.inTransaction) learnHere(site);
  const db = site.memory.reader();
  return db && readFacts(db)['site'] === markOfSite(site.db).site ? db : undefined;
}

/** The best matches, best first. */
export function lookUp(db: ReadDb, asked: LookUp, penaltyOf: (entry: number) => number = () => 0): Match[] {
  const text = analyse(asked.text.trim());
  const matches: Match[] = [];
  for (const { row, other, score } of scored(db, asked, text)) {
    const found = best(matches, asked);
    if (found.length === asked.limit && score < (found.at(-1)?.score ?? 0)) break;
    matches.push(...matchesOf(db, { asked, text, row, other, score, penaltyOf }));
  }
  return best(matches, asked);
}

interface Scored {
  row: TextRow;
  other: Analysed;
  score: number;
}

function scored(db: ReadDb, { from, min }: LookUp, text: Analysed): Scored[] {
  const query = queryOf(text);
  const exact = exactText(db, from, textHash(text.marked));
  const found = candidates(db, from, text.stems).filter((id) => id !== exact?.id);
  return [...(exact ? [exact] : []), ...textsById(db, found)]
    .map((row) => {
      const other = analyse(row.marked, row.cut);
      return { row, other, score: scoreOf(query, other, min) };
    })
    .filter(({ score }) => score >= min && score > 0)
    .sort((a, b) => b.score - a.score || b.row.id - a.row.id);
}

/** Texts that share enough of their rarest keys: among them is every one that scores 70 or more. */
function candidates(db: ReadDb, language: number, stems: readonly string[]): number[] {
  const n = stems.length;
  if (n === 0) return [];
  // A key that no text has is the rarest there is.
  const ranks = keysOf(stems)
    .map((key) => rankOf(db, language, key))
    .sort((a, b) => (a ?? -Infinity) - (b ?? -Infinity))
    .slice(0, prefixLength(n))
    .filter((rank) => rank !== undefined);
  return sharing(db, { language, ranks, needed: hitsNeeded(n) }, lengthsAround(n));
}

interface Found extends Scored {
  asked: LookUp;
  text: Analysed;
  penaltyOf: (entry: number) => number;
}

function matchesOf(db: ReadDb, { asked, text, row, other, score, penaltyOf }: Found): Match[] {
  const { from, to, place } = asked;
  const before = place && textOfUse(db, place.group, place.unit - 1, from);
  return pairsOf(db, { text: row.id, from, to }, place && { ...place, before }, MOST_OF_ONE).map((pair) => {
    const exchanged = score < 100 ? exchangeNumbers(text, other, pair.target) : undefined;
    const isSurer = score === 100 && pair.sure >= 4;
    return {
      score: Math.max((isSurer ? 101 : score) - (pair.owner < 0 ? penaltyOf(-pair.owner) : 0), 0),
      kind: score === 100 ? 'exact' : exchanged === undefined ? 'fuzzy' : 'numbers',
      source: row.marked,
      target: exchanged ?? pair.target,
      diff: score === 100 ? [] : wordDiff(other.plain, text.plain),
      item: pair.item || undefined,
      entry: pair.owner < 0 ? -pair.owner : undefined,
      group: Math.max(pair.owner, 0),
      unit: pair.unit,
      quality: pair.sure % 4,
      sure: pair.sure,
    };
  });
}

/** One of each translation, the surest of equal score first. */
function best(matches: Match[], { limit, min }: LookUp): Match[] {
  const seen = new Set<string>();
  return matches
    .filter(({ score }) => score >= min)
    .sort((a, b) => b.score - a.score || b.sure - a.sure || b.group - a.group)
    .filter(({ target }) => !seen.has(target) && seen.add(target))
    .slice(0, limit);
}
