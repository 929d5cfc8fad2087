import { all, get, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** A language as stored: its term, its twin and its row. */
export interface LanguageRow {
  term_id: number;
  twin_id: number;
  name: string;
  slug: string;
  locale: string;
  is_rtl: 0 | 1;
  flag_code: string;
  term_group: number;
  active: 0 | 1;
  /** JSON list of locales. */
  fallbacks: string;
}

const COLUMNS = sql`l.term_id, l.twin_id, t.name, t.slug, l.locale, l.is_rtl, l.flag_code, l.term_group, l.active, l.fallbacks`;

/** All languages in list order: term_group, then term_id (`interface.md` 4.1). */
export function allLanguages(db: ReadDb): LanguageRow[] {
  return all<LanguageRow>(
    db,
    sql`SELECT ${COLUMNS} FROM languages l JOIN terms t ON t.id = l.term_id ORDER BY l.term_group, l.term_id`,
  );
}

/** Finds a language by its id or that of its twin (`interface.md` 4.2). */
export function languageById(db: ReadDb, id: number): LanguageRow | undefined {
  // Two queries, of which the first nearly always succeeds: an OR of both costs more than either.
  return (
    get<LanguageRow>(
      db,
      sql`SELECT ${COLUMNS} FROM languages l JOIN terms t ON t.id = l.term_id WHERE l.term_id = ${id}`,
    ) ??
    get<LanguageRow>(
      db,
      sql`SELECT ${COLUMNS} FROM languages l JOIN terms t ON t.id = l.term_id WHERE l.twin_id = ${id}`,
    )
  );
}

/** Finds a language by its code in addresses, case-sensitive. */
export function languageBySlug(db: ReadDb, slug: string): LanguageRow | undefined {
  return get<LanguageRow>(
    db,
    sql`SELECT ${COLUMNS} FROM languages l JOIN terms t ON t.id = l.term_id WHERE t.slug = ${slug} AND t.taxonomy = 'language'`,
  );
}

/** Stores a new language whose two terms exist already. */
export function insertLanguage(db: WriteDb, row: Omit<LanguageRow, 'name' | 'slug' | 'active' | 'fallbacks'>): void {
  run(
    db,
    sql`INSERT INTO languages (term_id, twin_id, locale, is_rtl, flag_code, term_group)
        VALUES (${row.term_id}, ${row.twin_id}, ${row.locale}, ${row.is_rtl}, ${row.flag_code}, ${row.term_group})`,
  );
}

/** Replaces the columns of a language other than the name and slug of its terms. */
export function updateLanguageRow(db: WriteDb, row: LanguageRow): void {
  run(
    db,
    sql`UPDATE languages SET locale = ${row.locale}, is_rtl = ${row.is_rtl}, flag_code = ${row.flag_code}, term_group = ${row.term_group},
        active = ${row.active}, fallbacks = ${row.fallbacks} WHERE term_id = ${row.term_id}`,
  );
}

/** Deletes a language with its two terms. Its items must no longer have it. */
export function deleteLanguageRows(db: WriteDb, row: Pick<LanguageRow, 'term_id' | 'twin_id'>): void {
  run(db, sql`DELETE FROM user_descriptions WHERE language_id = ${row.term_id}`);
  run(db, sql`DELETE FROM languages WHERE term_id = ${row.term_id}`);
  run(db, sql`DELETE FROM terms WHERE id IN (${row.term_id}, ${row.twin_id})`);
}
