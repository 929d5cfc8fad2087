import { all, joinSql, pluck, rawSql, run, sql, type ReadDb, type Sql, type WriteDb } from './sql.ts';

/** A word or phrase of a search, folded; `not`: it must not occur. */
export interface SearchTerm {
  text: string;
  not: boolean;
}

/** Below this many characters the index of three-letter pieces knows nothing, and the folded text is read. */
export const SHORTEST_INDEXED = 3;

/** Items whose text was changed since it was folded, at most `limit`. */
export function queuedForSearch(
  db: ReadDb,
  limit: number,
): { id: number; title: string | null; excerpt: string; content: string }[] {
  return all(
    db,
    sql`SELECT q.post_id AS id, p.title, p.excerpt, p.content FROM search_queue AS q
        LEFT JOIN posts AS p ON p.id = q.post_id LIMIT ${limit}`,
  );
}

export function hasQueueForSearch(db: ReadDb): boolean {
  return pluck<number>(db, sql`SELECT EXISTS (SELECT 1 FROM search_queue)`) === 1;
}

/** Replaces what the search, and lists in the order of titles, know of an item; undefined: the item is gone. */
export function indexForSearch(
  db: WriteDb,
  id: number,
  text: { title: string; excerpt: string; content: string } | undefined,
): void {
  run(db, sql`DELETE FROM post_search WHERE rowid = ${id}`);
  if (text) {
    run(
      db,
      sql`INSERT INTO post_search (rowid, title, excerpt, content) VALUES (${id}, ${text.title}, ${text.excerpt}, ${text.content})`,
    );
    run(db, sql`UPDATE posts SET title_folded = ${text.title} WHERE id = ${id} AND title_folded <> ${text.title}`);
  }
  run(db, sql`DELETE FROM search_queue WHERE post_id = ${id}`);
}

/** All terms, each somewhere in the columns; a term that must not occur, in none of them. */
export function searchCondition(terms: readonly SearchTerm[], columns: readonly string[]): Sql {
  const indexed = terms.filter((term) => !term.not && length(term.text) >= SHORTEST_INDEXED);
  const others = terms.filter((term) => !indexed.includes(term));
  const parts = [
    ...(indexed.length > 0
      ? [sql`p.id IN (SELECT rowid FROM post_search WHERE post_search MATCH ${matchText(indexed, columns)})`]
      : []),
    ...others.map((term) => readCondition(term, columns)),
  ];
  return parts.length > 0 ? joinSql(parts, ' AND ') : sql`1`;
}

function matchText(terms: readonly SearchTerm[], columns: readonly string[]): string {
  const quoted = terms.map((term) => `"${term.text.replaceAll('"', '""')}"`);
  return `{${columns.join(' ')}} : (${quoted.join(' AND ')})`;
}

function readCondition({ text, not }: SearchTerm, columns: readonly string[]): Sql {
  if (not && length(text) >= SHORTEST_INDEXED)
    return sql`p.id NOT IN (SELECT rowid FROM post_search WHERE post_search MATCH ${matchText([{ text, not }], columns)})`;
  const found = joinSql(
    columns.map((name) => sql`instr(s.${rawSql(name)}, ${text})`),
    ' OR ',
  );
  return sql`${rawSql(not ? 'NOT EXISTS' : 'EXISTS')} (SELECT 1 FROM post_search AS s WHERE s.rowid = p.id AND (${found}))`;
}

function length(text: string): number {
  return [...text].length;
}
