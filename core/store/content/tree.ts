import { all, pluck, rawSql, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** What pages and terms share: rows with a parent in the same table. */
export interface Tree {
  /** Whether following the parents of `id` leads to `target`; a row leads to itself. */
  isBelow(db: ReadDb, id: number, target: number): boolean;
  /** Moves the children of a row to another parent. */
  moveChildren(db: WriteDb, from: number, to: number | null): void;
  /** Paths of many rows, including their parents: "news/sport". A parent without a slug, such as a draft, is skipped. */
  paths(db: ReadDb, ids: readonly number[]): Map<number, string>;
}

export function treeOf(name: 'posts' | 'terms'): Tree {
  const table = rawSql(name);
  return {
    isBelow: (db, id, target) =>
      pluck<number>(
        db,
        sql`WITH RECURSIVE up (id) AS (
              VALUES (${id}) UNION SELECT t.parent FROM ${table} t JOIN up ON t.id = up.id WHERE t.parent IS NOT NULL
            )
            SELECT EXISTS (SELECT 1 FROM up WHERE id = ${target})`,
      ) === 1,
    moveChildren(db, from, to) {
      run(db, sql`UPDATE ${table} SET parent = ${to} WHERE parent = ${from}`);
    },
    paths(db, ids) {
      const rows = all<{ id: number; path: string }>(
        db,
        sql`WITH RECURSIVE up (id, parent, path) AS (
              SELECT id, parent, slug FROM ${table} WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
              UNION ALL
              SELECT up.id, t.parent, iif(t.slug = '', '', t.slug || '/') || up.path FROM ${table} t JOIN up ON t.id = up.parent
            )
            SELECT id, path FROM up WHERE parent IS NULL`,
      );
      return new Map(rows.map((row) => [row.id, row.path]));
    },
  };
}
