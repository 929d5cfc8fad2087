import type { Json } from '../../types.ts';
import { all, pluck, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** One option of this copy's local server; undefined if it was never written. */
export function readServerOption(db: ReadDb, name: string): Json | undefined {
  const text = pluck<string>(db, sql`SELECT value FROM server_options WHERE name = ${name}`);
  return text === undefined ? undefined : (JSON.parse(text) as Json);
}

/** Every option that was ever written, by name, in one query: needed for every request of a guest. */
export function readServerOptions(db: ReadDb): Map<string, Json> {
  const rows = all<{ name: string; value: string }>(db, sql`SELECT name, value FROM server_options`);
  return new Map(rows.map(({ name, value }) => [name, JSON.parse(value) as Json]));
}

/** Stores an option; not journalled. */
export function writeServerOption(db: WriteDb, name: string, value: Json): void {
  const text = JSON.stringify(value);
  run(
    db,
    sql`INSERT INTO server_options (name, value) VALUES (${name}, ${text})
        ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE value <> excluded.value`,
  );
}
