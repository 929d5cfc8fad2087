import { wordsAsSummary } from '../../../../core/schema/site/summaries.ts';
import { describe, expect, test } from 'vitest';
import { createCaller } from '../../../../core/domain/access/capabilities.ts';
import {
  changesSince,
  historyEntry,
  historyList,
  savepoint,
  transact,
} from '../../../../core/domain/history/history.ts';
import type { Site } from '../../../../core/site.ts';
import { insertPost, updatePost } from '../../../../core/store/content/posts.ts';
import { all, pluck, run, sql } from '../../../../core/store/sql.ts';
import { FIXTURE, admin, change, dump, memorySite, thrown, undoEntry, write } from '../../store/support.ts';

function filledSite(): Site {
  const site = memorySite();
  write(site, ...FIXTURE);
  return site;
}

const setTitle = (site: Site, title: string) =>
  change(site, () => run(site.db, sql`UPDATE posts SET title = ${title} WHERE id = 100`), `Title ${title}`);

describe('transact', () => {
  const option = (site: Site, value: string) =>
    run(site.db, sql`INSERT INTO options VALUES ('a', ${value}) ON CONFLICT DO UPDATE SET value = excluded.value`);

  test('records what changed', () => {
    const site = memorySite();
    const { value, notice } = transact(site, admin, () => ({
      value: option(site, '1').changes,
      keep: true,
      summary: wordsAsSummary('Set a'),
    }));
    expect(value).toBe(1);
    expect(notice).toEqual({
      id: 1,
      at: '2026-01-01T00:00:01.000Z',
      author: 'admin',
      origin: 'window',
      summary: 'Set a',
      code: 'text',
      params: { text: 'Set a' },
      items: [{ kind: 'site', id: 'a', op: 'update' }],
    });
  });

  test.each([
    [
      'says not to keep',
      (site: Site) => transact(site, admin, () => ({ value: option(site, '1'), keep: false })).notice,
    ],
    [
      'throws',
      (site: Site) =>
        thrown(() =>
          transact(site, admin, () => {
            option(site, '1');
            throw new Error('no');
          }),
        ) && null,
    ],
    [
      'breaks a deferred key',
      (site: Site) =>
        thrown(() =>
          change(site, () => {
            option(site, '1');
            run(site.db, sql`UPDATE site SET default_language_id = 99`);
          }),
        ) && null,
    ],
  ])('stores nothing when the work %s', (_name, work) => {
    const site = memorySite();
    const before = dump(site.db);
    expect(work(site)).toBeNull();
    expect(dump(site.db)).toEqual(before);
    expect(pluck(site.db, sql`SELECT (SELECT count(*) FROM journal) + (SELECT count(*) FROM journal_rows)`)).toBe(0);
    expect(site.db.inTransaction).toBe(false);
  });

  test('data outside of the site is stored without an entry', () => {
    const site = memorySite();
    expect(write(site, `INSERT INTO server_options VALUES ('port', '1')`)).toBeNull();
    expect(pluck(site.db, sql`SELECT value FROM server_options`)).toBe('1');
  });

  test('one inside another is a fault of ours', () => {
    const site = memorySite();
    expect(thrown(() => change(site, () => change(site, () => undefined)))).toMatchObject({
      message: expect.stringContaining('savepoint') as string,
    });
  });

  test('items of a larger change stand alone', () => {
    const site = memorySite();
    const notice = change(site, () => {
      savepoint(site, () => ({ keep: true, done: run(site.db, sql`INSERT INTO options VALUES ('kept', '1')`) }));
      savepoint(site, () => ({ keep: false, done: run(site.db, sql`INSERT INTO options VALUES ('left', '1')`) }));
      thrown(() =>
        savepoint(site, () => {
          run(site.db, sql`INSERT INTO options VALUES ('thrown', '1')`);
          throw new Error('no');
        }),
      );
    });
    expect(notice?.items).toEqual([{ kind: 'site', id: 'kept', op: 'update' }]);
    expect(all(site.db, sql`SELECT name FROM options`)).toEqual([{ name: 'kept' }]);
  });
});

