import { describe, expect, test } from 'vitest';
import { all, pluck, run, sql } from '../../../../core/store/sql.ts';
import { imagesOf } from '../../../../core/store/journal/journal.ts';
import { JOURNALLED } from '../../../../core/store/journal/triggers.ts';
import { FIXTURE, change, dump, memorySite, thrown, undoEntry, write } from '../support.ts';

function filledSite(): ReturnType<typeof memorySite> {
  const site = memorySite();
  write(site, ...FIXTURE);
  return site;
}

/** One change of each kind for each table, and what it records: table, key, op, old. */
const CASES: [table: string, change: string, image: [key: string, op: string, old: unknown]][] = [
  ['settings', `INSERT INTO settings VALUES ('browser', 'true')`, ['["browser"]', 'insert', null]],
  [
    'settings',
    `UPDATE settings SET value = '3' WHERE name = 'force_lang'`,
    ['["force_lang"]', 'update', { value: '2' }],
  ],
  [
    'settings',
    `DELETE FROM settings WHERE name = 'force_lang'`,
    ['["force_lang"]', 'delete', { name: 'force_lang', value: '2' }],
  ],
  ['options', `INSERT INTO options VALUES ('a', '"b"')`, ['["a"]', 'insert', null]],
  ['options', `UPDATE options SET value = '""'`, ['["title"]', 'update', { value: '"My site"' }]],
  ['options', `DELETE FROM options`, ['["title"]', 'delete', { name: 'title', value: '"My site"' }]],
  ['site', `UPDATE site SET default_language_id = 12`, ['[1]', 'update', { default_language_id: 10 }]],
  ['site', `UPDATE site SET default_category_id = 14, written_by = 'x'`, ['[1]', 'update', { default_category_id: 1 }]],
  [
    'users',
    `INSERT INTO users (id, uuid, login, role, name, slug, registered_at) VALUES (7, 'u', 'eve', 'editor', 'Eve', 'eve', '')`,
    ['[7]', 'insert', null],
  ],
  ['users', `UPDATE users SET login = 'ADMIN'`, ['[1]', 'update', { login: 'admin' }]],
  [
    'users',
    `INSERT INTO users (id, uuid, login, role, name, slug, registered_at) VALUES (2, 'u', 'b', 'administrator', 'b', 'b', ''); DELETE FROM users WHERE id = 1`,
    ['[1]', 'delete', expect.objectContaining({ id: 1, login: 'admin', role: 'administrator' })],
  ],
  ['user_descriptions', `INSERT INTO user_descriptions VALUES (1, 10, 'Hi')`, ['[1,10]', 'insert', null]],
  [
    'user_descriptions',
    `UPDATE user_descriptions SET description = ''`,
    ['[1,12]', 'update', { description: 'Bonjour' }],
  ],
  [
    'user_descriptions',
    `DELETE FROM user_descriptions`,
    ['[1,12]', 'delete', { user_id: 1, language_id: 12, description: 'Bonjour' }],
  ],
  [
    'terms',
    `INSERT INTO terms (id, uuid, taxonomy, name, slug) VALUES (20, 'x', 'post_tag', 'T', 't')`,
    ['[20]', 'insert', null],
  ],
  [
    'terms',
    `UPDATE terms SET parent = 14, name = 'N' WHERE id = 1`,
    ['[1]', 'update', { parent: null, name: 'Uncategorized' }],
  ],
  [
    'terms',
    `DELETE FROM terms WHERE id = 15`,
    ['[15]', 'delete', expect.objectContaining({ uuid: 'u15', parent: null })],
  ],
  ['term_meta', `INSERT INTO term_meta VALUES (2, 14, 'k', 'v')`, ['[2]', 'insert', null]],
  ['term_meta', `UPDATE term_meta SET value = 'blue'`, ['[1]', 'update', { value: 'red' }]],
  ['term_meta', `DELETE FROM term_meta`, ['[1]', 'delete', { id: 1, term_id: 14, key: 'colour', value: 'red' }]],
  [
    'languages',
    `INSERT INTO terms (id, uuid, taxonomy, name, slug) VALUES (30, 'a', 'language', 'D', 'de'), (31, 'b', 'term_language', 'D', 'pll_de'); INSERT INTO languages (term_id, twin_id, locale, is_rtl) VALUES (30, 31, 'de_DE', 0)`,
    ['[30]', 'insert', null],
  ],
  ['languages', `UPDATE languages SET active = 0 WHERE term_id = 12`, ['[12]', 'update', { active: 1 }]],
  [
    'languages',
    `DELETE FROM item_languages WHERE language_id = 12; DELETE FROM languages WHERE term_id = 12; DELETE FROM terms WHERE id IN (12, 13)`,
    ['[12]', 'delete', expect.objectContaining({ twin_id: 13, fallbacks: '[]' })],
  ],
  [
    'posts',
    `INSERT INTO posts (id, uuid, type, status, date, date_gmt, modified, modified_gmt) VALUES (200, 'z', 'page', 'draft', '', '', '', '')`,
    ['[200]', 'insert', null],
  ],
  [
    'posts',
    `UPDATE posts SET title = 'New', menu_order = 3 WHERE id = 100`,
    ['[100]', 'update', { title: 'Hello', menu_order: 0 }],
  ],
  [
    'posts',
    `UPDATE groups SET source = NULL; DELETE FROM posts WHERE id = 100`,
    ['[100]', 'delete', expect.objectContaining({ uuid: 'p100', author: 1 })],
  ],
  ['post_meta', `INSERT INTO post_meta VALUES (2, 100, 'k', 'v')`, ['[2]', 'insert', null]],
  ['post_meta', `UPDATE post_meta SET key = 'temper'`, ['[1]', 'update', { key: 'mood' }]],
  ['post_meta', `DELETE FROM post_meta`, ['[1]', 'delete', { id: 1, post_id: 100, key: 'mood', value: 'good' }]],
  ['post_comments', `INSERT INTO post_comments VALUES (102, '[]')`, ['[102]', 'insert', null]],
  ['post_comments', `UPDATE post_comments SET comments = '[]'`, ['[100]', 'update', { comments: '[1]' }]],
  ['post_comments', `DELETE FROM post_comments`, ['[100]', 'delete', { post_id: 100, comments: '[1]' }]],
  ['media', `INSERT INTO media (post_id) VALUES (100)`, ['[100]', 'insert', null]],
  ['media', `UPDATE media SET alt_text = 'A cat'`, ['[102]', 'update', { alt_text: '' }]],
  [
    'media',
    `DELETE FROM media`,
    ['[102]', 'delete', expect.objectContaining({ file: '2026/01/photo.png', height: 8 })],
  ],
  ['post_terms', `INSERT INTO post_terms VALUES (101, 15)`, ['[101,15]', 'insert', null]],
  ['post_terms', `DELETE FROM post_terms WHERE term_id = 15`, ['[100,15]', 'delete', { post_id: 100, term_id: 15 }]],
  [
    'groups',
    `INSERT INTO groups (id, kind, type) VALUES (9, 'post', 'post'); UPDATE item_languages SET group_id = 9 WHERE item_id = 101`,
    ['[9]', 'insert', null],
  ],
  ['groups', `UPDATE groups SET source = 101 WHERE id = 1`, ['[1]', 'update', { source: 100 }]],
  [
    'groups',
    `DELETE FROM item_languages WHERE group_id = 2; DELETE FROM groups WHERE id = 2`,
    ['[2]', 'delete', { id: 2, kind: 'term', type: 'category', source: null }],
  ],
  [
    'item_languages',
    `INSERT INTO groups (id, kind, type) VALUES (9, 'term', 'category'); INSERT INTO item_languages (kind, item_id, type, language_id, group_id, pos) VALUES ('term', 1, 'category', 10, 9, 1)`,
    ['["term",1]', 'insert', null],
  ],
  ['item_languages', `UPDATE item_languages SET pos = 9 WHERE item_id = 101`, ['["post",101]', 'update', { pos: 2 }]],
  [
    'item_languages',
    `DELETE FROM item_languages WHERE item_id = 101`,
    ['["post",101]', 'delete', { kind: 'post', item_id: 101, type: 'post', language_id: 12, group_id: 1, pos: 2 }],
  ],
  ['confirmations', `INSERT INTO confirmations VALUES ('term', 14, 15, 1, 'now')`, ['["term",14]', 'insert', null]],
  [
    'confirmations',
    `UPDATE confirmations SET confirmed_at = 'later'`,
    ['["post",101]', 'update', { confirmed_at: 'now' }],
  ],
  [
    'confirmations',
    `DELETE FROM item_languages WHERE item_id = 101`,
    ['["post",101]', 'delete', { kind: 'post', item_id: 101, source_id: 100, text_id: 1, confirmed_at: 'now' }],
  ],
  [
    'unit_marks',
    `INSERT INTO unit_marks VALUES ('post', 101, 'a1', '', 'omitted')`,
    ['["post",101,"a1",""]', 'insert', null],
  ],
  ['unit_marks', `UPDATE unit_marks SET word = 'same'`, ['["post",101,"a1","b2"]', 'update', { word: 'filled' }]],
  [
    'unit_marks',
    `DELETE FROM item_languages WHERE item_id = 101`,
    [
      '["post",101,"a1","b2"]',
      'delete',
      { kind: 'post', item_id: 101, source_hash: 'a1', target_hash: 'b2', word: 'filled' },
    ],
  ],
  [
    'live_bases',
    `INSERT INTO live_bases (live, kind, uuid, body) VALUES (1, 'term', 'u-2', 8)`,
    ['[1,"term","u-2"]', 'insert', null],
  ],
  ['live_bases', `UPDATE live_bases SET body = 9`, ['[1,"post","u-1"]', 'update', { body: 7 }]],
  [
    'live_bases',
    `DELETE FROM live_bases`,
    ['[1,"post","u-1"]', 'delete', { live: 1, kind: 'post', uuid: 'u-1', body: 7, here_body: null, modified: '' }],
  ],
  [
    'ignored_findings',
    `INSERT INTO ignored_findings VALUES ('post', 101, 'url', 'a1', 'b2')`,
    ['["post",101,"url","a1","b2"]', 'insert', null],
  ],
  [
    'ignored_findings',
    `DELETE FROM item_languages WHERE item_id = 101`,
    [
      '["post",101,"numbers","a1","b2"]',
      'delete',
      { kind: 'post', item_id: 101, check_id: 'numbers', source_hash: 'a1', target_hash: 'b2' },
    ],
  ],
  ['glossary_concepts', `INSERT INTO glossary_concepts (id, uuid) VALUES (2, 'c2')`, ['[2]', 'insert', null]],
  ['glossary_concepts', `UPDATE glossary_concepts SET keep = 1`, ['[1]', 'update', { keep: 0 }]],
  [
    'glossary_concepts',
    `DELETE FROM glossary_concepts`,
    [
      '[1]',
      'delete',
      {
        ...{ id: 1, uuid: 'c1', definition: 'What a lamp throws', domain: '', note: '', keep: 0 },
        ...{ added_at: '', added_by: '' },
      },
    ],
  ],
  ['glossary_words', `UPDATE glossary_words SET status = 'admitted'`, ['[1]', 'update', { status: 'preferred' }]],
  [
    'glossary_words',
    `DELETE FROM glossary_concepts`,
    ['[1]', 'delete', expect.objectContaining({ concept_id: 1, language_id: 10, text: 'beam' })],
  ],
  ['memory_books', `INSERT INTO memory_books (id, uuid, name) VALUES (2, 'b2', 'More')`, ['[2]', 'insert', null]],
  ['memory_books', `UPDATE memory_books SET penalty = 5`, ['[1]', 'update', { penalty: 0 }]],
  ['memory_entries', `UPDATE memory_entries SET target = 'Coucou'`, ['[1]', 'update', { target: 'Salut' }]],
  [
    'memory_entries',
    `DELETE FROM memory_books`,
    ['[1]', 'delete', expect.objectContaining({ book_id: 1, source: 'Hi', target: 'Salut' })],
  ],
];

