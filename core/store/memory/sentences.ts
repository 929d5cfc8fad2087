import { all, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** A sentence within a text. */
export interface SentenceRow {
  text: number;
  /** Its place among the sentences of the text, from 0. */
  place: number;
  marked: string;
}

/** Adds the sentences of a text, by the hashes of their words. */
export function addSentences(
  db: WriteDb,
  { id, language }: { id: number; language: number },
  hashes: readonly { hash: string; place: number }[],
): void {
  for (const { hash, place } of hashes)
    run(
      db,
      sql`INSERT INTO sentences (language, hash, text, place) VALUES (${language}, CAST(${numberOf(hash)} AS INTEGER), ${id}, ${place})`,
    );
}

export function removeSentences(db: WriteDb, id: number): void {
  run(db, sql`DELETE FROM sentences WHERE text = ${id}`);
}

/** Texts that may contain a sentence, newest first: hashes of different ones can be equal. */
export function textsWithSentence(
  db: ReadDb,
  { language, hash, limit }: { language: number; hash: string; limit: number },
): SentenceRow[] {
  return all<SentenceRow>(
    db,
    sql`SELECT s.text, s.place, t.marked FROM sentences AS s CROSS JOIN texts AS t ON t.id = s.text
        WHERE s.language = ${language} AND s.hash = CAST(${numberOf(hash)} AS INTEGER) ORDER BY s.text DESC LIMIT ${limit}`,
  );
}

/** The first 48 bits, which a number holds exactly. */
const numberOf = (hash: string): number => parseInt(hash.slice(0, 12), 16);
