// Speed only: without it a search among a million posts misses the goal of 0.77 of its rate among a thousand (`bench content`).
import { SHORTEST_INDEXED, type SearchTerm } from './post-search.ts';
import { column, joinSql, rawSql, sql, type ReadDb, type Sql } from '../sql.ts';

/** What is searched for, and in which fields. */
export interface Search {
  terms: readonly SearchTerm[];
  columns: readonly ('title' | 'excerpt' | 'content')[];
}

/** So few are compared with their texts one by one; of more, the index itself says who they are. */
const FEW = 200;
/** Of a long text so many pieces are asked for. */
const MOST_PIECES = 16;

/**
 * Items that may hold what is searched for, where they are few; undefined where they are more or the index knows no word of
 * it. The index is asked for as few pieces as cover the words, in whatever order: whether common pieces stand side by side
 * it would have to look up in long lists for each item, which takes the longer the more items a site has. So the caller
 * the answer compares the texts: `holds`.
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

/** The condition on `posts AS p` that its folded texts hold all terms, each somewhere, and none that must not occur. */
export function holds(search: Search): Sql {
  return sql`EXISTS (SELECT 1 FROM post_search_content AS f WHERE f.id = p.id AND ${textHolds(search)})`;
}

/** The same of `post_search_content AS f` itself. */
export function textHolds({ terms, columns }: Search): Sql {
  const conditions = terms.map(({ text, not }) => {
    const somewhere = columns.map((name) => sql`instr(f.${rawSql(FOLDED[name])}, ${text})`);
    return sql`${rawSql(not ? 'NOT ' : '')}(${joinSql(somewhere, ' OR ')})`;
  });
  return joinSql(conditions, ' AND ');
}

/** Columns of the table in which the index keeps its texts: read by it, a row costs twice as much. */
const FOLDED = { title: 'c0', excerpt: 'c1', content: 'c2' } as const;

/** One after another, and the end; none of a text that is shorter than a piece. */
function piecesOf(text: string): string[] {
  const letters = [...text];
  const last = letters.length - SHORTEST_INDEXED;
  if (last < 0) return [];
  const starts = Array.from({ length: Math.floor(last / SHORTEST_INDEXED) + 1 }, (_, at) => at * SHORTEST_INDEXED);
  return [...starts, last].map((start) => letters.slice(start, start + SHORTEST_INDEXED).join(''));
}
