import { pluck, sql, type ReadDb } from '../sql.ts';

/** The content model as JSON text, or undefined if none was ever written; can be compared as text. Written by `writeOption`. */
export function contentModelText(db: ReadDb): string | undefined {
  return pluck<string>(db, sql`SELECT value FROM options WHERE name = 'content_model'`);
}

/** Everything that determines the content routes and their arguments, as one text for comparison. */
export function contentModelKey(db: ReadDb): string {
  return (
    pluck<string>(
      db,
      sql`SELECT json_array(
            (SELECT value FROM options WHERE name = 'content_model'),
            (SELECT value FROM settings WHERE name = 'post_types'),
            (SELECT value FROM settings WHERE name = 'taxonomies'),
            (SELECT value FROM settings WHERE name = 'media_support')
          )`,
    ) ?? ''
  );
}
