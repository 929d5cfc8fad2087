import { column, pluck, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** The length of a text is in the upper bits of the index value, its id in the lower: texts of similar length are a range. */
const LENGTHS = 2 ** 32;
/** Ranks for new keys start below 0: tokens are letters and digits only. */
const MIDDLE = 2 ** 40;

const tokenOf = (language: number, rank: number): string => `${language.toString(36)}z${(rank + MIDDLE).toString(36)}`;

/** Rank of a key in its language, rarest first. */
export function rankOf(db: ReadDb, language: number, key: string): number | undefined {
  return pluck<number>(db, sql`SELECT rank FROM keys WHERE language = ${language} AND key = ${key}`);
}

/** A new key ranks as rarer than all others, and keeps its rank from then on. */
export function rankOrAdd(db: WriteDb, language: number, key: string): number {
  const known = rankOf(db, language, key);
  if (known !== undefined) return known;
  const least = pluck<number | null>(db, sql`SELECT min(rank) FROM keys WHERE language = ${language}`) ?? 0;
  const rank = Math.min(least, 0) - 1;
  addKey(db, language, key, rank);
  return rank;
}

export function addKey(db: WriteDb, language: number, key: string, rank: number): void {
  run(db, sql`INSERT INTO keys (language, key, rank) VALUES (${language}, ${key}, ${rank})`);
}

/** Indexes a text under some of its keys, by their ranks. */
export function addPostings(
  db: WriteDb,
  { id, language, words }: { id: number; language: number; words: number },
  ranks: readonly number[],
): void {
  const tokens = ranks.map((rank) => tokenOf(language, rank)).join(' ');
  run(db, sql`INSERT INTO postings (rowid, keys) VALUES (CAST(${words * LENGTHS + id} AS INTEGER), ${tokens})`);
}

export function removePostings(db: WriteDb, { id, words }: { id: number; words: number }): void {
  run(db, sql`DELETE FROM postings WHERE rowid = CAST(${words * LENGTHS + id} AS INTEGER)`);
}

/** Texts of these lengths that share this many of the keys. */
export function sharing(
  db: ReadDb,
  { language, ranks, needed }: { language: number; ranks: readonly number[]; needed: number },
  [least, most]: readonly [number, number],
): number[] {
  if (ranks.length < needed) return [];
  const hits = new Uint8Array((pluck<number | null>(db, sql`SELECT max(id) FROM texts`) ?? 0) + 1);
  const found: number[] = [];
  for (const rank of ranks) {
    const rows = column<number>(
      db,
      sql`SELECT rowid FROM postings WHERE postings MATCH ${tokenOf(language, rank)}
          AND rowid BETWEEN CAST(${least * LENGTHS} AS INTEGER) AND CAST(${most * LENGTHS + LENGTHS - 1} AS INTEGER)`,
    );
    for (const row of rows) {
      const id = row % LENGTHS;
      const now = (hits[id] ?? 0) + 1;
      hits[id] = Math.min(now, 255);
      if (now === needed) found.push(id);
    }
  }
  return found;
}

/** Adds a text to the trigram index. */
export function addGrams(db: WriteDb, id: number, folded: string): void {
  run(db, sql`INSERT INTO grams (rowid, text) VALUES (CAST(${id} AS INTEGER), ${folded})`);
}

export function removeGrams(db: WriteDb, id: number): void {
  run(db, sql`DELETE FROM grams WHERE rowid = CAST(${id} AS INTEGER)`);
}

/** Texts that may contain this string, newest first; for fewer than three letters every text of the language. */
export function mayHold(
  db: ReadDb,
  folded: string,
  language: number | undefined,
): IterableIterator<{ id: number; language: number; marked: string }> {
  const own = language === undefined ? -1 : language;
  const grams = gramsOf(folded);
  const statement =
    grams.length === 0
      ? db.prepare<unknown[], { id: number; language: number; marked: string }>(
          `SELECT id, language, marked FROM texts WHERE (? = -1 OR language = ?) ORDER BY id DESC`,
        )
      : db.prepare<unknown[], { id: number; language: number; marked: string }>(
          `SELECT t.id, t.language, t.marked FROM grams AS g CROSS JOIN texts AS t ON t.id = g.rowid
           WHERE grams MATCH ? AND (? = -1 OR t.language = ?) ORDER BY g.rowid DESC`,
        );
  return grams.length === 0
    ? statement.iterate(own, own)
    : statement.iterate(grams.map((gram) => `"${gram.replaceAll('"', '""')}"`).join(' AND '), own, own);
}

/** All trigrams, split by characters as in SQLite. */
function gramsOf(text: string): string[] {
  const letters = [...text];
  return [...new Set(letters.slice(2).map((_, at) => letters.slice(at, at + 3).join('')))];
}
