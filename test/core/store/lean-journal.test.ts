import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { historyEntry, historyList } from '../../../core/domain/history/history.ts';
import { closeSite, openSite, type Site } from '../../../core/site.ts';
import { APPLICATION_ID } from '../../../core/store/file/database.ts';
import { checkForeignKeys, checkInvariants } from '../../../core/store/file/invariants.ts';
import { JOURNALLED, writeJournalTriggers } from '../../../core/store/journal/triggers.ts';
import { migrate } from '../../../core/store/file/migrate.ts';
import { migrations } from '../../../core/store/file/migrations/index.ts';
import { setPragmas } from '../../../core/store/file/pragmas.ts';
import { seedSite } from '../../../core/store/site/site.ts';
import { all, pluck, run, sql, type WriteDb } from '../../../core/store/sql.ts';
import { change, dump, FIXTURE, hasTable, memorySite, temporaryFolder, thrown, undoEntry, write } from './support.ts';

/** The last format that indexed each image and item immediately, and the last with sentences. */
const BEFORE = [7, 8];

/** What each entry did, and the items that the program of then noted of it. */
const CHANGES: [does: string[], items: [kind: string, id: string | number][]][] = [
  [FIXTURE, [['post', 100]]],
  [[`UPDATE posts SET title = 'A' WHERE id = 100`], [['post', 100]]],
  [[`INSERT INTO options VALUES ('slogan', '"Mine"')`], [['site', 'slogan']]],
  [[`UPDATE posts SET title = 'B', sticky = 1 WHERE id = 100`], [['post', 100]]],
  [[`DELETE FROM posts WHERE id = 101`], [['post', 101]]],
  [[`UPDATE options SET value = '"Yours"' WHERE name = 'slogan'`], [['site', 'slogan']]],
];

/** A file as the version before wrote it, opened by this one; its tables at the start, and as they were left. */
function broughtUp(format: number): { site: Site; start: Record<string, unknown[]>; left: Record<string, unknown[]> } {
  const file = join(temporaryFolder(), 'a.polydesk');
  const db = new Database(file) as unknown as WriteDb;
  db.pragma(`application_id = ${APPLICATION_ID}`);
  setPragmas(db, 'file');
  migrate(db, migrations.slice(0, format), () => undefined);
  seedSite(db, { version: '1.0.0', now: new Date(0) });
  const start = dump(db);
  writeJournalTriggers(
    db,
    JOURNALLED.filter(({ table }) => hasTable(db, table)),
  );
  for (const [at, [does, items]] of CHANGES.entries())
    writeAsBefore(db, at + 1, { does, items: format < 8 ? items : [], listed: items });
  const left = dump(db);
  db.close();
  const site = openSite(file, { version: '1.0.0' });
  onTestFinished(() => {
    expect([...checkForeignKeys(site.db), ...checkInvariants(site.db)]).toEqual([]);
    closeSite(site);
  });
  return { site, start, left };
}

function writeAsBefore(
  db: WriteDb,
  id: number,
  {
    does,
    items,
    listed: touched,
  }: Record<'items' | 'listed', [kind: string, id: string | number][]> & { does: string[] },
): void {
  db.exec('BEGIN IMMEDIATE');
  const isThere = (text: string): boolean => hasTable(db, /^INSERT INTO (\w+)/.exec(text)?.[1] ?? 'posts');
  for (const text of does.filter(isThere)) db.exec(text);
  const listed = JSON.stringify(touched.map(([kind, item]) => ({ kind, id: item, op: 'update' })));
  run(
    db,
    sql`INSERT INTO journal (id, at, author, origin, summary, items, item_count)
        VALUES (${id}, '2026-01-01T00:00:00.000Z', 'admin', 'window', ${`Change ${id}`}, ${listed}, ${touched.length})`,
  );
  for (const [kind, item] of items) run(db, sql`INSERT INTO journal_items VALUES (${kind}, ${String(item)}, ${id})`);
  db.exec('COMMIT');
}

const idsOf = (site: Site, filter: object): number[] =>
  historyList(site, { ...filter, limit: 1000 }).entries.map(({ id }) => id);

