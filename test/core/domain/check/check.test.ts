import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkSite, CHECKS, type Finding } from '../../../../core/domain/check/check.ts';
import { transact } from '../../../../core/domain/history/history.ts';
import { checkForeignKeys, checkInvariants } from '../../../../core/store/file/invariants.ts';
import { bodyOf, openBench, type Bench } from '../../../support/engine.ts';
import { said } from '../../../support/said.ts';
import { FIXTURE, importInto } from '../../../transfer/support.ts';

/** A kind of fault, the statements that plant it, and what it concerns. */
const PLANTED: [kind: string, plant: string, about: string | number][] = [
  ['orphan', `INSERT INTO post_terms VALUES (4, 9999)`, '[4,9999]'],
  ['orphan', `UPDATE posts SET parent = 9999 WHERE id = 27`, '[27]'],
  [
    'orphan',
    `DELETE FROM posts WHERE id = 33; INSERT INTO post_meta (post_id, key, value) VALUES (33, 'a', 'b')`,
    '[39]',
  ],
  ['group-empty', `INSERT INTO groups (id, kind, type) VALUES (500, 'post', 'post')`, 500],
  ['group-source', `UPDATE groups SET source = 9999 WHERE id = 1`, 1],
  [
    'group-member',
    `UPDATE groups SET type = 'page' WHERE id = (SELECT group_id FROM item_languages WHERE kind = 'post' AND item_id = 12)`,
    12,
  ],
  ['language-column', `UPDATE posts SET language_id = 5 WHERE id = 12`, 12],
  [
    'no-language',
    `DELETE FROM item_languages WHERE kind = 'term' AND item_id = 43; DELETE FROM groups WHERE id NOT IN (SELECT group_id FROM item_languages)`,
    43,
  ],
  ['unit-states', `DELETE FROM unit_states; DELETE FROM unit_queue`, 'translations'],
  [
    'blocks-lost',
    `UPDATE posts SET content = 'Text';
     UPDATE posts SET content = '<!-- wp:image --><img src="a.png"/><!-- /wp:image -->'
     WHERE language_id = (SELECT default_language_id FROM site)`,
    9,
  ],
  ['default-language', `UPDATE site SET default_language_id = NULL`, 'default_lang'],
  ['default-language', `UPDATE languages SET active = 0 WHERE term_id = 2`, 'default_lang'],
  ['default-category', `UPDATE site SET default_category_id = 33`, 'default_category'],
  ['default-category', `UPDATE site SET default_category_id = 9999`, 'default_category'],
  [
    'default-category',
    `UPDATE terms SET slug = 'other' WHERE slug = 'uncategorized'; UPDATE site SET default_category_id = 9999`,
    'default_category',
  ],
  ['default-category', `UPDATE site SET default_category_id = 7`, 'default_category'],
  // What a change of its language did once.
  [
    'default-category',
    `INSERT INTO groups (id, kind, type) VALUES (600, 'term', 'category');
     UPDATE item_languages SET group_id = 600, language_id = (SELECT term_id FROM languages WHERE term_id <> (SELECT default_language_id FROM site) LIMIT 1), pos = 1
     WHERE kind = 'term' AND item_id = (SELECT default_category_id FROM site)`,
    'default_category',
  ],
  [
    'default-category-missing',
    `DELETE FROM item_languages WHERE kind = 'term' AND item_id = 12; DELETE FROM terms WHERE id = 12`,
    10,
  ],
  [
    'domain-stale',
    `INSERT INTO settings VALUES ('domains', '{"en":"https://e.example","xx":"https://x.example"}')`,
    'domains',
  ],
  ['menu-stale', `INSERT INTO settings VALUES ('nav_menus', '{"theme":{"top":{"fr":3,"xx":4}}}')`, 'nav_menus'],
  ['type-stale', `UPDATE settings SET value = '["book","gone"]' WHERE name = 'post_types'`, 'post_types'],
  [
    'content-model',
    `UPDATE options SET value = json_insert(value, '$.post_types[#]', json('{"name":"No Name"}')) WHERE name = 'content_model'`,
    'content_model',
  ],
  ['page-lost', `INSERT INTO options VALUES ('page_on_front', '9999')`, 'page_on_front'],
  ['slug-post', `UPDATE posts SET slug = 'only-english' WHERE id = 18`, 18],
  ['slug-term', `UPDATE terms SET slug = 'news' WHERE id = 25`, 25],
  ['image-lost', `UPDATE posts SET featured_media = 9999 WHERE id = 12`, 12],
  ['circle-post', `UPDATE posts SET parent = 29 WHERE id = 24`, 24],
  ['circle-term', `UPDATE terms SET parent = 21 WHERE id = 15`, 15],
  ['parent-taxonomy', `UPDATE terms SET parent = 15 WHERE id = 33`, 33],
  ['language-as-term', `INSERT INTO post_terms VALUES (4, 2)`, 4],
];

