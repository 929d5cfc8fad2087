import { pluck, run, sql, type ReadDb, type WriteDb } from './sql.ts';

/** The content model as JSON text, or undefined when none was ever written. */
export function contentModelText(db: ReadDb): string | undefined {
  return pluck<string>(db, sql`SELECT value FROM options WHERE name = 'content_model'`);
}

/** Replaces the content model; journalled like every row of `options`. */
export function replaceContentModel(db: WriteDb, text: string): void {
  run(
    db,
    sql`INSERT INTO options (name, value) VALUES ('content_model', ${text}) ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE value IS NOT excluded.value`,
  );
}