describe('each table in each way', () => {
  test.each(CASES)('%s: %s', (table, text, [key, op, old]) => {
    const site = filledSite();
    const before = dump(site.db);
    const notice = write(site, text);
    const images = imagesOf(site.db, notice?.id ?? 0).filter((image) => image.tbl === table);
    const found = images.find((image) => image.key === key);
    expect(found && { op: found.op, old: found.old && (JSON.parse(found.old) as unknown) }).toEqual({ op, old });
    const after = dump(site.db);
    expect(after).not.toEqual(before);
    const undone = undoEntry(site, notice?.id ?? 0);
    expect(dump(site.db)).toEqual(before);
    undoEntry(site, undone?.id ?? 0);
    expect(dump(site.db)).toEqual(after);
    undoEntry(site, notice?.id ?? 0);
    expect(dump(site.db)).toEqual(before);
  });

  test('no table is left out', () => {
    expect(new Set(CASES.map(([table]) => table))).toEqual(new Set(JOURNALLED.map(({ table }) => table)));
  });
});

describe('what is hard to record', () => {
  test.each([
    ['a row under another key', `UPDATE settings SET name = 'other' WHERE name = 'domains'`],
    ['half of a key', `UPDATE post_terms SET term_id = 1 WHERE term_id = 15`],
    ['keys that swap', `UPDATE post_meta SET id = 50; UPDATE post_meta SET id = 2, value = 'x'`],
    ['REPLACE', `REPLACE INTO options VALUES ('title', '"Other"')`],
    ['an upsert', `INSERT INTO options VALUES ('title', '1') ON CONFLICT DO UPDATE SET value = '2'`],
    ['cascades', `DELETE FROM posts`],
    [
      'SET NULL',
      `INSERT INTO users (id, uuid, login, role, name, slug, registered_at) VALUES (2, 'u', 'b', 'administrator', 'b', 'b', ''); DELETE FROM users WHERE id = 1`,
    ],
    [
      'a row that comes and goes',
      `INSERT INTO options VALUES ('x', '1'); DELETE FROM options WHERE name = 'x'; INSERT INTO options VALUES ('y', '1')`,
    ],
    [
      'the same row again and again',
      `UPDATE posts SET title = 'a' WHERE id = 100; UPDATE posts SET title = 'b', slug = 'c' WHERE id = 100; DELETE FROM posts WHERE id = 100`,
    ],
    [
      'unique values that swap',
      `UPDATE posts SET uuid = 't' WHERE id = 100; UPDATE posts SET uuid = 'p100' WHERE id = 101; UPDATE posts SET uuid = 'p101' WHERE id = 100`,
    ],
    [
      'a parent made after its child',
      `PRAGMA defer_foreign_keys = ON; INSERT INTO term_meta VALUES (9, 99, 'k', 'v'); INSERT INTO terms (id, uuid, taxonomy, name, slug) VALUES (99, 'u99', 'post_tag', 'x', 'x')`,
    ],
  ])('%s', (_name, text) => {
    const site = filledSite();
    const before = dump(site.db);
    const notice = write(site, text);
    expect(dump(site.db)).not.toEqual(before);
    undoEntry(site, notice?.id ?? 0);
    expect(dump(site.db)).toEqual(before);
  });

  test.each([
    ['quotes', `"' \\ "`],
    ['control characters', 'a\u0000b\u0001\n\r\t\u001f'],
    ['all planes', 'é 夜 😀 \u2028 \ufeff'],
    ['what looks like JSON', '{"a":null}'],
    ['nothing', ''],
    ['very much', 'x'.repeat(100_000)],
  ])('a text of %s', (_name, text) => {
    const site = memorySite();
    change(site, () => run(site.db, sql`INSERT INTO term_meta VALUES (1, 1, 'k', ${text})`));
    const before = dump(site.db);
    const updated = change(site, () => run(site.db, sql`UPDATE term_meta SET value = 'other'`));
    undoEntry(site, updated?.id ?? 0);
    expect(dump(site.db)).toEqual(before);
    const deleted = change(site, () => run(site.db, sql`DELETE FROM term_meta`));
    undoEntry(site, deleted?.id ?? 0);
    expect(dump(site.db)).toEqual(before);
  });
});

