import { describe, expect, test } from 'vitest';
import { historyEntry, historyList } from '../../../../core/domain/history/history.ts';
import type { Site } from '../../../../core/site.ts';
import { pluck, run, sql } from '../../../../core/store/sql.ts';
import { FIXTURE, change, dump, memorySite, thrown, undoEntry, write } from '../../store/support.ts';

function filledSite(): Site {
  const site = memorySite();
  write(site, ...FIXTURE);
  return site;
}

const title = (site: Site) => pluck(site.db, sql`SELECT title FROM posts WHERE id = 100`);
const setTitle = (site: Site, text: string) =>
  change(site, () => run(site.db, sql`UPDATE posts SET title = ${text} WHERE id = 100`), `Title ${text}`);

describe('undo, redo and so on', () => {
  test('each is a change of its own, and names the other', () => {
    const site = filledSite();
    setTitle(site, 'A');
    expect(undoEntry(site, 2)).toMatchObject({ id: 3, origin: 'undo', summary: 'Undid “Title A”' });
    expect(title(site)).toBe('Hello');
    expect(undoEntry(site, 3)).toMatchObject({ id: 4, summary: 'Redid “Title A”' });
    expect(title(site)).toBe('A');
    expect(undoEntry(site, 4)).toMatchObject({ id: 5, summary: 'Undid “Title A”' });
    expect(title(site)).toBe('Hello');
    const links = historyList(site, { limit: 4 }).entries.map(({ id, undoes, undone_by }) => [id, undoes, undone_by]);
    expect(links).toEqual([
      [5, 4, null],
      [4, 3, 5],
      [3, 2, null],
      [2, null, 3],
    ]);
  });

  test('what was undone cannot be undone again, what was redone can', () => {
    const site = filledSite();
    setTitle(site, 'A');
    undoEntry(site, 2);
    expect(thrown(() => undoEntry(site, 2))).toMatchObject({ code: 'polydesk_gone', status: 410 });
    undoEntry(site, 3);
    undoEntry(site, 2);
    expect(title(site)).toBe('Hello');
  });

  test('a deleted item comes back under its id and UUID, with all that hung on it', () => {
    const site = filledSite();
    const before = dump(site.db);
    write(site, `UPDATE groups SET source = NULL`, `DELETE FROM posts WHERE id = 100`);
    undoEntry(site, 2);
    expect(dump(site.db)).toEqual(before);
  });
});

