import type { Database } from 'better-sqlite3';
import { pluck, run, sql } from './sql.ts';

/** The content model as JSON text, or undefined when none was ever written. */
export function contentModelText(db: Database): string | undefined {
  return pluck<string>(db, sql`SELECT value FROM options WHERE name = 'content_model'`);
}

/** Replaces the content model; journalled like every row of `options`. */
export function replaceContentModel(db: Database, text: string): void {
  run(db, sql`INSERT INTO options (name, value) VALUES ('content_model', ${text}) ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE value IS NOT excluded.value`);
}
