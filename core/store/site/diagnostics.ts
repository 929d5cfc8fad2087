import { get, sql, type ReadDb } from '../sql.ts';

/** The size of a site, in numbers only. Numbers that take long to count are those maintained by triggers. */
export function sizes(db: ReadDb): Record<string, number> {
  return (
    get<Record<string, number>>(
      db,
      sql`SELECT (SELECT count(*) FROM languages) AS languages,
            (SELECT coalesce(sum(n), 0) FROM post_counts) AS items,
            (SELECT count(DISTINCT type) FROM post_counts WHERE n > 0) AS types,
            (SELECT coalesce(max(id), 0) FROM terms) AS last_term,
            (SELECT coalesce(max(id), 0) FROM posts) AS last_item,
            (SELECT count(*) FROM tokens) AS tokens,
            (SELECT count(*) FROM users) AS users`,
    ) ?? {}
  );
}

/** The format of the file and its history. */
export function fileFacts(db: ReadDb): Record<string, number | string> {
  const pragma = (name: string): number => Number(db.pragma(name, { simple: true }));
  const sqlite = get<{ version: string }>(db, sql`SELECT sqlite_version() AS version`)?.version ?? '';
  return {
    sqlite,
    format: pragma('user_version'),
    pages: pragma('page_count'),
    page_size: pragma('page_size'),
    free_pages: pragma('freelist_count'),
  };
}
