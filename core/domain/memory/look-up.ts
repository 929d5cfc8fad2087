import type { Site } from '../../site.ts';
import { isDamage } from '../../store/file/failures.ts';
import { readFacts } from '../../store/memory/file.ts';
import { rankOf, sharing } from '../../store/memory/key-index.ts';
import { markOfSite } from '../../store/memory/queue.ts';
import { exactText, pairsOf, textOfUse, textsById, type TextRow } from '../../store/memory/texts.ts';
import { hasFailedIn, type ReadDb } from '../../store/sql.ts';
import { wordDiff, type DiffPart } from '../../units/diff/word-diff.ts';
import { analyse, type Analysed } from '../../units/memory/analyse.ts';
import { hitsNeeded, keysOf, lengthsAround, prefixLength } from '../../units/memory/prefix.ts';
import { exchangeNumbers, queryOf, scoreOf } from '../../units/memory/score.ts';
import { textHash } from '../../units/states/hash.ts';
import { learnHere } from './learn.ts';

/** A lookup: a marked text in one language, for its translation into another. */
export interface LookUp {
  from: number;
  to: number;
  text: string;
  /** The unit itself, if any: a match preceded by the same text is more reliable. */
  place?: { group: number; unit: number } | undefined;
  /** Maximum number of matches. */
  limit: number;
  /** From 70 on, no match is missed; below, some may be. */
  min: number;
}

/** A similar text, with its translation. */
export interface Match {
  /** 100: the same text; 101: in the same place too. */
  score: number;
  /** `numbers`: only numbers differ, and the translation already has those of the text. `parts`: sentences of other texts. */
  kind: 'exact' | 'fuzzy' | 'numbers' | 'parts';
  source: string;
  target: string;
  /** The differences from the text found to the one looked up; without marks. */
  diff: DiffPart[];
  /** Its origin: an item of the site, or an entry of a book. */
  item: number | undefined;
  entry: number | undefined;
  group: number;
  unit: number;
  /** 3 confirmed, 2 published, 1 draft, 0 from a book. */
  quality: number;
  /** Quality, plus a bonus for the same place or preceding text. */
  sure: number;
  /** Of a book, its place among them: the lower, the earlier. */
  priority: number;
}

/** What a book adds to its matches. */
export interface BookRank {
  penalty: number;
  priority: number;
  /** Without it, none of its texts is offered. */
  used: boolean;
}
/** The rank of matches of the site itself. */
export const OF_SITE: BookRank = { penalty: 0, priority: 0, used: true };

/** Maximum number of different translations of one text. */
const MOST_OF_ONE = 20;

/** The memory of a site, if it exists and belongs to it; for a site in memory, updated now. */
function memoryOf(site: Site): ReadDb | undefined {
  if (site.file === ':memory:' && !site.db.inTransaction) learnHere(site);
  const db = site.memory.reader();
  return db && readFacts(db)['site'] === markOfSite(site.db).site ? db : undefined;
}

/**
 * What is read from the memory; `nothing` if there is none. A damaged one is as good as none, and is made anew: it follows from the
 * site, so nobody has to care.
 */
export function fromMemory<T, N>(site: Site, nothing: N, read: (db: ReadDb) => T): T | N {
  try {
    const db = memoryOf(site);
    return db ? read(db) : nothing;
  } catch (error) {
    // The site is read for the same answer.
    if (!isDamage(error) || hasFailedIn(site.db, error)) throw error;
    site.memory.damaged();
    return nothing;
  }
}

/** The best matches, best first. */
export function lookUp(
  db: ReadDb,
  asked: LookUp,
  bookOf: (entry: number) => BookRank | undefined = () => undefined,
): Match[] {
  const text = analyse(asked.text.trim());
  const matches: Match[] = [];
  for (const { row, other, score } of scored(db, asked, text)) {
    const found = best(matches, asked);
    if (found.length === asked.limit && score < (found.at(-1)?.score ?? 0)) break;
    matches.push(...matchesOf(db, { asked, text, row, other, score, bookOf }));
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

/** Texts that share enough of their rarest keys: these include every one that scores 70 or more. */
function candidates(db: ReadDb, language: number, stems: readonly string[]): number[] {
  const n = stems.length;
  if (n === 0) return [];
  // A key that occurs in no text is the rarest.
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
  bookOf: (entry: number) => BookRank | undefined;
}

function matchesOf(db: ReadDb, { asked, text, row, other, score, bookOf }: Found): Match[] {
  const { from, to, place } = asked;
  const before = place && textOfUse(db, place.group, place.unit - 1, from);
  return pairsOf(db, { text: row.id, from, to }, place && { ...place, before }, MOST_OF_ONE).flatMap((pair) => {
    const exchanged = score < 100 ? exchangeNumbers(text, other, pair.target) : undefined;
    const isSurer = score === 100 && pair.sure >= 4;
    const { penalty, priority, used } = (pair.owner < 0 && bookOf(-pair.owner)) || OF_SITE;
    if (!used) return [];
    return {
      score: Math.max((isSurer ? 101 : score) - penalty, 0),
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
      priority,
    };
  });
}

/** Removes duplicate translations, keeping the most reliable at equal score. */
function best(matches: Match[], { limit, min }: LookUp): Match[] {
  const seen = new Set<string>();
  return matches
    .filter(({ score }) => score >= min)
    .sort((a, b) => b.score - a.score || b.sure - a.sure || a.priority - b.priority || b.group - a.group)
    .filter(({ target }) => !seen.has(target) && seen.add(target))
    .slice(0, limit);
}
