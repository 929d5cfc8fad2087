// Speed only: without it a search among a million posts misses the goal of 0.77 of its rate among a thousand (`bench content`).
import { SHORTEST_INDEXED, type SearchTerm } from './post-search.ts';
import { column, joinSql, rawSql, sql, type ReadDb, type Sql } from '../sql.ts';

/** The search terms, and the fields to search. */
export interface Search {
  terms: readonly SearchTerm[];
  columns: readonly ('title' | 'excerpt' | 'content')[];
}

/** Up to this many items are compared with their texts one by one; beyond it the index answers by itself. */
const FEW = 200;
/** Maximum number of trigrams of a long text in a query. */
const MOST_PIECES = 16;

/**
 * Items that may match the search, if they are few; undefined if there are more or the index knows no word of it. The index is
 * queried for as few trigrams as cover the words, in any order: checking whether common trigrams are adjacent would mean reading
 * long lists for each item, which takes longer the more items a site has. So the caller compares the texts: `holds`.
 */
export function mayHold(db: ReadDb, { terms, columns }: Search, few = FEW): number[] | undefined {
  const pieces = new Set(terms.flatMap((term) => (term.not ? [] : piecesOf(term.text))));
  if (pieces.size === 0) return undefined;
  const quoted = [...pieces].slice(0, MOST_PIECES).map((piece) => `"${piece.replaceAll('"', '""')}"`);
  const match = `{${columns.join(' ')}} : (${quoted.join(' AND ')})`;
  const found = column<number>(
    db,
    sql`SELECT rowid FROM post_search WHERE post_search MATCH ${match} LIMIT ${few + 1}`,
  );
  return found.length > few ? undefined : found;
}

/** The condition on `posts AS p` that its folded texts contain all terms, each somewhere, and no excluded one. */
export function holds(search: Search): Sql {
  return sql`EXISTS (SELECT 1 FROM post_search_content AS f WHERE f.id = p.id AND ${textHolds(search)})`;
}

/** The same on `post_search_content AS f` itself. */
export function textHolds({ terms, columns }: Search): Sql {
  const conditions = terms.map(({ text, not }) => {
    const somewhere = columns.map((name) => sql`instr(f.${rawSql(FOLDED[name])}, ${text})`);
    return sql`${rawSql(not ? 'NOT ' : '')}(${joinSql(somewhere, ' OR ')})`;
  });
  return joinSql(conditions, ' AND ');
}

/** Columns of the index's content table: reading a row through the index costs twice as much. */
const FOLDED = { title: 'c0', excerpt: 'c1', content: 'c2' } as const;

/** Consecutive trigrams plus the last one; none for a text shorter than a trigram. */
function piecesOf(text: string): string[] {
  const letters = [...text];
  const last = letters.length - SHORTEST_INDEXED;
  if (last < 0) return [];
  const starts = Array.from({ length: Math.floor(last / SHORTEST_INDEXED) + 1 }, (_, at) => at * SHORTEST_INDEXED);
  return [...starts, last].map((start) => letters.slice(start, start + SHORTEST_INDEXED).join(''));
}