describe('what makes no entry', () => {
  test.each([
    ['no change of a value', `UPDATE posts SET title = title`],
    ['a table outside', `INSERT INTO server_options VALUES ('port', '1')`],
    ['a column outside', `UPDATE site SET written_by = '2'`],
    ['nothing at all', `SELECT 1`],
  ])('%s', (_name, text) => {
    const site = filledSite();
    expect(write(site, text)).toBeNull();
    expect(pluck(site.db, sql`SELECT count(*) FROM journal_rows WHERE entry > 1`)).toBe(0);
  });
});

test('a write outside a change is refused by the file', () => {
  const site = filledSite();
  const before = dump(site.db);
  expect(thrown(() => run(site.db, sql`UPDATE options SET value = '1'`))).toMatchObject({
    code: 'SQLITE_CONSTRAINT_FOREIGNKEY',
  });
  expect(dump(site.db)).toEqual(before);
});

test('no trigger calls a function of ours, and each table has its four', () => {
  const site = memorySite();
  const triggers = all<{ tbl_name: string; sql: string }>(
    site.db,
    sql`SELECT tbl_name, sql FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'journal_of_*'`,
  );
  expect(triggers.length).toBe(JOURNALLED.length * 4);
  const called = new Set(
    triggers.flatMap((trigger) => [...trigger.sql.matchAll(/(\w+)\(/g)].map(([, name]) => name?.toLowerCase())),
  );
  const known = ['json_array', 'json_object', 'json_quote', 'substr', 'coalesce', 'max'];
  expect([...called].filter((name) => !known.includes(name ?? ''))).toEqual([]);
});