/** Conflicts of an undo: the change to undo, the later change, the conflicts, and whether force helps. */
const CONFLICTS: [string, { first: string[]; later: string[]; conflicts: unknown; forced: boolean | null }][] = [
  [
    'the same field',
    {
      first: [`UPDATE posts SET title = 'A' WHERE id = 100`],
      later: [`UPDATE posts SET title = 'B' WHERE id = 100`],
      conflicts: [{ kind: 'post', id: 100, field: 'title', now: 'B', then: 'A' }],
      forced: true,
    },
  ],
  [
    'the same setting',
    {
      first: [`UPDATE settings SET value = '1' WHERE name = 'force_lang'`],
      later: [`UPDATE settings SET value = '3' WHERE name = 'force_lang'`],
      conflicts: [{ kind: 'settings', id: 'force_lang', field: 'value', now: 3, then: 1 }],
      forced: true,
    },
  ],
  [
    'a field of what was made',
    {
      first: [`INSERT INTO terms (id, uuid, taxonomy, name, slug) VALUES (50, 'x', 'post_tag', 'T', 't')`],
      later: [`UPDATE terms SET name = 'Later' WHERE id = 50`],
      conflicts: [{ kind: 'term', id: 50, field: 'name', now: 'Later', then: 'T' }],
      forced: true,
    },
  ],
  [
    'what was changed is gone',
    {
      first: [`UPDATE terms SET name = 'A' WHERE id = 15`],
      later: [`DELETE FROM terms WHERE id = 15`],
      conflicts: [{ kind: 'term', id: 15, field: 'name', now: null, then: 'A' }],
      forced: false,
    },
  ],
  [
    'what was deleted is there again',
    {
      first: [`DELETE FROM options WHERE name = 'title'`],
      later: [`INSERT INTO options VALUES ('title', '"Other"')`],
      conflicts: [{ kind: 'site', id: 'title', field: 'value', now: 'Other', then: null }],
      forced: false,
    },
  ],
  [
    'posts use the language that would go',
    {
      first: [
        `INSERT INTO terms (id, uuid, taxonomy, name, slug) VALUES (30, 'a', 'language', 'D', 'de'), (31, 'b', 'term_language', 'D', 'w')`,
        `INSERT INTO languages (term_id, twin_id, locale, is_rtl) VALUES (30, 31, 'de_DE', 0)`,
      ],
      later: [`UPDATE item_languages SET language_id = 30 WHERE item_id = 101`],
      conflicts: [{ kind: 'post', id: 101, field: 'lang', now: 'de', then: null }],
      forced: false,
    },
  ],
  [
    'the language that would go is the default',
    {
      first: [
        `INSERT INTO terms (id, uuid, taxonomy, name, slug) VALUES (30, 'a', 'language', 'D', 'de'), (31, 'b', 'term_language', 'D', 'w')`,
        `INSERT INTO languages (term_id, twin_id, locale, is_rtl) VALUES (30, 31, 'de_DE', 0)`,
      ],
      later: [`UPDATE site SET default_language_id = 30`],
      conflicts: [{ kind: 'settings', id: 'default_lang', field: 'value', now: 'de', then: '' }],
      forced: false,
    },
  ],
  [
    'meta was added to what would go',
    {
      first: [`INSERT INTO terms (id, uuid, taxonomy, name, slug) VALUES (50, 'x', 'post_tag', 'T', 't')`],
      later: [`INSERT INTO term_meta VALUES (9, 50, 'k', 'v')`],
      conflicts: [expect.objectContaining({ kind: 'term', id: 50 })],
      forced: false,
    },
  ],
  [
    'a post has the tag that would go',
    {
      first: [`INSERT INTO terms (id, uuid, taxonomy, name, slug) VALUES (50, 'x', 'post_tag', 'T', 't')`],
      later: [`INSERT INTO post_terms VALUES (101, 50)`],
      conflicts: [{ kind: 'post', id: 101, field: 'post_tag', now: 50, then: null }],
      forced: false,
    },
  ],
  [
    'one post of many that have the tag is not of the change',
    {
      first: [
        `INSERT INTO terms (id, uuid, taxonomy, name, slug) VALUES (50, 'x', 'post_tag', 'T', 't')`,
        `INSERT INTO posts (uuid, type, status, date, date_gmt, modified, modified_gmt)
         SELECT 'n' || value, 'post', 'draft', '', '', '', '' FROM json_each('[${Array.from({ length: 60 }, (_, i) => i).join()}]')`,
        `INSERT INTO post_terms SELECT id, 50 FROM posts WHERE id > 102`,
      ],
      later: [
        `INSERT INTO posts (id, uuid, type, status, date, date_gmt, modified, modified_gmt) VALUES (999, 'late', 'post', 'draft', '', '', '', '')`,
        `INSERT INTO post_terms VALUES (999, 50)`,
      ],
      conflicts: [{ kind: 'post', id: 999, field: 'post_tag', now: 50, then: null }],
      forced: false,
    },
  ],
  [
    'a unique code was taken since',
    {
      first: [`UPDATE terms SET slug = 'fra' WHERE id = 12`],
      later: [`UPDATE settings SET value = '{}' WHERE name = 'domains'`, `UPDATE terms SET slug = 'fr' WHERE id = 10`],
      conflicts: [],
      forced: false,
    },
  ],
  [
    'what it referred to is gone',
    {
      first: [`UPDATE posts SET author = NULL WHERE id = 100`],
      later: [
        `INSERT INTO users (id, uuid, login, role, name, slug, registered_at) VALUES (2, 'u', 'b', 'administrator', 'b', 'b', '')`,
        `DELETE FROM users WHERE id = 1`,
      ],
      conflicts: [{ kind: 'post', id: 100, field: 'author', now: null, then: 1 }],
      forced: false,
    },
  ],
  [
    'an empty value was taken away',
    {
      first: [`INSERT INTO term_meta VALUES (8, 14, 'empty', '')`],
      later: [`DELETE FROM term_meta WHERE id = 8`],
      conflicts: [expect.objectContaining({ kind: 'term', id: 14 })],
      forced: null,
    },
  ],
  [
    'a rule would break: parents in a circle',
    {
      first: [`UPDATE terms SET parent = NULL WHERE id = 71`],
      later: [`UPDATE terms SET parent = 71 WHERE id = 70`],
      conflicts: [],
      forced: false,
    },
  ],
];