describe('what an entry touched', () => {
  test.each<[string, string, unknown[]]>([
    ['a setting', `UPDATE settings SET value = '3' WHERE name = 'force_lang'`, ['settings force_lang update']],
    ['the default language', `UPDATE site SET default_language_id = 12`, ['settings default_lang update']],
    ['a site option', `DELETE FROM options`, ['site title update']],
    [
      'a new language, twin and all',
      `INSERT INTO terms (id, uuid, taxonomy, name, slug) VALUES (30, 'a', 'language', 'D', 'de'), (31, 'b', 'term_language', 'D', 'w'); INSERT INTO languages (term_id, twin_id, locale, is_rtl) VALUES (30, 31, 'de_DE', 0)`,
      ['language 30 create'],
    ],
    ['a renamed language', `UPDATE terms SET name = 'F' WHERE id IN (12, 13)`, ['language 12 update']],
    ['a twin alone', `UPDATE terms SET name = 'F' WHERE id = 13`, ['language 12 update']],
    [
      'a deleted language',
      `DELETE FROM item_languages WHERE language_id = 12; DELETE FROM terms WHERE id IN (12, 13)`,
      ['post 101 update', 'memory 1 update', 'user 1 update', 'language 12 delete'],
    ],
    [
      'a deleted term with its meta',
      `UPDATE item_languages SET pos = 2 WHERE kind = 'term'; DELETE FROM item_languages WHERE kind = 'term'; DELETE FROM groups WHERE id = 2; DELETE FROM terms WHERE id = 14`,
      ['term 14 delete', 'group 2 delete', 'post 100 update'],
    ],
    ['meta of a post', `UPDATE post_meta SET value = 'bad'`, ['post 100 update']],
    ['a medium', `UPDATE posts SET title = 'P' WHERE id = 102`, ['media 102 update']],
    [
      'what came and went',
      `INSERT INTO terms (id, uuid, taxonomy, name, slug) VALUES (50, 'x', 'post_tag', 'x', 'x'); INSERT INTO term_meta VALUES (9, 50, 'k', 'v'); DELETE FROM terms WHERE id = 50; UPDATE options SET value = '1'`,
      ['site title update'],
    ],
    ['what was replaced', `REPLACE INTO term_meta VALUES (1, 14, 'colour', 'blue')`, ['term 14 update']],
  ])('%s', (_name, statement, items) => {
    const site = filledSite();
    const notice = write(site, statement);
    expect(notice?.items.map(({ kind, id, op }) => `${kind} ${id} ${op}`)).toEqual(items);
    expect(
      historyEntry(site, notice?.id ?? 0)
        .items.map(({ kind, id, op }) => `${kind} ${id} ${op}`)
        .sort(),
    ).toEqual(items.toSorted());
  });
});

describe('the list', () => {
  function site3(): Site {
    const site = filledSite();
    const eve = createCaller({ name: 'eve', userId: 2, role: 'editor', origin: 'token', token: 'deploy' });
    setTitle(site, 'One');
    transact(site, eve, () => ({
      value: run(site.db, sql`UPDATE options SET value = '1'`),
      keep: true,
      summary: wordsAsSummary('By Eve'),
    }));
    setTitle(site, 'Two');
    return site;
  }

  test.each<[string, Parameters<typeof historyList>[1], number[], number]>([
    ['newest first', { limit: 50 }, [4, 3, 2, 1], 4],
    ['a page', { limit: 2 }, [4, 3], 4],
    ['the next page', { limit: 2, before: 3 }, [2, 1], 4],
    ['by author', { limit: 50, author: 'eve' }, [3], 1],
    ['by token', { limit: 50, token: 'deploy' }, [3], 1],
    ['by kind', { limit: 50, kind: 'site' }, [3, 1], 2],
    ['by item', { limit: 50, kind: 'post', id: '100' }, [4, 2, 1], 3],
    ['by id alone', { limit: 50, id: '100' }, [4, 2, 1], 3],
    ['by what is not', { limit: 50, kind: 'post', id: '7' }, [], 0],
  ])('%s', (_name, query, ids, total) => {
    const { entries, total: found } = historyList(site3(), query);
    expect([entries.map(({ id }) => id), found]).toEqual([ids, total]);
  });

  test('an entry has the author, the origin and the change', () => {
    expect(historyList(site3(), { limit: 1, author: 'eve' }).entries[0]).toEqual({
      id: 3,
      at: '2026-01-01T00:00:03.000Z',
      author: 'eve',
      origin: 'token',
      token: 'deploy',
      summary: 'By Eve',
      code: 'text',
      params: { text: 'By Eve' },
      items: [{ kind: 'site', id: 'title', op: 'update' }],
      item_count: 1,
      undone_by: null,
      undoes: null,
    });
  });

  test.each<[string, number, number, number[] | number]>([
    ['from the start', 0, 50, [1, 2, 3, 4]],
    ['from the middle', 2, 50, [3, 4]],
    ['so many', 1, 2, [2, 3]],
    ['nothing new', 4, 50, []],
    ['ahead of us', 5, 50, 410],
  ])('changes %s', (_name, since, limit, wanted) => {
    const site = site3();
    if (typeof wanted === 'number')
      expect(thrown(() => changesSince(site, since, limit))).toMatchObject({ code: 'polydesk_gone', status: wanted });
    else
      expect([
        changesSince(site, since, limit).entries.map(({ id }) => id),
        changesSince(site, since, limit).latest,
      ]).toEqual([wanted, 4]);
  });

  test('a pruned entry is gone, an unknown one is not found', () => {
    const site = site3();
    site.db.exec(
      'DELETE FROM journal_items WHERE entry <= 2; DELETE FROM journal_keys WHERE entry <= 2; DELETE FROM journal_rows WHERE entry <= 2; DELETE FROM journal WHERE id <= 2',
    );
    expect(thrown(() => historyEntry(site, 2))).toMatchObject({ code: 'polydesk_gone', status: 410 });
    expect(thrown(() => undoEntry(site, 1))).toMatchObject({ code: 'polydesk_gone', status: 410 });
    expect(thrown(() => changesSince(site, 1, 50))).toMatchObject({ code: 'polydesk_gone', status: 410 });
    expect(changesSince(site, 2, 50).entries.length).toBe(2);
    expect(thrown(() => historyEntry(site, 5))).toMatchObject({ status: 404 });
    expect(thrown(() => historyEntry(site, 0))).toMatchObject({ status: 404 });
  });
});

