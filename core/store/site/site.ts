import { randomUUID } from 'node:crypto';
import { get, run, sql, type ReadDb, type WriteDb } from '../sql.ts';
import { insertUser } from '../access/users.ts';

/** The stored facts of the site as a whole. */
export interface SiteRow {
  site_id: string;
  /** Unix time in seconds. */
  created_at: number;
  /** Version of the product that writes the file, and the previous one. */
  written_by: string;
  previous_version: string;
  default_language_id: number | null;
  /** Its code, or "" if there is none. */
  default_lang: string;
  default_category_id: number;
}

export function siteRow(db: ReadDb): SiteRow {
  const row = get<SiteRow>(
    db,
    sql`SELECT site_id, created_at, written_by, previous_version, default_language_id, default_category_id,
          coalesce((SELECT slug FROM terms WHERE id = default_language_id), '') AS default_lang
        FROM site`,
  );
  if (!row) throw new Error('The file has no site row');
  return row;
}

export function setDefaultLanguageId(db: WriteDb, id: number | null): void {
  run(db, sql`UPDATE site SET default_language_id = ${id}`);
}

export function setDefaultCategoryId(db: WriteDb, id: number): void {
  run(db, sql`UPDATE site SET default_category_id = ${id}`);
}

/** The initial content of a new site: its row, an administrator, the default category. */
export function seedSite(db: WriteDb, start: { version: string; now: Date }): void {
  const at = start.now.toISOString();
  insertUser(db, { uuid: randomUUID(), login: 'admin', role: 'administrator', slug: 'admin', at });
  run(
    db,
    sql`INSERT INTO terms (id, uuid, taxonomy, name, slug, name_folded)
        VALUES (1, ${randomUUID()}, 'category', 'Uncategorized', 'uncategorized', 'uncategorized')`,
  );
  run(
    db,
    sql`INSERT INTO site (id, site_id, created_at, written_by, default_category_id)
        VALUES (1, ${randomUUID()}, ${Math.floor(start.now.getTime() / 1000)}, ${start.version}, 1)`,
  );
}

/** Records which version writes the file from now on, and which one did before. */
export function noteVersion(db: WriteDb, version: string): void {
  run(db, sql`UPDATE site SET previous_version = written_by, written_by = ${version} WHERE written_by <> ${version}`);
}
