import { columnsOf, JOURNALLED } from '../journal/triggers.ts';
import { all, column, joinSql, rawSql, run, sql, type Sql, type WriteDb } from '../sql.ts';

/** The other database while it is attached. */
const OTHER = 'backup';

/** Attaches another site file for reading. Not inside a transaction. */
export function attachOther(db: WriteDb, path: string): void {
  run(db, sql`ATTACH DATABASE ${path} AS ${rawSql(OTHER)}`);
  // Rows come and go in any order, and nothing may go with another: what is left is checked in the end.
  db.pragma('foreign_keys = OFF');
}

export function detachOther(db: WriteDb): void {
  db.pragma('foreign_keys = ON');
  run(db, sql`DETACH DATABASE ${rawSql(OTHER)}`);
}

/** Two do, and one that finds nothing; more than this would never end. */
const MOST_ROUNDS = 8;

/**
 * Makes every journalled table what it is in the attached file; equal rows are not touched. Triggers may touch rows again,
 * so it goes on until nothing differs, and throws where it does not come to that. Settings are left to the caller: they name
 * secrets.
 */
export function copyTables(db: WriteDb): void {
  run(db, sql`INSERT OR IGNORE INTO main.source_texts SELECT * FROM ${rawSql(OTHER)}.source_texts`);
  run(db, sql`INSERT OR IGNORE INTO main.live_bodies SELECT * FROM ${rawSql(OTHER)}.live_bodies`);
  const tables = JOURNALLED.map(({ table }) => table).filter((table) => table !== 'settings');
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    // Children first: an undo, which goes backwards, then finds their parents there.
    const removed = tables
      .toReversed()
      .map((table) => removeOthers(db, table))
      .reduce((sum, n) => sum + n, 0);
    const added = tables.map((table) => addMissing(db, table)).reduce((sum, n) => sum + n, 0);
    if (removed + added === 0) return;
  }
  throw new Error('The site does not become what the backup holds');
}

/**
 * What is not part of the site (tokens, drafts) goes with what it belonged to, as it would have with the keys on. Returns rows
 * of the site that lead nowhere: there must be none.
 */
export function dropDependents(db: WriteDb): { table: string }[] {
  const journalled = new Set(JOURNALLED.map(({ table }) => table));
  const tables = column<string>(
    db,
    sql`SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name <> 'journal_rows'`,
  );
  const broken = tables.flatMap(
    (name) => db.pragma(`main.foreign_key_check("${name}")`) as { table: string; rowid: number }[],
  );
  for (const { table, rowid } of broken.filter((row) => !journalled.has(row.table)))
    run(db, sql`DELETE FROM ${rawSql(`main."${table}"`)} WHERE rowid = ${rowid}`);
  return broken.filter(({ table }) => journalled.has(table));
}

/** Settings of the attached file by name, as JSON. */
export function otherSettings(db: WriteDb): { name: string; value: string }[] {
  return all(db, sql`SELECT name, value FROM ${rawSql(OTHER)}.settings`);
}

/** Rows that are changed in place: their other columns follow from other tables, and would be lost. */
const IN_PLACE = new Set(['posts', 'site']);

interface Parts {
  table: Sql;
  other: Sql;
  columns: string[];
  sameKey: Sql;
  differs: Sql;
}

function partsOf(db: WriteDb, table: string): Parts {
  const watched = JOURNALLED.find((one) => one.table === table)?.columns;
  const { columns: stored, key } = columnsOf(db, table);
  const columns = [...(watched ?? stored)];
  return {
    table: rawSql(`main.${table}`),
    other: rawSql(`${OTHER}.${table}`),
    columns: watched ? columns : stored,
    sameKey: rawSql(key.map((name) => `m.${name} = o.${name}`).join(' AND ')),
    differs: rawSql(columns.map((name) => `m.${name} IS NOT o.${name} COLLATE BINARY`).join(' OR ')),
  };
}

/** Takes away the rows that are not there, and those that are otherwise. */
function removeOthers(db: WriteDb, name: string): number {
  const { table, other, sameKey, differs, columns } = partsOf(db, name);
  if (!IN_PLACE.has(name))
    return run(
      db,
      sql`DELETE FROM ${table} AS m WHERE NOT EXISTS (SELECT 1 FROM ${other} AS o WHERE ${sameKey} AND NOT (${differs}))`,
    ).changes;
  const gone = run(db, sql`DELETE FROM ${table} AS m WHERE NOT EXISTS (SELECT 1 FROM ${other} AS o WHERE ${sameKey})`);
  const sets = joinSql(
    columns.map((column) => rawSql(`${column} = o.${column}`)),
    ', ',
  );
  const changed = run(db, sql`UPDATE ${table} AS m SET ${sets} FROM ${other} AS o WHERE ${sameKey} AND (${differs})`);
  return gone.changes + changed.changes;
}

function addMissing(db: WriteDb, name: string): number {
  const { table, other, sameKey, columns } = partsOf(db, name);
  if (name === 'site') return 0;
  const names = rawSql(columns.join(', '));
  const values = rawSql(columns.map((column) => `o.${column}`).join(', '));
  return run(
    db,
    sql`INSERT INTO ${table} (${names}) SELECT ${values} FROM ${other} AS o
        WHERE NOT EXISTS (SELECT 1 FROM ${table} AS m WHERE ${sameKey})`,
  ).changes;
}
