import { wordsAsSummary } from '../../../core/schema/site/summaries.ts';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createCaller } from '../../../core/domain/access/capabilities.ts';
import { transact } from '../../../core/domain/history/history.ts';
import { undo } from '../../../core/domain/history/undo.ts';
import { openSite, type Site } from '../../../core/site.ts';
import { checkForeignKeys, checkInvariants } from '../../../core/store/file/invariants.ts';
import { JOURNALLED } from '../../../core/store/journal/triggers.ts';
import { all, pluck, rawSql, sql, type ReadDb, type WriteDb } from '../../../core/store/sql.ts';
import type { ChangeNotice } from '../../../core/types.ts';

export const admin = createCaller({ name: 'admin', userId: 1, role: 'administrator', origin: 'window' });

/** An in-memory site, closed after the test; its invariants are checked first. */
export function memorySite(): Site {
  let tick = 0;
  const now = (): Date => new Date(Date.UTC(2026, 0, 1, 0, 0, tick++));
  const site = openSite(':memory:', { version: '1.0.0', now });
  onTestFinished(() => {
    expect([...checkForeignKeys(site.db), ...checkInvariants(site.db)]).toEqual([]);
    site.close();
  });
  return site;
}

/** A folder that goes with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-store-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Runs statements as one change; the notice. */
export function write(site: Site, ...statements: string[]): ChangeNotice | null {
  return change(site, (db) => {
    for (const text of statements) db.exec(text);
  });
}

/** Runs work as one change; the notice. */
export function change(site: Site, work: (db: WriteDb) => void, summary = 'Changed'): ChangeNotice | null {
  return transact(site, admin, () => {
    work(site.db);
    return { value: null, keep: true, summary: wordsAsSummary(summary) };
  }).notice;
}

/** Undoes an entry; the notice. */
export function undoEntry(site: Site, id: number, force = false): ChangeNotice | null {
  return transact(site, admin, () => ({ value: null, keep: true, ...undo(site, id, { force }) })).notice;
}

/** Every journalled table, row by row. */
export function dump(db: ReadDb): Record<string, unknown[]> {
  return Object.fromEntries(
    JOURNALLED.map(({ table, columns }) => [
      table,
      hasTable(db, table) ? all(db, rawSql(`SELECT ${columns?.join(', ') ?? '*'} FROM ${table} ORDER BY 1, 2`)) : [],
    ]),
  );
}

/** Whether a file has a table: one of an older format has fewer. */
export function hasTable(db: ReadDb, table: string): boolean {
  return pluck(db, sql`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ${table}`) !== undefined;
}

/** SHA-256 of files, taken by another process: closing a descriptor here would drop the lock of an open site. */
export function hashes(...files: string[]): string {
  return execFileSync('sha256sum', files, { encoding: 'utf8' });
}

/** What a function throws. */
export function thrown(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown');
}

/** Two languages, a category, a post in each language, linked; all tables have a row. */
export const FIXTURE = [
  `INSERT INTO terms (id, uuid, taxonomy, name, slug) VALUES
    (10, 'u10', 'language', 'English', 'en'), (11, 'u11', 'term_language', 'English', 'pll_en'),
    (12, 'u12', 'language', 'Français', 'fr'), (13, 'u13', 'term_language', 'Français', 'pll_fr'),
    (14, 'u14', 'category', 'News', 'news'), (15, 'u15', 'post_tag', 'Fresh', 'fresh')`,
  `INSERT INTO languages (term_id, twin_id, locale, is_rtl, flag_code) VALUES (10, 11, 'en_US', 0, 'us'), (12, 13, 'fr_FR', 0, 'fr')`,
  `UPDATE site SET default_language_id = 10`,
  `INSERT INTO term_meta (id, term_id, key, value) VALUES (1, 14, 'colour', 'red')`,
  `INSERT INTO posts (id, uuid, type, status, slug, title, date, date_gmt, modified, modified_gmt, author) VALUES
    (100, 'p100', 'post', 'publish', 'hello', 'Hello', '2026-01-01', '2026-01-01', '2026-01-01', '2026-01-01', 1),
    (101, 'p101', 'post', 'draft', 'bonjour', 'Bonjour', '2026-01-01', '2026-01-01', '2026-01-01', '2026-01-01', 1),
    (102, 'p102', 'attachment', 'inherit', 'photo', 'Photo', '2026-01-01', '2026-01-01', '2026-01-01', '2026-01-01', NULL)`,
  `INSERT INTO post_meta (id, post_id, key, value) VALUES (1, 100, 'mood', 'good')`,
  `INSERT INTO post_comments VALUES (100, '[1]')`,
  `INSERT INTO media (post_id, file, width, height, filesize) VALUES (102, '2026/01/photo.png', 10, 8, 73)`,
  `INSERT INTO post_terms (post_id, term_id) VALUES (100, 14), (100, 15)`,
  `INSERT INTO groups (id, kind, type, source) VALUES (1, 'post', 'post', 100), (2, 'term', 'category', NULL)`,
  `INSERT INTO item_languages (kind, item_id, type, language_id, group_id, pos) VALUES
    ('post', 100, 'post', 10, 1, 1), ('post', 101, 'post', 12, 1, 2), ('term', 14, 'category', 10, 2, 1)`,
  `INSERT INTO settings (name, value) VALUES ('force_lang', '2'), ('domains', '{"en":"http://en.test"}')`,
  `INSERT INTO options (name, value) VALUES ('title', '"My site"')`,
  `INSERT INTO source_texts VALUES (1, 'post', 100, 'Hello', '', '')`,
  `INSERT INTO confirmations VALUES ('post', 101, 100, 1, 'now')`,
  `INSERT INTO unit_marks VALUES ('post', 101, 'a1', 'b2', 'filled')`,
  `INSERT INTO live_bases (live, kind, uuid, body) VALUES (1, 'post', 'u-1', 7)`,
  `INSERT INTO ignored_findings VALUES ('post', 101, 'numbers', 'a1', 'b2')`,
  `INSERT INTO glossary_concepts (id, uuid, definition) VALUES (1, 'c1', 'What a lamp throws')`,
  `INSERT INTO glossary_words (id, concept_id, language_id, text, folded, status) VALUES (1, 1, 10, 'beam', 'beam', 'preferred')`,
  `INSERT INTO memory_books (id, uuid, name) VALUES (1, 'b1', 'Old texts')`,
  `INSERT INTO memory_entries (id, book_id, source_language, target_language, source, target) VALUES (1, 1, 10, 12, 'Hi', 'Salut')`,
  `INSERT INTO user_descriptions (user_id, language_id, description) VALUES (1, 12, 'Bonjour')`,
];
