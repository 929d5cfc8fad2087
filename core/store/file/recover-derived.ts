import { isWholeTable } from './recover-access.ts';
import { all, column, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** Tables with derived rows, and the statement that rebuilds them: immediately, or as queued work. */
interface Derived {
  tables: readonly string[];
  fill: string;
}

const words = (text: string): string[] => text.trim().split(/\s+/);

const DERIVED: readonly Derived[] = [
  {
    tables: ['journal_keys'],
    fill: `INSERT INTO journal_keys (tbl, key, seq, entry) SELECT r.tbl, r.key, r.seq, r.entry
           FROM journal_rows AS r, journal_filed AS f WHERE (r.entry, r.seq) <= (f.entry, f.seq)`,
  },
  {
    // Creating the first one creates all but the last.
    tables: words(`post_search post_search_data post_search_idx post_search_content post_search_docsize
                   post_search_config search_queue`),
    fill: 'INSERT INTO search_queue (post_id) SELECT id FROM posts',
  },
  {
    tables: ['matrix_items', 'matrix_groups', 'matrix_counts', 'matrix_sweep', 'matrix_queue'],
    fill: 'INSERT INTO matrix_queue (group_id) SELECT id FROM groups',
  },
  {
    tables: ['unit_states', 'unit_queue'],
    fill: 'INSERT INTO unit_queue (group_id, kind, type) SELECT id, kind, type FROM groups WHERE TRUE ON CONFLICT DO NOTHING',
  },
  {
    // Without its stamp the memory next to the site is rebuilt.
    tables: ['memory_queue', 'memory_stamp'],
    fill: `INSERT INTO memory_stamp (id, stamp) VALUES (1, '') ON CONFLICT DO UPDATE SET stamp = ''`,
  },
  {
    tables: ['post_counts'],
    fill: `INSERT INTO post_counts (type, status, language_id, n)
           SELECT type, status, coalesce(language_id, 0), count(*) FROM posts GROUP BY 1, 2, 3`,
  },
  {
    tables: ['author_counts'],
    fill: `INSERT INTO author_counts (author, type, status, language_id, n)
           SELECT coalesce(author, 0), type, status, coalesce(language_id, 0), count(*) FROM posts GROUP BY 1, 2, 3, 4`,
  },
  {
    tables: ['term_counts'],
    fill: `INSERT INTO term_counts (term_id, n) SELECT t.term_id, count(*) FROM post_terms AS t
           JOIN posts AS p ON p.id = t.post_id WHERE p.status = 'publish' GROUP BY t.term_id`,
  },
];

/**
 * Removes from the schema, without reading them, all named indexes and those derived tables that are damaged; needs an unguarded
 * connection. Returns the statements that recreate them, in order.
 */
export function forgetDerived(db: WriteDb): string[] {
  const hit = DERIVED.filter(({ tables }) => tables.some((table) => hasTable(db, table) && !isReadable(db, table)));
  const gone = JSON.stringify(hit.flatMap(({ tables }) => tables));
  const made = all<{ name: string; sql: string }>(
    db,
    sql`SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name IN (SELECT value FROM json_each(${gone}))`,
  );
  const indexes = column<string>(db, sql`SELECT sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`);
  db.unsafeMode(true);
  db.pragma('writable_schema = ON');
  run(
    db,
    sql`DELETE FROM sqlite_schema WHERE (type = 'index' AND sql IS NOT NULL)
        OR (type IN ('table', 'index') AND tbl_name IN (SELECT value FROM json_each(${gone})))`,
  );
  // A virtual table creates its own tables.
  const tables = made.filter(({ name }) => !name.startsWith('post_search_'));
  return [...tables.map((table) => table.sql), ...indexes, ...hit.map(({ fill }) => fill)];
}

function hasTable(db: ReadDb, name: string): boolean {
  return column(db, sql`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ${name}`).length > 0;
}

/** A table may be damaged so badly that it cannot even be examined. */
function isReadable(db: ReadDb, table: string): boolean {
  try {
    return isWholeTable(db, table);
  } catch {
    return false;
  }
}

/** The statements that rebuild all derived rows, in a site where these tables are empty. */
export function derivedFills(): string[] {
  return DERIVED.map(({ fill }) => fill);
}
