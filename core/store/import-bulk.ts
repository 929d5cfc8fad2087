import { columnsOf, NEXT_ENTRY } from './journal-triggers.ts';
import { all, pluck, rawSql, run, sql, type ReadDb, type Sql, type WriteDb } from './sql.ts';

/** Tables of items and their groups: each after those its rows refer to. An undo goes the other way. */
const TABLES = ['posts', 'post_terms', 'post_meta', 'media', 'post_comments', 'groups', 'item_languages'] as const;

/** Every trigger that fires for a new row of these tables. What each does is done by `noteRows`. */
export const ROW_TRIGGERS: readonly string[] = [
  ...TABLES.map((table) => `journal_of_${table}_insert`),
  ...['term_counts_post_insert', 'post_counts_insert', 'search_queue_insert', 'author_counts_insert'],
  ...['term_counts_insert', 'post_language_insert', 'matrix_item_insert'],
];

interface Trigger {
  name: string;
  sql: string;
}

/**
 * Runs `work`, which stores new items, whose language stands in their rows, with what belongs to them and the groups they
 * make, and nothing else. In a site without items the triggers that would fire for each row are away meanwhile, and what
 * they note is noted for all rows at once: the same rows, the images table by table. In the running transaction, which has
 * to be taken back as a whole when this throws: what comes after it finds the triggers as they were.
 */
export function storeNewItems<T>(db: WriteDb, work: () => T): T {
  const triggers = rowTriggers(db);
  const isKnown = triggers.length === ROW_TRIGGERS.length && triggers.every(({ name }) => ROW_TRIGGERS.includes(name));
  if (!isKnown || pluck<number>(db, sql`SELECT EXISTS (SELECT 1 FROM posts)`) === 1) return work();
  const lastGroup = pluck<number>(db, sql`SELECT coalesce(max(id), 0) FROM groups`) ?? 0;
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  const value = work();
  noteRows(db, lastGroup);
  for (const trigger of triggers) db.exec(trigger.sql);
  return value;
}

/** Of these tables, as they were made. */
function rowTriggers(db: ReadDb): Trigger[] {
  return all<Trigger & { tbl_name: string }>(
    db,
    sql`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '% INSERT ON %'
        AND tbl_name IN (SELECT value FROM json_each(${JSON.stringify(TABLES)})) ORDER BY rowid`,
  );
}

function noteRows(db: WriteDb, lastGroup: number): void {
  for (const table of TABLES) noteImages(db, table, newRows(table, lastGroup));
  const counted = (
    which: Sql,
  ): Sql => sql`SELECT coalesce(author, 0), type, status, coalesce(language_id, 0), count(*) FROM posts
      WHERE language_id ${which} GROUP BY type, status, language_id, coalesce(author, 0)`;
  run(
    db,
    // Apart, so that an index is gone through instead of all items.
    sql`INSERT INTO author_counts (author, type, status, language_id, n)
        SELECT * FROM (${counted(sql`IS NOT NULL`)} UNION ALL ${counted(sql`IS NULL`)}) WHERE TRUE
        ON CONFLICT DO UPDATE SET n = n + excluded.n`,
  );
  // Of no other items are there any: those that were counted once are gone.
  run(
    db,
    sql`INSERT INTO post_counts (type, status, language_id, n)
        SELECT type, status, language_id, sum(n) FROM author_counts GROUP BY 1, 2, 3 HAVING sum(n) > 0
        ON CONFLICT DO UPDATE SET n = excluded.n`,
  );
  run(
    db,
    sql`INSERT INTO term_counts (term_id, n)
        SELECT t.term_id, count(*) FROM post_terms AS t CROSS JOIN posts AS p ON p.id = t.post_id
        WHERE p.status = 'publish' GROUP BY t.term_id ON CONFLICT DO UPDATE SET n = n + excluded.n`,
  );
  run(db, sql`INSERT INTO search_queue (post_id) SELECT id FROM posts WHERE TRUE ON CONFLICT DO NOTHING`);
  run(
    db,
    sql`INSERT INTO matrix_queue (group_id) SELECT DISTINCT group_id FROM item_languages WHERE kind = 'post' ON CONFLICT DO NOTHING`,
  );
}

/** Which rows of a table `work` has made, where there were no items. */
function newRows(table: (typeof TABLES)[number], lastGroup: number): Sql {
  if (table === 'groups') return sql`id > ${lastGroup}`;
  return table === 'item_languages' ? sql`kind = 'post'` : sql`TRUE`;
}

/** Images as the triggers of the journal write them. */
function noteImages(db: WriteDb, table: string, rows: Sql): void {
  const key = rawSql(columnsOf(db, table).key.join(', '));
  const last = sql`coalesce((SELECT seq FROM journal_rows ORDER BY entry DESC, seq DESC LIMIT 1), 0)`;
  const before = pluck<number>(db, sql`SELECT ${last}`) ?? 0;
  run(
    db,
    sql`INSERT INTO journal_rows (entry, seq, tbl, key, op, old)
        SELECT ${rawSql(NEXT_ENTRY)}, ${before} + row_number() OVER (ORDER BY ${key}), ${table}, json_array(${key}), 'insert', NULL
        FROM ${rawSql(table)} WHERE ${rows}`,
  );
}
