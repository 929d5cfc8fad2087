import { all, column, get, pluck, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** One text of a unit, as stored in the memory. */
export interface Use {
  /** The unit of its owner: the same in every language. */
  unit: number;
  language: number;
  hash: string;
  marked: string;
  /** The item that contains it; 0 in a book, and of a string. */
  item: number;
  /** 3 confirmed, 2 published, 1 draft, 0 from a book. */
  quality: number;
}

export interface TextRow {
  id: number;
  language: number;
  marked: string;
  words: number;
  cut: string;
}

/** Adds and removes what is derived from a text: its keys and its trigrams. */
export interface TextIndex {
  /** Reads a text: the number of its words, and the words if they are stored. `put` adds it under its number. */
  read(text: { language: number; marked: string }): { words: number; cut: string; put(id: number): void };
  remove(text: TextRow): void;
}

/** Owns the strings of the site. */
export const STRINGS = 0;

/** Replaces the texts of an owner; texts without any use are removed. */
export function putUses(db: WriteDb, owner: number, uses: readonly Use[], index: TextIndex): void {
  const before = column<number>(db, sql`SELECT text FROM uses WHERE owner = ${owner}`);
  if (before.length > 0) run(db, sql`DELETE FROM uses WHERE owner = ${owner}`);
  for (const use of uses) {
    const text = textId(db, use, index);
    run(
      db,
      sql`INSERT INTO uses (owner, unit, language, text, item, quality)
          VALUES (${owner}, ${use.unit}, ${use.language}, ${text}, ${use.item}, ${use.quality})`,
    );
  }
  for (const id of new Set(before)) dropUnused(db, id, index);
}

function textId(db: WriteDb, { hash, language, marked }: Use, index: TextIndex): number {
  const known = pluck<number>(db, sql`SELECT id FROM texts WHERE hash = ${hash} AND language = ${language}`);
  if (known !== undefined) return known;
  const { words, cut, put } = index.read({ language, marked });
  const added = run(
    db,
    sql`INSERT INTO texts (language, hash, marked, words, cut) VALUES (${language}, ${hash}, ${marked}, ${words}, ${cut})`,
  );
  const id = Number(added.lastInsertRowid);
  put(id);
  count(db, language, { texts: 1, words });
  return id;
}

function dropUnused(db: WriteDb, id: number, index: TextIndex): void {
  if (pluck<number>(db, sql`SELECT EXISTS (SELECT 1 FROM uses WHERE text = ${id})`) === 1) return;
  const row = get<TextRow>(db, sql`SELECT id, language, marked, words, cut FROM texts WHERE id = ${id}`);
  if (!row) return;
  index.remove(row);
  run(db, sql`DELETE FROM texts WHERE id = ${id}`);
  count(db, row.language, { texts: -1, words: -row.words });
}

/** The number of texts and of their words by language. */
export function countTexts(db: ReadDb): { language: number; texts: number; words: number }[] {
  return all(db, sql`SELECT language, texts, words FROM counts WHERE texts > 0 ORDER BY language`);
}

/** Updated incrementally: counting all texts would block other requests. */
function count(db: WriteDb, language: number, { texts, words }: { texts: 1 | -1; words: number }): void {
  run(
    db,
    sql`INSERT INTO counts (language, texts, words) VALUES (${language}, ${texts}, ${words})
        ON CONFLICT DO UPDATE SET texts = texts + excluded.texts, words = words + excluded.words`,
  );
}

/** Units with a text in both of two languages, the lower number first. */
export function countPairs(db: ReadDb): { one: number; other: number; pairs: number }[] {
  return all(
    db,
    sql`SELECT a.language AS one, b.language AS other, count(*) AS pairs
        FROM uses AS a CROSS JOIN uses AS b ON b.owner = a.owner AND b.unit = a.unit AND b.language > a.language
        GROUP BY a.language, b.language`,
  );
}

const MOST_READ = 20_000;

/** Some translated texts of two languages, those of the site first. */
export function someTexts(
  db: ReadDb,
  { from, to }: { from: number; to: number },
  limit: number,
): { source: string; target: string }[] {
  return all(
    db,
    sql`SELECT s.marked AS source, t.marked AS target
        FROM (SELECT owner, unit, text FROM uses WHERE language = ${from} ORDER BY owner DESC LIMIT ${MOST_READ}) AS a
        CROSS JOIN uses AS b ON b.owner = a.owner AND b.unit = a.unit AND b.language = ${to}
        CROSS JOIN texts AS s ON s.id = a.text CROSS JOIN texts AS t ON t.id = b.text
        LIMIT ${limit}`,
  );
}

/** The highest text id: roughly the number of texts. */
export function lastText(db: ReadDb): number {
  return pluck<number | null>(db, sql`SELECT max(id) FROM texts`) ?? 0;
}

/** The text of a unit of an owner; undefined if the memory does not have it. */
export function textOfUse(db: ReadDb, owner: number, unit: number, language: number): number | undefined {
  return pluck<number>(
    db,
    sql`SELECT text FROM uses WHERE owner = ${owner} AND unit = ${unit} AND language = ${language}`,
  );
}

/** Whether an item or a string of the site has this text, not only books. */
export function isTextOfSite(db: ReadDb, text: number): boolean {
  return pluck<number>(db, sql`SELECT EXISTS (SELECT 1 FROM uses WHERE text = ${text} AND owner >= ${STRINGS})`) === 1;
}

/** How many of these entries of books an item or a string of the site has, with the same translation. */
export function countOfSite(db: ReadDb, entries: readonly number[]): number {
  const found = pluck<number>(
    db,
    sql`SELECT count(*) FROM json_each(${JSON.stringify(entries)}) AS e
        CROSS JOIN uses AS s ON s.owner = -e.value
        CROSS JOIN uses AS t ON t.owner = s.owner AND t.unit = s.unit AND t.language > s.language
        WHERE EXISTS (SELECT 1 FROM uses AS a CROSS JOIN uses AS b ON b.owner = a.owner AND b.unit = a.unit
                      AND b.language = t.language AND b.text = t.text WHERE a.text = s.text AND a.owner >= ${STRINGS})`,
  );
  return found ?? 0;
}

/** A translation of a text, with the most reliable place it comes from. */
export interface PairRow {
  target: string;
  owner: number;
  unit: number;
  item: number;
  /** Its quality; plus 4 after the same text, plus 8 in the same place. */
  sure: number;
}

/** The place of the text that is looked up, and the text before it. */
export interface Place {
  group: number;
  unit: number;
  before: number | undefined;
}

/** Each translation of a text once, the most reliable first. */
export function pairsOf(
  db: ReadDb,
  { text, from, to }: { text: number; from: number; to: number },
  place: Place | undefined,
  limit: number,
): PairRow[] {
  const { group = 0, unit = -1, before = -1 } = place ?? {};
  return all<PairRow>(
    db,
    sql`SELECT t.marked AS target, u.owner, u.unit, u.item, max(u.quality + 8 * (u.owner = ${group} AND u.unit = ${unit})
          + 4 * EXISTS (SELECT 1 FROM uses AS b WHERE b.owner = u.owner AND b.unit = u.unit - 1
                        AND b.language = ${from} AND b.text = ${before})) AS sure
        FROM uses AS s CROSS JOIN uses AS u ON u.owner = s.owner AND u.unit = s.unit AND u.language = ${to}
        CROSS JOIN texts AS t ON t.id = u.text
        WHERE s.text = ${text} GROUP BY u.text ORDER BY sure DESC, u.text DESC LIMIT ${limit}`,
  );
}

export function exactText(db: ReadDb, language: number, hash: string): TextRow | undefined {
  return get<TextRow>(
    db,
    sql`SELECT id, language, marked, words, cut FROM texts WHERE hash = ${hash} AND language = ${language}`,
  );
}

export function textsById(db: ReadDb, ids: readonly number[]): TextRow[] {
  return all<TextRow>(
    db,
    sql`SELECT t.id, t.language, t.marked, t.words, t.cut FROM json_each(${JSON.stringify(ids)}) AS b
        CROSS JOIN texts AS t ON t.id = b.value`,
  );
}
