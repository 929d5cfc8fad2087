import type { Json } from '../../types.ts';
import { all, get, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** One stored setting of `pll/v1`; undefined if it was never written. */
export function readSetting(db: ReadDb, name: string): Json | undefined {
  const row = get<{ value: string }>(db, sql`SELECT value FROM settings WHERE name = ${name}`);
  return row && (JSON.parse(row.value) as Json);
}

/** Every stored setting by name, as JSON text. */
export function readSettingRows(db: ReadDb): Map<string, string> {
  return textsByName(all<StoredText>(db, sql`SELECT name, value FROM settings`));
}

/** Settings that decide, with the content model, what has a language and which routes exist: those of `contentModelKey`. */
export const DECIDING: ReadonlySet<string | number> = new Set(['post_types', 'taxonomies', 'media_support']);

/** Stores a setting; returns the stored text. */
export function writeSetting(db: WriteDb, name: string, value: unknown): string {
  const text = JSON.stringify(value);
  run(
    db,
    sql`INSERT INTO settings (name, value) VALUES (${name}, ${text}) ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE value <> excluded.value`,
    DECIDING.has(name) ? 'rest' : 'settings',
  );
  return text;
}

/** One site option (`wp/v2/settings`); undefined if it was never written. */
export function readOption(db: ReadDb, name: string): Json | undefined {
  const row = get<{ value: string }>(db, sql`SELECT value FROM options WHERE name = ${name}`);
  return row && (JSON.parse(row.value) as Json);
}

/** Every stored option by name, as JSON text. */
export function readOptionRows(db: ReadDb): Map<string, string> {
  return textsByName(all<StoredText>(db, sql`SELECT name, value FROM options WHERE name <> 'content_model'`));
}

export function writeOption(db: WriteDb, name: string, value: unknown): void {
  const text = JSON.stringify(value);
  run(
    db,
    sql`INSERT INTO options (name, value) VALUES (${name}, ${text}) ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE value <> excluded.value`,
  );
}

interface StoredText {
  name: string;
  value: string;
}

function textsByName(rows: readonly StoredText[]): Map<string, string> {
  return new Map(rows.map(({ name, value }) => [name, value]));
}
