import { inTime } from '../time-limit.ts';
import { all, joinSql, pluck, rawSql, run, sql, type ReadDb, type Sql, type WriteDb } from '../sql.ts';

/** A word or phrase of a search, folded; `not`: it must not occur. */
export interface SearchTerm {
  text: string;
  not: boolean;
}

/** Below this many characters the index of three-letter pieces knows nothing, and the folded text is read. */
export const SHORTEST_INDEXED = 3;

/** An item whose text was changed since it was folded. */
export interface QueuedText {
  id: number;
  /** Null: the item is gone. */
  title: string | null;
  excerpt: string;
  content: string;
  title_folded: string | null;
  /** The search knows an older text of it. */
  isKnown: 0 | 1;
}

/** The first ones after a number, in the order of their numbers, at most `limit`. */
export function queuedForSearch(db: ReadDb, { after, limit }: { after: number; limit: number }): QueuedText[] {
  return all(
    db,
    sql`SELECT q.post_id AS id, p.title, p.excerpt, p.content, p.title_folded,
          EXISTS (SELECT 1 FROM post_search_docsize AS d WHERE d.id = q.post_id) AS isKnown
        FROM search_queue AS q LEFT JOIN posts AS p ON p.id = q.post_id
        WHERE q.post_id > ${after} ORDER BY q.post_id LIMIT ${limit}`,
  );
}

export function hasQueueForSearch(db: ReadDb): boolean {
  return pluck<number>(db, sql`SELECT EXISTS (SELECT 1 FROM search_queue)`) === 1;
}

/**
 * Replaces what the search knows of an item; undefined: the item is gone. One after the other without writing elsewhere:
 * a statement that could be taken back by itself makes the index write what it has gathered.
 */
export function indexForSearch(
  db: WriteDb,
  { id, isKnown }: Pick<QueuedText, 'id' | 'isKnown'>,
  text: { title: string; excerpt: string; content: string } | undefined,
): void {
  if (isKnown === 1) run(db, sql`DELETE FROM post_search WHERE rowid = ${id}`);
  if (!text) return;
  run(
    db,
    sql`INSERT INTO post_search (rowid, title, excerpt, content) VALUES (${id}, ${text.title}, ${text.excerpt}, ${text.content})`,
  );
}

/** The title by which lists are ordered. */
export function foldTitle(db: WriteDb, id: number, title: string): void {
  run(db, sql`UPDATE posts SET title_folded = ${title} WHERE id = ${id}`);
}

/** Everything up to this number is in the index. */
export function leaveSearchQueue(db: WriteDb, last: number): void {
  run(db, sql`DELETE FROM search_queue WHERE post_id <= ${last}`);
}

/** How many bytes the index gathers in memory before it writes them. */
export function collectForSearch(db: WriteDb, bytes: number): void {
  run(db, sql`INSERT INTO post_search (post_search, rank) VALUES ('hashsize', CAST(${bytes} AS INTEGER))`);
}

/**
 * Makes few large pieces of the many an index grows in: a search looks into each of them (measured, a million posts: 0.05 ms
 * instead of 0.3). At most so many pages are written; what is left goes on next time.
 */
export function mergeSearchIndex(db: WriteDb, pages: number): void {
  // A number below zero: pieces of all sizes together.
  run(db, sql`INSERT INTO post_search (post_search, rank) VALUES ('merge', ${-pages})`);
}

/** All terms, each somewhere in the columns; a term that must not occur, in none of them. */
export function searchCondition(db: ReadDb, terms: readonly SearchTerm[], columns: readonly string[]): Sql {
  const indexed = terms.filter((term) => !term.not && length(term.text) >= SHORTEST_INDEXED);
  const others = terms.filter((term) => !indexed.includes(term));
  const parts = [
    ...(indexed.length > 0
      ? [
          sql`p.id IN (SELECT rowid FROM post_search WHERE ${inTime(db)}post_search MATCH ${matchText(indexed, columns)})`,
        ]
      : []),
    ...others.map((term) => readCondition(db, term, columns)),
  ];
  return parts.length > 0 ? joinSql(parts, ' AND ') : sql`1`;
}

/** The same of media, whose terms may stand in the path of the file too, whatever the columns (`content.md` 2.1). */
export function mediaSearchCondition(db: ReadDb, terms: readonly SearchTerm[], columns: readonly string[]): Sql {
  const parts = terms.map(({ text, not }) => {
    const inTexts = searchCondition(db, [{ text, not: false }], columns);
    const inPath = sql`EXISTS (SELECT 1 FROM media AS f WHERE f.post_id = p.id AND instr(lower(f.file), ${text}))`;
    return sql`${rawSql(not ? 'NOT ' : '')}(${inTexts} OR ${inPath})`;
  });
  return parts.length > 0 ? joinSql(parts, ' AND ') : sql`1`;
}

/** Narrows a search for a whole field to those the index knows to hold it: text that is shorter has none. */
export function matching(text: string, columns: readonly string[]): Sql {
  if (length(text) < SHORTEST_INDEXED) return sql``;
  return sql`post_search MATCH ${matchText([{ text, not: false }], columns)} AND `;
}

/** Texts somewhere in the columns, as the index is asked for them. */
export function phraseIn(columns: readonly string[], texts: readonly string[]): string {
  const quoted = texts.map((text) => `"${text.replaceAll('"', '""')}"`);
  return `({${columns.join(' ')}} : (${quoted.join(' AND ')}))`;
}

function matchText(terms: readonly SearchTerm[], columns: readonly string[]): string {
  return phraseIn(
    columns,
    terms.map((term) => term.text),
  );
}

function readCondition(db: ReadDb, { text, not }: SearchTerm, columns: readonly string[]): Sql {
  if (not && length(text) >= SHORTEST_INDEXED)
    return sql`p.id NOT IN (SELECT rowid FROM post_search WHERE ${inTime(db)}post_search MATCH ${matchText([{ text, not }], columns)})`;
  const found = joinSql(
    columns.map((name) => sql`instr(s.${rawSql(name)}, ${text})`),
    ' OR ',
  );
  return sql`${rawSql(not ? 'NOT EXISTS' : 'EXISTS')} (SELECT 1 FROM post_search AS s WHERE s.rowid = p.id AND (${found}))`;
}

function length(text: string): number {
  return [...text].length;
}