describe('conflicts', () => {
  test.each(CONFLICTS)('%s', (_name, { first, later, conflicts, forced }) => {
    const site = filledSite();
    write(
      site,
      `INSERT INTO terms (id, uuid, taxonomy, name, slug, parent) VALUES (70, 'y', 'category', 'Y', 'y', NULL), (71, 'z', 'category', 'Z', 'z', 70)`,
    );
    const id = write(site, ...first)?.id ?? 0;
    write(site, ...later);
    const before = dump(site.db);
    expect(thrown(() => undoEntry(site, id))).toMatchObject({
      code: 'polydesk_conflict',
      status: 409,
      extra: { data: { conflicts } },
    });
    expect(dump(site.db)).toEqual(before);
    if (forced) {
      expect(undoEntry(site, id, true)).toMatchObject({ origin: 'undo' });
      return;
    }
    // null: nothing is left to take back.
    const status = forced === null ? 410 : 409;
    expect(thrown(() => undoEntry(site, id, true))).toMatchObject({ status });
    expect(dump(site.db)).toEqual(before);
  });

  test.each([
    ['another field', `UPDATE posts SET slug = 'b' WHERE id = 100`],
    ['another row', `UPDATE posts SET title = 'b' WHERE id = 101`],
    ['there and back', `UPDATE posts SET title = 'b' WHERE id = 100; UPDATE posts SET title = 'A' WHERE id = 100`],
  ])('%s is none', (_name, later) => {
    const site = filledSite();
    setTitle(site, 'A');
    write(site, later);
    undoEntry(site, 2);
    expect(title(site)).toBe('Hello');
  });

  test('a later change that was undone is none', () => {
    const site = filledSite();
    setTitle(site, 'A');
    setTitle(site, 'B');
    undoEntry(site, 3);
    undoEntry(site, 2);
    expect(title(site)).toBe('Hello');
  });

  test('with force only the fields of the entry come back', () => {
    const site = filledSite();
    setTitle(site, 'A');
    write(site, `UPDATE posts SET title = 'B', slug = 'kept' WHERE id = 100`);
    undoEntry(site, 2, true);
    expect(pluck(site.db, sql`SELECT title || ' ' || slug FROM posts WHERE id = 100`)).toBe('Hello kept');
  });
});

describe('secrets', () => {
  const set = (site: Site, value: unknown) =>
    change(
      site,
      () =>
        run(
          site.db,
          sql`INSERT INTO settings VALUES ('machine_translation_services', ${JSON.stringify(value)}) ON CONFLICT DO UPDATE SET value = excluded.value`,
        ),
      'Set the service',
    );
  const stored = (site: Site): unknown =>
    JSON.parse(
      pluck<string>(site.db, sql`SELECT value FROM settings WHERE name = 'machine_translation_services'`) ?? 'null',
    );
  const service = (api_key: string, formality: string) => ({ mt_provider: { api_key, formality } });

  test('never shown', () => {
    const site = memorySite();
    set(site, service('id-1', 'default'));
    set(site, service('id-2', 'prefer_more'));
    expect(JSON.stringify([1, 2].map((id) => historyEntry(site, id)))).not.toContain('id-');
    expect(historyEntry(site, 2).changes).toEqual([
      {
        kind: 'settings',
        id: 'machine_translation_services',
        field: 'value',
        before: service('********', 'default'),
        after: service('********', 'prefer_more'),
      },
    ]);
  });

  test('the key stays as it is now, the rest comes back', () => {
    const site = memorySite();
    set(site, service('id-1', 'default'));
    set(site, service('id-2', 'prefer_more'));
    set(site, service('id-3', 'prefer_more'));
    expect(undoEntry(site, 2)?.summary).toBe('Undid “Set the service” (the key is unchanged)');
    expect(stored(site)).toEqual({ mt_provider: { formality: 'default', api_key: 'id-3' } });
    expect(undoEntry(site, 4)?.summary).toBe('Redid “Set the service” (the key is unchanged)');
    expect(stored(site)).toEqual(service('id-3', 'prefer_more'));
  });

  test('undoing the first write keeps the key and nothing else', () => {
    const site = memorySite();
    set(site, service('id-1', 'prefer_more'));
    undoEntry(site, 1);
    expect(stored(site)).toEqual({ mt_provider: { api_key: 'id-1' } });
  });

  test('a key that was taken away does not come back', () => {
    const site = memorySite();
    set(site, service('id-1', 'default'));
    set(site, service('', 'prefer_more'));
    undoEntry(site, 2);
    expect(stored(site)).toEqual({ mt_provider: { formality: 'default' } });
  });

  test('nothing but a key: nothing to bring back', () => {
    const site = memorySite();
    set(site, { mt_provider: { api_key: 'id-1' } });
    set(site, { mt_provider: { api_key: 'id-2' } });
    expect(thrown(() => undoEntry(site, 2))).toMatchObject({ code: 'polydesk_gone', status: 410 });
    expect(stored(site)).toEqual({ mt_provider: { api_key: 'id-2' } });
  });
});
