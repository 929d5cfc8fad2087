import { inTime } from '../time-limit.ts';
import { all, joinSql, pluck, rawSql, run, sql, type ReadDb, type Sql, type WriteDb } from '../sql.ts';

/** A folded word or phrase of a search; `not`: it must not occur. */
export interface SearchTerm {
  text: string;
  not: boolean;
}

/** Texts shorter than this are not in the trigram index, so the folded text is scanned. */
export const SHORTEST_INDEXED = 3;

/** An item whose text changed since it was folded. */
export interface QueuedText {
  id: number;
  /** Null: the item was deleted. */
  title: string | null;
  excerpt: string;
  content: string;
  title_folded: string | null;
  /** Whether the index has an older text of it. */
  isKnown: 0 | 1;
}

/** The queued items after an id, in ascending order, at most `limit`. */
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
 * Replaces the indexed text of an item; undefined: the item was deleted. Call without writes in between: a statement that can be
 * rolled back separately makes the index flush its buffer.
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

/** Sets the folded title by which lists are ordered. */
export function foldTitle(db: WriteDb, id: number, title: string): void {
  run(db, sql`UPDATE posts SET title_folded = ${title} WHERE id = ${id}`);
}

/** Removes everything up to this id from the queue. */
export function leaveSearchQueue(db: WriteDb, last: number): void {
  run(db, sql`DELETE FROM search_queue WHERE post_id <= ${last}`);
}

/** How many bytes the index buffers in memory before it writes them. */
export function collectForSearch(db: WriteDb, bytes: number): void {
  run(db, sql`INSERT INTO post_search (post_search, rank) VALUES ('hashsize', CAST(${bytes} AS INTEGER))`);
}

/**
 * Merges the many segments an index grows into a few large ones: a search reads each of them (measured, a million posts: 0.05 ms
 * instead of 0.3). Writes at most `pages` pages; the next call continues.
 */
export function mergeSearchIndex(db: WriteDb, pages: number): void {
  // Negative: merges segments of all levels.
  run(db, sql`INSERT INTO post_search (post_search, rank) VALUES ('merge', ${-pages})`);
}

/** All terms, each somewhere in the columns; excluded terms in none of them. */
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

/** The same for media, whose terms may also match the path of the file, whatever the columns (`content.md` 2.1). */
export function mediaSearchCondition(db: ReadDb, terms: readonly SearchTerm[], columns: readonly string[]): Sql {
  const parts = terms.map(({ text, not }) => {
    const inTexts = searchCondition(db, [{ text, not: false }], columns);
    const inPath = sql`EXISTS (SELECT 1 FROM media AS f WHERE f.post_id = p.id AND instr(lower(f.file), ${text}))`;
    return sql`${rawSql(not ? 'NOT ' : '')}(${inTexts} OR ${inPath})`;
  });
  return parts.length > 0 ? joinSql(parts, ' AND ') : sql`1`;
}

/** Narrows a whole-field search to the rows the index finds; texts that are too short are not narrowed. */
export function matching(text: string, columns: readonly string[]): Sql {
  if (length(text) < SHORTEST_INDEXED) return sql``;
  return sql`post_search MATCH ${matchText([{ text, not: false }], columns)} AND `;
}

/** An index query for texts somewhere in the columns. */
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
