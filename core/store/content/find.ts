import { mayHold } from './few-found.ts';
import { phraseIn, SHORTEST_INDEXED } from './post-search.ts';
import { all, column, joinSql, pluck, sql, type ReadDb, type Sql } from '../sql.ts';
import { hasLimit, inTime, TookTooLong } from '../time-limit.ts';

/** An item as the command palette shows it. */
export interface FoundItem {
  id: number;
  type: string;
  title: string;
  /** null for terms. */
  status: string | null;
  language_id: number | null;
}

/** Words too short for the index are searched in this many of the newest items. */
const NEWEST = 2000;

/** How many of the newest items are searched for such words in their titles; null: all. */
export function newestLookedThrough(db: ReadDb, words: readonly string[]): number | null {
  if (words.some((word) => [...word].length >= SHORTEST_INDEXED)) return null;
  const isMore = pluck<number>(db, sql`SELECT 1 FROM post_search ORDER BY rowid DESC LIMIT 1 OFFSET ${NEWEST}`) === 1;
  return isMore ? NEWEST : null;
}

/** Posts whose title contains all folded words, newest first. */
export function postIdsByTitle(db: ReadDb, words: readonly string[], limit: number): number[] {
  const few = mayHold(db, {
    terms: words.map((text) => ({ text, not: false })),
    columns: ['title', 'excerpt', 'content'],
  });
  if (few) return amongFew(db, words, { few, limit });
  const indexed = words.filter((word) => [...word].length >= SHORTEST_INDEXED);
  const match = phraseIn(['title'], indexed);
  if (indexed.length > 0 && hasLimit(db)) assertFew(db, indexed);
  const from =
    indexed.length > 0
      ? sql`(SELECT rowid, title FROM post_search WHERE post_search MATCH ${match} ORDER BY rowid DESC)`
      : sql`(SELECT rowid, title FROM post_search ORDER BY rowid DESC LIMIT ${NEWEST})`;
  const short = words.filter((word) => !indexed.includes(word)).map((word) => sql`instr(s.title, ${word}) > 0`);
  const where = joinSql([sql`TRUE`, ...short], ' AND ');
  return column<number>(
    db,
    sql`SELECT s.rowid FROM ${from} AS s WHERE ${inTime(db)}${where} ORDER BY s.rowid DESC LIMIT ${limit}`,
  );
}

/** Those of the candidate items that contain the words in their title. */
function amongFew(db: ReadDb, words: readonly string[], of: { few: readonly number[]; limit: number }): number[] {
  if (of.few.length === 0) return [];
  const where = joinSql(
    words.map((word) => sql`instr(p.title_folded, ${word})`),
    ' AND ',
  );
  return column<number>(
    db,
    sql`SELECT p.id FROM json_each(${JSON.stringify(of.few)}) AS b CROSS JOIN posts AS p ON p.id = b.value
        WHERE ${where} ORDER BY p.id DESC LIMIT ${of.limit}`,
  );
}

/** Sample size for estimating how many items contain the words at all. */
const SAMPLE = 1000;
/** How many items with the words elsewhere the index can skip in the time of one answer. */
const MOST_PASSED = 150_000;

/** Throws `TookTooLong` if so many items contain the words that searching the titles would take too long. */
function assertFew(db: ReadDb, words: readonly string[]): void {
  const match = phraseIn(['title', 'excerpt', 'content'], words);
  const sample = column<number>(
    db,
    sql`SELECT rowid FROM post_search WHERE post_search MATCH ${match} LIMIT ${SAMPLE}`,
  );
  const [first, last] = [sample[0], sample.at(-1)];
  if (sample.length < SAMPLE || first === undefined || last === undefined) return;
  const end = pluck<number>(db, sql`SELECT max(id) FROM posts`) ?? 0;
  if ((SAMPLE * (end - first)) / (last - first) > MOST_PASSED) throw new TookTooLong();
}

/** Terms of taxonomies whose name contains all folded words. */
export function termIdsByName(
  db: ReadDb,
  of: { words: readonly string[]; taxonomies: readonly string[]; limit: number },
): number[] {
  const found = of.words.map((word) => sql`instr(t.name_folded, ${word}) > 0`);
  const where = joinSql([sql`TRUE`, ...found], ' AND ');
  return column<number>(
    db,
    sql`SELECT t.id FROM json_each(${JSON.stringify(of.taxonomies)}) AS b CROSS JOIN terms AS t ON t.taxonomy = b.value
        WHERE ${where} LIMIT ${of.limit}`,
  );
}

/** Palette entries for items; items in the trash are left out. */
export function foundItems(db: ReadDb, kind: 'post' | 'term', ids: readonly number[]): FoundItem[] {
  return all<FoundItem>(db, kind === 'post' ? foundPosts(JSON.stringify(ids)) : foundTerms(JSON.stringify(ids)));
}

function foundPosts(ids: string): Sql {
  return sql`SELECT p.id, p.type, p.title, p.status, p.language_id FROM json_each(${ids}) AS b
    CROSS JOIN posts AS p ON p.id = b.value WHERE p.status <> 'trash'`;
}

function foundTerms(ids: string): Sql {
  return sql`SELECT t.id, t.taxonomy AS type, t.name AS title, NULL AS status, l.language_id FROM json_each(${ids}) AS b
    CROSS JOIN terms AS t ON t.id = b.value AND t.taxonomy NOT IN ('language', 'term_language')
    LEFT JOIN item_languages AS l ON l.kind = 'term' AND l.item_id = t.id`;
}