describe('the doctor', () => {
  let bench: Bench;
  beforeEach(() => {
    bench = openBench();
    importInto(bench.engine.site, { path: FIXTURE });
  });
  afterEach(() => bench.engine.close());

  const plant = (statements: string): void => {
    const { db } = bench.engine.site;
    db.pragma('foreign_keys = OFF');
    const work = (): { value: null; keep: true } => {
      db.exec(statements);
      return { value: null, keep: true };
    };
    transact(bench.engine.site, bench.admin, work);
    db.pragma('foreign_keys = ON');
  };
  const check = (): Finding[] => bench.ask('GET', '/polydesk/v1/check').body as Finding[];

  test('finds nothing in a healthy site', () => {
    expect(check()).toEqual([]);
    const fresh = openBench();
    expect(fresh.ask('GET', '/polydesk/v1/check').body).toEqual([]);
    for (const locale of ['en_US', 'fr_FR']) fresh.ask('POST', '/pll/v1/languages', { locale });
    for (const lang of ['en', 'fr']) fresh.ask('POST', '/wp/v2/posts', { title: 'A', lang, status: 'publish' });
    expect(fresh.ask('GET', '/polydesk/v1/check').body).toEqual([]);
    fresh.engine.close();
  });

  test.each(PLANTED)('%s: %s', (kind, statements, about) => {
    plant(statements);
    const found = check().filter((finding) => finding.kind === kind);
    expect(found.map((finding) => finding.about.id)).toContain(about);
    for (const { text, repair, params } of found) {
      expect([text, repair]).not.toContain('');
      // Said again by its sort and what stands in it: so it can be said in any language.
      expect(said(`finding.${kind}`, params)).toBe(text);
      if (repair !== null) expect(said(`repair.${kind}`, params)).toBe(repair);
    }
    const answer = bench.ask('POST', '/polydesk/v1/check', { repair: check().map(({ id }) => id) });
    expect(answer.status).toBe(200);
    // What only a person can decide stays.
    expect((answer.body as Finding[]).filter(({ repair }) => repair !== null)).toEqual([]);
    expect([...checkForeignKeys(bench.engine.site.db), ...checkInvariants(bench.engine.site.db)]).toEqual([]);
    // A column that follows from others has no journal.
    if (kind === 'language-column' || kind === 'unit-states' || kind === 'blocks-lost') return;
    const entry = bodyOf(bench.ask('GET', `/polydesk/v1/history/${answer.headers['X-Polydesk-Entry']}`));
    expect(entry['summary']).toMatch(/^Repaired \d+ findings? of the check$/);
  });

  test('unreadable types are reported as hidden, and their items return with them', () => {
    plant(
      `UPDATE options SET value = json_insert(value, '$.post_types[#]', json('{"name":"No Name","taxonomies":7}')) WHERE name = 'content_model'`,
    );
    expect(bench.ask('GET', '/wp/v2/book').status).toBe(404);
    // Nothing that names a type is taken for a leftover as long as nobody knows the types.
    expect(check().map(({ id }) => id)).toEqual(['content-model:shape']);
    expect(check()[0]?.text).toContain('(post_types)');
    expect(() => importInto(bench.engine.site, { path: FIXTURE })).toThrow('Nothing was imported');
    bench.ask('POST', '/polydesk/v1/check', { repair: ['content-model:shape'] });
    expect(bench.ask('GET', '/wp/v2/book').headers['X-WP-Total']).toBe('3');
    expect(bench.ask('GET', '/pll/v1/settings').body).toMatchObject({ post_types: ['book'], taxonomies: ['genre'] });
  });

  test('where nothing of the types can be read only a person can decide', () => {
    plant(`UPDATE options SET value = '7' WHERE name = 'content_model'`);
    const [found, ...others] = check();
    expect(others).toEqual([]);
    expect(found).toMatchObject({ id: 'content-model:shape', repair: null });
    expect(said('finding.content-model', found?.params)).toBe(found?.text);
    const [entry] = bench.ask('GET', '/polydesk/v1/history').body as { id: number }[];
    bench.ask('POST', `/polydesk/v1/history/${entry?.id ?? 0}/undo`, {});
    expect(check()).toEqual([]);
  });

  test('every check has a fault planted above', () => {
    expect(new Set(PLANTED.map(([kind]) => kind))).toEqual(new Set(CHECKS.map(({ name }) => name)));
  });

  test('only the requested findings are repaired, and an unknown finding is rejected', () => {
    plant(`UPDATE terms SET slug = 'news' WHERE id = 25; UPDATE posts SET slug = 'only-english' WHERE id = 18`);
    expect(bench.ask('POST', '/polydesk/v1/check', { repair: ['slug-term:25'] }).body).toMatchObject([
      { id: 'slug-post:18' },
    ]);
    expect(bench.ask('POST', '/polydesk/v1/check', { repair: ['slug-term:25'] }).status).toBe(404);
    expect(checkSite(bench.engine.site)).toHaveLength(1);
  });

  test.each(['editor', 'subscriber'] as const)('a %s sees nothing of it', (role) => {
    expect(bench.ask('GET', '/polydesk/v1/check', undefined, bench.as(role)).status).toBe(403);
  });
});