describe('what an entry changed', () => {
  test.each<[string, string, unknown[]]>([
    [
      'fields before and after',
      `UPDATE posts SET title = 'A', sticky = 1 WHERE id = 100`,
      [
        ['post', 100, 'title', 'Hello', 'A'],
        ['post', 100, 'sticky', false, true],
      ],
    ],
    [
      'a setting as JSON',
      `UPDATE settings SET value = '{"fr":"x"}' WHERE name = 'domains'`,
      [['settings', 'domains', 'value', { en: 'http://en.test' }, { fr: 'x' }]],
    ],
    [
      'the default language by its code',
      `UPDATE site SET default_language_id = 12`,
      [['settings', 'default_lang', 'value', 'en', 'fr']],
    ],
    [
      'the language of an item by its code',
      `UPDATE item_languages SET language_id = 12 WHERE kind = 'term'`,
      [['term', 14, 'lang', 'en', 'fr']],
    ],
    ['meta by its key', `UPDATE post_meta SET value = 'bad'`, [['post', 100, 'meta[mood]', 'good', 'bad']]],
    [
      'terms by their taxonomy',
      `DELETE FROM post_terms WHERE term_id = 15; INSERT INTO post_terms VALUES (101, 14)`,
      [
        ['post', 100, 'post_tag', 15, null],
        ['post', 101, 'category', null, 14],
      ],
    ],
    [
      'a language once, not twice',
      `UPDATE terms SET name = 'F' WHERE id IN (12, 13)`,
      [['language', 12, 'name', 'Français', 'F']],
    ],
    [
      'what came',
      `INSERT INTO terms (id, uuid, taxonomy, name, slug) VALUES (20, 'x', 'post_tag', 'T', 't')`,
      [
        ['term', 20, 'taxonomy', null, 'post_tag'],
        ['term', 20, 'name', null, 'T'],
        ['term', 20, 'slug', null, 't'],
      ],
    ],
    [
      'only the last of several',
      `UPDATE posts SET title = 'A' WHERE id = 100; UPDATE posts SET title = 'B' WHERE id = 100`,
      [['post', 100, 'title', 'Hello', 'B']],
    ],
  ])('%s', (_name, statement, changes) => {
    const site = filledSite();
    const id = write(site, statement)?.id ?? 0;
    const rows = () =>
      historyEntry(site, id).changes.map(({ kind, id: item, field, before, after }) => [
        kind,
        item,
        field,
        before,
        after,
      ]);
    expect(rows()).toEqual(expect.arrayContaining(changes));
    expect(rows().length).toBe(changes.length);
    // Later changes do not alter the record of earlier ones.
    undoEntry(site, id);
    expect(rows().length).toBe(changes.length);
    expect(rows()).toEqual(expect.arrayContaining(changes));
  });
});

test('of a change of very many rows the first are shown, each with all that happened to it', () => {
  const site = memorySite();
  const now = '2026-01-01T00:00:00';
  const dates = { status: 'publish', date: now, date_gmt: now, modified: now, modified_gmt: now };
  const ids: number[] = [];
  const notice = change(site, () => {
    for (let at = 0; at < 1200; at++) ids.push(insertPost(site.db, 'post', { title: `Post ${at}`, ...dates }));
    for (const title of ['Twice', 'Three times']) updatePost(site.db, ids[0] ?? 0, { title });
  });
  const { changes, has_more } = historyEntry(site, notice?.id ?? 0);
  expect(has_more).toBe(true);
  const titles = changes.filter(({ field }) => field === 'title');
  expect(titles).toHaveLength(1000);
  expect(titles[0]).toMatchObject({ id: ids[0], before: null, after: 'Three times' });
  expect(titles[999]).toMatchObject({ id: ids[999], before: null, after: 'Post 999' });
  const whole = change(site, () => ids.slice(0, 1000).forEach((id) => updatePost(site.db, id, { title: 'All' })));
  expect(historyEntry(site, whole?.id ?? 0)).toMatchObject({ has_more: false, changes: { length: 1000 } });
});
