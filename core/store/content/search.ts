import { column, sql, type ReadDb } from '../sql.ts';

/** Formats used by published posts, besides the standard one. */
export function usedFormats(db: ReadDb): string[] {
  return column<string>(
    db,
    sql`SELECT DISTINCT format FROM posts WHERE type = 'post' AND status = 'publish' AND format <> '' ORDER BY format`,
  );
}
