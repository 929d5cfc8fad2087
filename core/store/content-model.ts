import { pluck, sql, type ReadDb } from './sql.ts';

/** The content model as JSON text, or undefined when none was ever written: a text can be compared. Written by `writeOption`. */
export function contentModelText(db: ReadDb): string | undefined {
  return pluck<string>(db, sql`SELECT value FROM options WHERE name = 'content_model'`);
}
