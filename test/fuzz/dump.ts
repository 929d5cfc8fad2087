import { JOURNALLED, columnsOf } from '../../core/store/journal/triggers.ts';
import { latestEntryId } from '../../core/store/journal/journal.ts';
import { all, rawSql, sql, type ReadDb } from '../../core/store/sql.ts';

/** Every row a user could miss, by table. `without` names tables to leave out. */
export function dump(db: ReadDb, without: readonly string[] = []): Record<string, unknown[]> {
  const tables = [...JOURNALLED.map(({ table }) => table), 'tokens', 'server_options'].filter(
    (name) => !without.includes(name),
  );
  return Object.fromEntries(tables.map((table) => [table, rowsOf(db, table)]));
}

/** What has to be as it was when nothing was stored. */
export function state(db: ReadDb): string {
  return JSON.stringify({ ...dump(db), entry: latestEntryId(db) });
}

/** Numbers that triggers keep, without those that are 0. */
export function counts(db: ReadDb): Record<string, unknown[]> {
  return Object.fromEntries(
    ['post_counts', 'term_counts'].map((table) => [
      table,
      all(db, sql`SELECT * FROM ${rawSql(table)} WHERE n <> 0 ORDER BY ${orderOf(db, table)}`),
    ]),
  );
}

function rowsOf(db: ReadDb, table: string): unknown[] {
  return all(db, sql`SELECT * FROM ${rawSql(table)} ORDER BY ${orderOf(db, table)}`);
}

function orderOf(db: ReadDb, table: string): ReturnType<typeof rawSql> {
  const { columns, key } = columnsOf(db, table);
  return rawSql((key.length > 0 ? key : columns).join(', '));
}
