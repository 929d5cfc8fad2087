import { expect, test } from 'vitest';
import { openSite } from '../../../../core/site.ts';
import { checkForeignKeys, checkInvariants, INVARIANTS } from '../../../../core/store/file/invariants.ts';
import { column, sql } from '../../../../core/store/sql.ts';
import { FIXTURE, write } from '../support.ts';

/** How each invariant is violated. A statement that a constraint would refuse runs with constraints and triggers off. */
const BREAKS: Record<string, string> = {
  'there is one site row': `DELETE FROM site`,
  'languages have a default': `UPDATE site SET default_language_id = NULL`,
  'the default language is active': `UPDATE languages SET active = 0 WHERE term_id = 10`,
  'the default category is a category': `UPDATE site SET default_category_id = 15`,
  'a language is a term of its taxonomy': `UPDATE terms SET taxonomy = 'category' WHERE id = 11`,
  'a term of a language taxonomy is a language or its twin': `DELETE FROM languages WHERE term_id = 12`,
  'language codes fit their pattern': `UPDATE terms SET slug = 'Fr' WHERE id = 12`,
  'language codes are unique': `DROP INDEX terms_language_slug; UPDATE terms SET slug = 'en' WHERE id = 12`,
  'fallbacks are a list': `UPDATE languages SET fallbacks = '{}'`,
  'a group has members': `DELETE FROM item_languages WHERE kind = 'term'`,
  'a group has one item per language': WITHOUT_UNIQUE(`UPDATE item_languages SET language_id = 10`),
  'members of a group are of its type': `UPDATE groups SET type = 'page' WHERE id = 1`,
  'the source of a group is a member': `UPDATE groups SET source = 102 WHERE id = 1`,
  'an item with a language exists': `DELETE FROM posts WHERE id = 101`,
  'a language has no language': `UPDATE item_languages SET item_id = 10, type = 'language' WHERE kind = 'term'`,
  'languages of posts are not terms of them': `INSERT INTO post_terms VALUES (100, 12)`,
  'parents of posts form no circle': `UPDATE posts SET parent = 101 WHERE id = 100; UPDATE posts SET parent = 100 WHERE id = 101`,
  'parents of terms form no circle': `UPDATE terms SET parent = 14 WHERE id = 1; UPDATE terms SET parent = 1 WHERE id = 14`,
  'the parent of a term is of its taxonomy': `UPDATE terms SET parent = 15 WHERE id = 14`,
  'settings hold what they may': `UPDATE settings SET value = '0' WHERE name = 'force_lang'`,
  'domains are those of languages': `UPDATE settings SET value = '{"de":""}' WHERE name = 'domains'`,
  'menus are those of languages': `INSERT INTO settings VALUES ('nav_menus', '{"theme":{"primary":{"fr":3,"de":4}}}')`,
  'there is an administrator': `UPDATE users SET role = 'editor'`,
  'ids are never used twice': `UPDATE sqlite_sequence SET seq = 1 WHERE name = 'posts'`,
  'an entry of the journal changed something': `INSERT INTO journal (id, at, author, origin) VALUES (9, '', '', '')`,
  'every change is in the journal': `UPDATE journal_rows SET entry = 77 WHERE seq = 1`,
  'every filed change is found by its row': `UPDATE journal_filed SET entry = 1, seq = 1`,
};

function WITHOUT_UNIQUE(statement: string): string {
  return `PRAGMA legacy_alter_table = ON; CREATE TABLE copied AS SELECT kind, item_id, type, language_id, group_id, pos FROM item_languages;
    DROP TABLE item_languages; ALTER TABLE copied RENAME TO item_languages; ${statement}`;
}

test('every rule has a way to break it, and there are enough of them', () => {
  expect(Object.keys(BREAKS).sort()).toEqual(INVARIANTS.map(({ name }) => name).sort());
  expect(INVARIANTS.length).toBeGreaterThanOrEqual(24);
});

test.each(Object.entries(BREAKS))('noticed: %s', (name, statements) => {
  const site = openSite(':memory:', { version: '1' });
  write(site, ...FIXTURE);
  expect([...checkForeignKeys(site.db), ...checkInvariants(site.db)]).toEqual([]);
  site.db.pragma('foreign_keys = OFF');
  site.db.pragma('ignore_check_constraints = ON');
  for (const trigger of column<string>(site.db, sql`SELECT name FROM sqlite_schema WHERE type = 'trigger'`)) {
    site.db.exec(`DROP TRIGGER ${trigger}`);
  }
  site.db.exec(statements);
  const found = checkInvariants(site.db);
  expect(found.map((finding) => finding.name)).toContain(name);
  expect(found.find((finding) => finding.name === name)?.rows.length).toBeGreaterThan(0);
  site.close();
});

test('asked for some tables, only rules about them speak', () => {
  const site = openSite(':memory:', { version: '1' });
  write(site, ...FIXTURE, `UPDATE site SET default_category_id = 15`, `UPDATE groups SET source = 102 WHERE id = 1`);
  expect(checkInvariants(site.db, new Set(['groups'])).map(({ name }) => name)).toEqual([
    'the source of a group is a member',
  ]);
  site.close();
});
