import { wordsAsSummary } from '../../core/schema/site/summaries.ts';
import { createCaller } from '../../core/domain/access/capabilities.ts';
import { transact } from '../../core/domain/history/history.ts';
import { undo } from '../../core/domain/history/undo.ts';
import type { Site } from '../../core/site.ts';
import { latestEntryId } from '../../core/store/journal/journal.ts';
import { JOURNALLED } from '../../core/store/journal/triggers.ts';
import { all, rawSql, run, sql, type WriteDb } from '../../core/store/sql.ts';

const caller = createCaller({ name: 'admin', userId: 1, role: 'administrator', origin: 'window' });

/**
 * The write with this number: of every kind, of several rows, always one entry. The content of a site depends only on the number
 * of writes, so a second site shows what the first must contain.
 */
export function writeNumber(site: Site, n: number, beforeCommit: () => void = () => undefined): void {
  transact(site, caller, () => {
    if (n % 7 === 0) {
      const undone = undo(site, n - 1, { force: false });
      beforeCommit();
      return { value: null, keep: true, ...undone };
    }
    run(
      site.db,
      sql`INSERT INTO options VALUES ('turn', ${String(n)}) ON CONFLICT DO UPDATE SET value = excluded.value`,
    );
    (KINDS[n % KINDS.length] ?? newPost)(site.db, n);
    beforeCommit();
    return { value: null, keep: true, summary: wordsAsSummary(`Write ${n}`) };
  });
}

/** How many writes a site saw. */
export function writesSeen(site: Site): number {
  return latestEntryId(site.db);
}

/** Every journalled row, but for what the making of a site draws by chance. */
export function comparable(site: Site): unknown {
  return JOURNALLED.filter(({ table }) => table !== 'users').map(({ table, columns }) => [
    table,
    all<Record<string, unknown>>(
      site.db,
      rawSql(`SELECT ${columns?.join(', ') ?? '*'} FROM ${table} ORDER BY 1, 2`),
    ).map((row) => (table === 'terms' && row['id'] === 1 ? { ...row, uuid: '' } : row)),
  ]);
}

const KINDS = [newPost, changePost, newLanguage, setting, deletePost];

function newPost(db: WriteDb, n: number): void {
  run(
    db,
    sql`INSERT INTO posts (id, uuid, type, status, title, date, date_gmt, modified, modified_gmt, author)
        VALUES (${n}, ${`p${n}`}, 'post', 'draft', ${`Post ${n}`}, '', '', '', '', 1)`,
  );
  run(
    db,
    sql`INSERT INTO post_meta (id, post_id, key, value) VALUES (${2 * n}, ${n}, 'a', '1'), (${2 * n + 1}, ${n}, 'b', '2')`,
  );
  run(db, sql`INSERT INTO post_terms VALUES (${n}, 1)`);
}

function changePost(db: WriteDb, n: number): void {
  run(
    db,
    sql`UPDATE posts SET title = ${`Changed by ${n}`}, content = ${'long text '.repeat(500)} WHERE id = (SELECT max(id) FROM posts)`,
  );
  run(db, sql`UPDATE post_meta SET value = ${String(n)} WHERE post_id = (SELECT max(id) FROM posts)`);
}

function newLanguage(db: WriteDb, n: number): void {
  const [term, twin] = [1_000_000 + 2 * n, 1_000_001 + 2 * n];
  run(
    db,
    sql`INSERT INTO terms (id, uuid, taxonomy, name, slug) VALUES (${term}, ${`l${n}`}, 'language', 'L', ${`l${n}`}), (${twin}, ${`w${n}`}, 'term_language', 'L', ${`w${n}`})`,
  );
  run(db, sql`INSERT INTO languages (term_id, twin_id, locale, is_rtl) VALUES (${term}, ${twin}, 'xx', 0)`);
  run(db, sql`UPDATE site SET default_language_id = ${term}`);
}

function setting(db: WriteDb, n: number): void {
  run(
    db,
    sql`INSERT INTO settings VALUES ('sync', ${JSON.stringify([String(n)])}) ON CONFLICT DO UPDATE SET value = excluded.value`,
  );
}

function deletePost(db: WriteDb): void {
  run(db, sql`DELETE FROM posts WHERE id = (SELECT min(id) FROM posts)`);
}
