import Database from 'better-sqlite3';

/** The tables an import fills, without derived data. */
const TABLES = ['terms', 'term_meta', 'posts', 'post_meta', 'post_terms', 'media', 'groups', 'item_languages'] as const;

/**
 * What the least of all programs takes: the rows of an imported site, already in memory, inserted into the same tables with
 * the same indexes and nothing else, and their texts into the same search index; one transaction on a disk. In seconds.
 */
export function floorOf(site: string, at: string): { rows: number; search: number } {
  const from = new Database(site, { readonly: true });
  const to = new Database(at);
  try {
    for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'cache_size = -65536']) to.pragma(pragma);
    const shapes = from
      .prepare<[], { sql: string }>(
        `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND tbl_name IN ('post_search', ${TABLES.map((name) => `'${name}'`).join()})
         AND type IN ('table', 'index') ORDER BY type DESC`,
      )
      .all();
    to.pragma('foreign_keys = OFF');
    for (const { sql } of shapes) to.exec(sql);
    const rows = TABLES.map((table) => ({ table, of: from.prepare<[], object>(`SELECT * FROM ${table}`).raw().all() }));
    const texts = from.prepare<[], object>('SELECT rowid, title, excerpt, content FROM post_search').raw().all();
    return {
      rows: seconds(to, () => {
        for (const { table, of } of rows) fill(to, table, of as unknown[][]);
      }),
      search: seconds(to, () => {
        const insert = to.prepare('INSERT INTO post_search (rowid, title, excerpt, content) VALUES (?, ?, ?, ?)');
        for (const row of texts) insert.run(row);
      }),
    };
  } finally {
    from.close();
    to.close();
  }
}

function fill(db: Database.Database, table: string, rows: unknown[][]): void {
  const columns = (db.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name);
  const insert = db.prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`);
  for (const row of rows) insert.run(row.slice(0, columns.length));
}

function seconds(db: Database.Database, work: () => void): number {
  const before = process.cpuUsage();
  db.transaction(work).immediate();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
