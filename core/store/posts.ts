import { pluck, sql, type ReadDb } from './sql.ts';

/** Path of a page without slashes at its ends, its parents included: "parent/accueil". */
export function pagePath(db: ReadDb, id: number): string {
  return (
    pluck<string>(
      db,
      sql`WITH RECURSIVE up (id, parent, path) AS (
            SELECT id, parent, slug FROM posts WHERE id = ${id}
            UNION ALL
            SELECT p.id, p.parent, p.slug || '/' || up.path FROM posts p JOIN up ON p.id = up.parent
          )
          SELECT path FROM up WHERE parent IS NULL`,
    ) ?? ''
  );
}
