import type { ReadDb, WriteDb } from '../sql.ts';

/** A table whose changes are recorded. */
interface Journalled {
  table: string;
  /** Only these columns are recorded; if left out, all except generated ones. */
  columns?: readonly string[];
}

/**
 * The parts of the site that can be undone. Not included: tokens, server options, drafts, jobs, counts, search, the journal
 * itself.
 */
export const JOURNALLED: readonly Journalled[] = [
  { table: 'settings' },
  { table: 'options' },
  { table: 'site', columns: ['default_language_id', 'default_category_id'] },
  { table: 'users' },
  { table: 'user_descriptions' },
  { table: 'terms' },
  { table: 'term_meta' },
  { table: 'languages' },
  { table: 'posts' },
  { table: 'post_meta' },
  { table: 'post_comments' },
  { table: 'media' },
  { table: 'post_terms' },
  { table: 'groups' },
  { table: 'item_languages' },
  { table: 'confirmations' },
  { table: 'unit_marks' },
  { table: 'live_bases' },
  { table: 'glossary_concepts' },
  { table: 'glossary_words' },
  { table: 'memory_books' },
  { table: 'memory_entries' },
  { table: 'ignored_findings' },
];

/** Derived columns: not recorded in images. */
const DERIVED: ReadonlySet<string> = new Set(['posts.language_id', 'posts.title_folded']);

/** Prefix of the trigger names of a table; nothing else may use it. */
const PREFIX = 'journal_of_';

/**
 * The entry for images of the running transaction: always the last one plus one. Its row is written at the end of the
 * transaction, and `journal_rows.entry` references it: a write outside a transaction of the journal violates the foreign key at
 * its COMMIT, so no code can forget to log.
 */
const NEXT_ENTRY = '(SELECT coalesce(max(id), 0) + 1 FROM journal)';

/** Rewrites the triggers that differ from what the tables of this file need. @param tables for an older format: fewer */
export function writeJournalTriggers(db: WriteDb, tables: typeof JOURNALLED = JOURNALLED): void {
  const wanted = new Map(tables.flatMap((entry) => triggersOf(db, entry)));
  const present = new Map(currentTriggers(db).map(({ name, sql }) => [name, sql]));
  if (wanted.size === present.size && [...wanted].every(([name, text]) => present.get(name) === text)) return;
  const rewrite = db.transaction(() => {
    dropJournalTriggers(db);
    db.exec([...wanted.values()].join(';\n'));
  });
  rewrite();
}

export function dropJournalTriggers(db: WriteDb): void {
  for (const { name } of currentTriggers(db)) db.exec(`DROP TRIGGER ${name}`);
}

/** Stored columns, and those of the primary key in order. Generated and derived columns are left out. */
export function columnsOf(db: ReadDb, table: string): { columns: string[]; key: string[] } {
  const info = db.pragma(`table_xinfo(${table})`) as { name: string; pk: number; hidden: number }[];
  const key = info.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  return {
    columns: info
      .filter(({ name, hidden }) => hidden === 0 && !DERIVED.has(`${table}.${name}`))
      .map(({ name }) => name),
    key: key.map(({ name }) => name),
  };
}

function currentTriggers(db: ReadDb): { name: string; sql: string }[] {
  return db
    .prepare<unknown[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name GLOB '${PREFIX}*'`,
    )
    .all();
}

/**
 * Name and text of each trigger of a table. Only built-in functions of SQLite: with `trusted_schema=OFF` a function of ours would
 * fail here.
 */
function triggersOf(db: ReadDb, { table, columns: watched }: Journalled): [string, string][] {
  const { columns: stored, key } = columnsOf(db, table);
  const columns = watched ?? stored;
  if (stored.length === 0) return [];
  const sameKey = key.map((name) => `OLD.${name} IS NEW.${name} COLLATE BINARY`).join(' AND ');
  const changed = columns.map((name) => `OLD.${name} IS NOT NEW.${name} COLLATE BINARY`).join(' OR ');
  const inserted = record(table, keyOf('NEW', key), 'insert', 'NULL');
  const deleted = record(table, keyOf('OLD', key), 'delete', rowText(stored));
  const trigger = (suffix: string, event: string, body: string): [string, string] => {
    const name = `${PREFIX}${table}_${suffix}`;
    return [name, `CREATE TRIGGER ${name} AFTER ${event} BEGIN ${body} END`];
  };
  return [
    trigger('insert', `INSERT ON ${table}`, inserted),
    trigger('delete', `DELETE ON ${table}`, deleted),
    trigger(
      'update',
      `UPDATE ON ${table} WHEN (${sameKey}) AND (${changed})`,
      record(table, keyOf('OLD', key), 'update', changesText(columns)),
    ),
    // A row with another key is another row: its undo restores the key.
    trigger('rekey', `UPDATE OF ${key.join(', ')} ON ${table} WHEN NOT (${sameKey})`, deleted + inserted),
  ];
}

/** The sequence number of the next image. */
const NEXT_SEQ = '(SELECT coalesce((SELECT seq FROM journal_rows ORDER BY entry DESC, seq DESC LIMIT 1), 0) + 1)';

function record(table: string, key: string, op: string, old: string): string {
  return `INSERT INTO journal_rows (entry, seq, tbl, key, op, old) VALUES (${NEXT_ENTRY}, ${NEXT_SEQ}, '${table}', ${key}, '${op}', ${old}); `;
}

function keyOf(row: 'OLD' | 'NEW', key: readonly string[]): string {
  return `json_array(${key.map((name) => `${row}.${name}`).join(', ')})`;
}

function rowText(columns: readonly string[]): string {
  return `json_object(${columns.map((name) => `'${name}', OLD.${name}`).join(', ')})`;
}

/**
 * Old values of the changed columns. Concatenated as text: 2.5 times faster than json_group_object over a compound SELECT, and
 * json_quote escapes any value. BINARY: a change of case in a NOCASE column is a change.
 */
function changesText(columns: readonly string[]): string {
  const parts = columns.map(
    (name) =>
      `CASE WHEN OLD.${name} IS NOT NEW.${name} COLLATE BINARY THEN ',"${name}":' || json_quote(OLD.${name}) ELSE '' END`,
  );
  return `'{' || substr(${parts.join(' || ')}, 2) || '}'`;
}