test.each(BEFORE)('a file of format %i: everything in it can be undone, one after another, and redone', (format) => {
  const { site, start, left } = broughtUp(format);
  expect(dump(site.db)).toEqual(left);
  for (let id = CHANGES.length; id >= 1; id--) undoEntry(site, id);
  expect(dump(site.db)).toEqual(start);
  for (let id = CHANGES.length * 2; id > CHANGES.length; id--) undoEntry(site, id);
  expect(dump(site.db)).toEqual(left);
});

test.each(BEFORE)('a file of format %i: its history is unchanged, and can be searched', (format) => {
  const { site } = broughtUp(format);
  expect(historyList(site, { limit: 1 }).entries).toMatchObject([
    { id: 6, summary: 'Change 6', code: 'text', params: { text: 'Change 6' } },
  ]);
  expect(idsOf(site, { search: 'change 6' })).toEqual([6]);
  expect(idsOf(site, { search: 'window' })).toEqual([]);
  expect(undoEntry(site, 6)).toMatchObject({ summary: 'Undid “Change 6”' });
  expect(undoEntry(site, 7)).toMatchObject({ summary: 'Redid “Change 6”' });
  expect(idsOf(site, { search: '6 change' })).toEqual([8, 7, 6]);
});

test.each(BEFORE)(
  'a file of format %i: its history is found by item, tells what changed, and is in the way',
  (format) => {
    const { site } = broughtUp(format);
    write(site, `UPDATE posts SET title = 'C' WHERE id = 100`);
    expect(idsOf(site, { kind: 'post', id: '100' })).toEqual([7, 4, 2, 1]);
    expect(idsOf(site, { kinds: ['site'] })).toEqual([6, 3]);
    expect(historyEntry(site, 2).changes).toEqual([
      { kind: 'post', id: 100, field: 'title', before: 'Hello', after: 'A' },
    ]);
    expect(thrown(() => undoEntry(site, 2))).toMatchObject({ code: 'polydesk_conflict', status: 409 });
    undoEntry(site, 7);
    expect(pluck(site.db, sql`SELECT title FROM posts WHERE id = 100`)).toBe('B');
  },
);

test('items filed together for many entries are found: before, in between and after', () => {
  const site = memorySite();
  write(site, ...FIXTURE);
  const wanted: number[] = [1];
  const filed = new Set<unknown>();
  for (let i = 0; i < 600; i++) {
    const isPost = i % 7 === 0;
    const notice = change(site, (db) =>
      isPost
        ? run(db, sql`UPDATE posts SET title = ${`T${i}`} WHERE id = 100`)
        : run(db, sql`INSERT INTO options VALUES ('n', ${i}) ON CONFLICT DO UPDATE SET value = excluded.value`),
    );
    if (isPost) wanted.unshift(notice?.id ?? 0);
    filed.add(pluck(site.db, sql`SELECT listed FROM journal_filed`));
    if (i % 50 === 0) expect(idsOf(site, { kind: 'post', id: '100' })).toEqual(wanted);
  }
  // Twice in 600 changes and not with each of them.
  expect(filed.size).toBe(3);
  expect(historyEntry(site, wanted[3] ?? 0).changes).toMatchObject([{ field: 'title', after: 'T574' }]);
  expect(historyEntry(site, wanted.at(-2) ?? 0).changes).toMatchObject([{ before: 'Hello', after: 'T0' }]);
});

test('a change of very many rows, filed immediately, is undone as a whole', () => {
  const site = memorySite();
  write(site, ...FIXTURE);
  const before = dump(site.db);
  write(
    site,
    `INSERT INTO options SELECT 'n' || value, '1' FROM json_each('[${Array.from({ length: 1500 }, (_, n) => n).join()}]')`,
  );
  expect(idsOf(site, { kind: 'site', id: 'n1499' })).toEqual([2]);
  write(site, `DELETE FROM posts WHERE id = 101`);
  write(site, `UPDATE options SET value = '2' WHERE name = 'n7'`);
  expect(thrown(() => undoEntry(site, 2))).toMatchObject({ status: 409 });
  for (const id of [4, 3, 2]) undoEntry(site, id);
  expect(dump(site.db)).toEqual(before);
  expect(all(site.db, sql`SELECT id FROM journal WHERE id NOT IN (SELECT entry FROM journal_rows)`)).toEqual([]);
});
