import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { historyEntry, historyList } from '../../../core/domain/history.ts';
import { closeSite, openSite, type Site } from '../../../core/site.ts';
import { APPLICATION_ID } from '../../../core/store/database.ts';
import { checkForeignKeys, checkInvariants } from '../../../core/store/invariants.ts';
import { writeJournalTriggers } from '../../../core/store/journal-triggers.ts';
import { migrate } from '../../../core/store/migrate.ts';
import { migrations } from '../../../core/store/migrations/index.ts';
import { setPragmas } from '../../../core/store/pragmas.ts';
import { seedSite } from '../../../core/store/site.ts';
import { all, pluck, run, sql, type WriteDb } from '../../../core/store/sql.ts';
import { change, dump, FIXTURE, memorySite, temporaryFolder, thrown, undoEntry, write } from './support.ts';

/** The last format in which each image and each item had its place in an index at once. */
const BEFORE = 7;

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
function broughtUp(): { site: Site; start: Record<string, unknown[]>; left: Record<string, unknown[]> } {
  const file = join(temporaryFolder(), 'a.polydesk');
  const db = new Database(file) as unknown as WriteDb;
  db.pragma(`application_id = ${APPLICATION_ID}`);
  setPragmas(db, 'file');
  migrate(db, migrations.slice(0, BEFORE), () => undefined);
  seedSite(db, { version: '1.0.0', now: new Date(0) });
  const start = dump(db);
  writeJournalTriggers(db);
  for (const [at, [does, items]] of CHANGES.entries()) writeAsBefore(db, at + 1, { does, items });
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
  { does, items }: { does: string[]; items: [kind: string, id: string | number][] },
): void {
  db.exec('BEGIN IMMEDIATE');
  for (const text of does) db.exec(text);
  const listed = JSON.stringify(items.map(([kind, item]) => ({ kind, id: item, op: 'update' })));
  run(
    db,
    sql`INSERT INTO journal (id, at, author, origin, summary, items, item_count)
        VALUES (${id}, '2026-01-01T00:00:00.000Z', 'admin', 'window', ${`Change ${id}`}, ${listed}, ${items.length})`,
  );
  for (const [kind, item] of items) run(db, sql`INSERT INTO journal_items VALUES (${kind}, ${String(item)}, ${id})`);
  db.exec('COMMIT');
}

const idsOf = (site: Site, filter: object): number[] =>
  historyList(site, { ...filter, limit: 1000 }).entries.map(({ id }) => id);

test('a file of the version before: everything in it can be undone, one after another, and redone', () => {
  const { site, start, left } = broughtUp();
  expect(dump(site.db)).toEqual(left);
  for (let id = CHANGES.length; id >= 1; id--) undoEntry(site, id);
  expect(dump(site.db)).toEqual(start);
  for (let id = CHANGES.length * 2; id > CHANGES.length; id--) undoEntry(site, id);
  expect(dump(site.db)).toEqual(left);
});

test('a file of the version before: its history is found by item, tells what changed, and stands in the way', () => {
  const { site } = broughtUp();
  write(site, `UPDATE posts SET title = 'C' WHERE id = 100`);
  expect(idsOf(site, { kind: 'post', id: '100' })).toEqual([7, 4, 2, 1]);
  expect(idsOf(site, { kinds: ['site'] })).toEqual([6, 3]);
  expect(historyEntry(site, 2).changes).toEqual([
    { kind: 'post', id: 100, field: 'title', before: 'Hello', after: 'A' },
  ]);
  expect(thrown(() => undoEntry(site, 2))).toMatchObject({ code: 'polydesk_conflict', status: 409 });
  undoEntry(site, 7);
  expect(pluck(site.db, sql`SELECT title FROM posts WHERE id = 100`)).toBe('B');
});

test('what is noted of many entries at a time is found all the same: before, in between and after', () => {
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

test('a change of very many rows, which is noted at once, is undone as a whole', () => {
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
