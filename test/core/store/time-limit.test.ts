import { expect, test } from 'vitest';
import { transact } from '../../../core/domain/history/history.ts';
import { countPosts, listPostIds, type PostFilter, type PostOrder } from '../../../core/store/content/post-list.ts';
import { listGroups, countGroups } from '../../../core/store/matrix/matrix.ts';
import { insertPost } from '../../../core/store/content/posts.ts';
import { inTime, isTimeOver, TookTooLong, withinTime } from '../../../core/store/time-limit.ts';
import { pluck, sql } from '../../../core/store/sql.ts';
import { openBench } from '../../support/engine.ts';

function openMany(): ReturnType<typeof openBench> {
  const bench = openBench();
  const { site } = bench.engine;
  const now = '2026-01-01T00:00:00';
  const post = { title: 'a', status: 'publish', author: 1, date: now, date_gmt: now, modified: now, modified_gmt: now };
  transact(site, bench.admin, () => {
    for (let at = 0; at < 400; at++) insertPost(site.db, 'post', post);
    return { value: null, keep: true };
  });
  return bench;
}

const FILTER: PostFilter = { type: 'post', statuses: ['publish'] };
const desc = (by: 'date' | 'author' | 'parent'): PostOrder => ({ by, direction: 'desc' });

test.each<[name: string, filter: PostFilter, order: PostOrder]>([
  ['far behind', FILTER, desc('date')],
  ['far behind, by author', FILTER, desc('author')],
  ['of several statuses', { ...FILTER, statuses: ['publish', 'draft'] }, desc('date')],
  ['without an index', FILTER, desc('parent')],
  ['of two letters', { ...FILTER, search: { terms: [{ text: 'zz', not: false }], columns: ['title'] } }, desc('date')],
  ['of an author', { ...FILTER, authors: [1], menuOrder: 0 }, desc('date')],
])('a list %s ends when its time is over, and is the same without a limit', (_name, filter, order) => {
  const bench = openMany();
  const { db } = bench.engine.site;
  const ask = (): number[] => listPostIds(db, filter, { limit: 10, offset: 350, order });
  const whole = ask();
  expect(() => withinTime(db, 0, ask)).toThrow(TookTooLong);
  expect(withinTime(db, 60_000, ask)).toEqual(whole);
  expect(ask()).toEqual(whole);
  bench.engine.close();
});

test('counting, and the matrix, end too', () => {
  const bench = openMany();
  bench.ask('POST', '/pll/v1/languages', { locale: 'fr_FR' });
  const { db } = bench.engine.site;
  expect(() => withinTime(db, 0, () => countPosts(db, { ...FILTER, menuOrder: 0 }))).toThrow(TookTooLong);
  db.exec(`INSERT INTO matrix_groups (group_id, kind, type, source_id, title, modified, members)
    SELECT id, 'post', 'post', id, 'a', '3', 1 FROM posts`);
  const filter = { kind: 'post', type: 'post', modifiedAfter: '2', languages: 1, inactive: [] } as const;
  const order = { by: 'id', descending: false, limit: 10, offset: 0 } as const;
  expect(() => withinTime(db, 0, () => countGroups(db, filter))).toThrow(TookTooLong);
  expect(() => withinTime(db, 0, () => listGroups(db, filter, order))).toThrow(TookTooLong);
  expect(countGroups(db, filter)).toBe(400);
  bench.engine.close();
});

test('a limit holds for its call only, and not longer inside another', () => {
  const bench = openMany();
  const { db } = bench.engine.site;
  expect(isTimeOver(db)).toBe(false);
  const over = withinTime(db, -1, () => withinTime(db, 60_000, () => isTimeOver(db)));
  expect(over).toBe(true);
  expect(isTimeOver(db)).toBe(false);
  expect(inTime(db)).toEqual(['', []]);
  expect(withinTime(db, 0, () => pluck<number>(db, sql`SELECT count(*) FROM site WHERE ${inTime(db)}TRUE`))).toBe(1);
  bench.engine.close();
});
