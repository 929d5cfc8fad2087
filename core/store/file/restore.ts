import { columnsOf, JOURNALLED } from '../journal/triggers.ts';
import { all, column, joinSql, pluck, rawSql, run, sql, type Sql, type WriteDb } from '../sql.ts';

/** The name of the other database while it is attached. */
const OTHER = 'backup';

/** Attaches another site file for reading. Not inside a transaction. */
export function attachOther(db: WriteDb, path: string): void {
  run(db, sql`ATTACH DATABASE ${path} AS ${rawSql(OTHER)}`);
  // Rows are deleted and inserted in any order, and no delete may cascade: references are checked at the end.
  db.pragma('foreign_keys = OFF');
}

export function detachOther(db: WriteDb): void {
  db.pragma('foreign_keys = ON');
  run(db, sql`DETACH DATABASE ${rawSql(OTHER)}`);
}

/** Two rounds change rows and one finds nothing; more than this would never end. */
const MOST_ROUNDS = 8;

/**
 * Makes every journalled table equal to that in the attached file; equal rows are not touched. Triggers may change rows again, so
 * this repeats until nothing differs, and throws if it does not converge. Settings are left to the caller: they reference
 * secrets.
 */
export function copyTables(db: WriteDb): void {
  run(db, sql`INSERT OR IGNORE INTO main.source_texts SELECT * FROM ${rawSql(OTHER)}.source_texts`);
  renumberBodies(db);
  run(db, sql`INSERT OR IGNORE INTO main.live_bodies SELECT * FROM ${rawSql(OTHER)}.live_bodies`);
  // Bodies that both files have under different numbers are needed under both.
  run(
    db,
    sql`INSERT OR IGNORE INTO main.live_bodies (id, hash, zip) SELECT id, hash || ' ' || id, zip FROM ${rawSql(OTHER)}.live_bodies
        WHERE id NOT IN (SELECT id FROM main.live_bodies)`,
  );
  const tables = JOURNALLED.map(({ table }) => table).filter((table) => table !== 'settings');
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    // Children first, so that an undo, which goes backwards, finds their parents.
    const removed = tables
      .toReversed()
      .map((table) => removeOthers(db, table))
      .reduce((sum, n) => sum + n, 0);
    const added = tables.map((table) => addMissing(db, table)).reduce((sum, n) => sum + n, 0);
    if (removed + added === 0) return;
  }
  throw new Error('The restored site does not match the backup');
}

/**
 * Renumbers bodies of the attached copy if this file uses their numbers for others, having diverged from an older copy. A base
 * must never reference the body of something else.
 */
function renumberBodies(db: WriteDb): void {
  const other = rawSql(OTHER);
  const taken = column<number>(
    db,
    sql`SELECT o.id FROM ${other}.live_bodies AS o JOIN main.live_bodies AS m ON m.id = o.id WHERE m.zip <> o.zip`,
  );
  if (taken.length === 0) return;
  const most = sql`SELECT max(id) FROM (SELECT id FROM main.live_bodies UNION ALL SELECT id FROM ${other}.live_bodies)`;
  const offset = Math.max(
    pluck<number>(db, most) ?? 0,
    pluck<number>(db, sql`SELECT seq FROM main.sqlite_sequence WHERE name = 'live_bodies'`) ?? 0,
  );
  // The copy is discarded afterwards, so recording its changes would be pointless.
  const triggers = column<string>(
    db,
    sql`SELECT name FROM ${other}.sqlite_schema WHERE type = 'trigger' AND tbl_name = 'live_bases'`,
  );
  for (const name of triggers) run(db, sql`DROP TRIGGER ${other}.${rawSql(`"${name}"`)}`);
  const moved = sql`(SELECT value FROM json_each(${JSON.stringify(taken)}))`;
  run(db, sql`UPDATE ${other}.live_bodies SET id = id + ${offset} WHERE id IN ${moved}`);
  for (const name of ['body', 'here_body']) {
    const column = rawSql(name);
    run(db, sql`UPDATE ${other}.live_bases SET ${column} = ${column} + ${offset} WHERE ${column} IN ${moved}`);
  }
}

/**
 * Deletes dependent rows that are not part of the site (tokens, drafts), as the foreign keys would have done. Returns rows of the
 * site with dangling references: there must be none.
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

/** Tables whose rows are updated in place: their other columns are derived from other tables, and would be lost. */
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

/** Deletes the rows that are missing there, and those that differ. */
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
