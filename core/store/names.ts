import { all, sql, type ReadDb } from './sql.ts';

/** Login by number, for many users at once. */
export function loginsOf(db: ReadDb, ids: readonly number[]): Map<number, string> {
  return mapped(
    all(db, sql`SELECT id, login AS name FROM users WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`),
  );
}

/** Name by number, for many terms at once. */
export function termNames(db: ReadDb, ids: readonly number[]): Map<number, string> {
  return mapped(
    all(db, sql`SELECT id, name FROM terms WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`),
  );
}

function mapped(rows: readonly { id: number; name: string }[]): Map<number, string> {
  return new Map(rows.map(({ id, name }) => [id, name]));
}
