// A list that stops before everything was examined says so; a list that need not stop does not.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Dict } from '../../../core/types.ts';
import { run, sql } from '../../../core/store/sql.ts';
import { bodyOf, openBench, type Bench } from '../../support/engine.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
  return () => bench.engine.close();
});

const read = (path: string, query: Dict) => bench.engine.dispatch({ method: 'GET', path, query }, bench.admin);
const idOf = (answer: { body: unknown }): number => (answer.body as { id: number }).id;
/** So many posts, the last of them last. */
const posts = (count: number, fields: (n: number) => Dict): number[] =>
  Array.from({ length: count }, (_, n) =>
    idOf(bench.ask('POST', '/wp/v2/posts', { title: `p${n}`, status: 'publish', ...fields(n) })),
  );

test('every sticky post comes before the first page', () => {
  posts(103, (n) => ({ sticky: n < 102 }));
  const { body } = read('/wp/v2/posts', { ignore_sticky: 'false', per_page: 1 });
  expect((body as { sticky: boolean }[]).filter(({ sticky }) => sticky)).toHaveLength(102);
});

test('obstacles to an undo are listed in part and counted in full', () => {
  bench.ask('POST', '/pll/v1/languages', { locale: 'en_US' });
  const made = bench.ask('POST', '/pll/v1/languages', { locale: 'fr_FR' });
  posts(60, () => ({ lang: 'fr' }));
  const refused = bench.ask('POST', `/polydesk/v1/history/${made.headers['X-Polydesk-Entry']}/undo`, {});
  expect(refused.status).toBe(409);
  const { conflicts, total } = bodyOf(refused)['data'] as { conflicts: unknown[]; total: number };
  expect(total).toBeGreaterThanOrEqual(60);
  expect(conflicts.length).toBeLessThan(total);
});

test('if only the newest contents were searched for a file, its uses report that', () => {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-limits-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = { path: join(folder, 'a.txt'), name: 'a.txt', type: 'text/plain', size: 1 };
  writeFileSync(file.path, 'a');
  const headers = { 'content-type': file.type, 'content-disposition': 'attachment; filename="a.txt"' };
  const sent = { method: 'POST', path: '/wp/v2/media', query: {}, headers, file };
  const media = idOf(bench.engine.dispatch(sent, bench.admin));
  const path = `/polydesk/v1/media/${media}/uses`;
  posts(200, () => ({ content: `<img class="wp-image-${media}">` }));
  expect(read(path, {}).headers).not.toHaveProperty('X-Polydesk-Newest');
  posts(1, () => ({ content: `<img class="wp-image-${media}">` }));
  const answer = read(path, {});
  expect(answer.headers).toMatchObject({ 'X-Polydesk-Newest': '200' });
  expect((answer.body as unknown[]).length).toBe(200);
});

test('one or two letters are searched in the newest items, and more are reported; longer words never', () => {
  const { db } = bench.engine.site;
  run(
    db,
    sql`INSERT INTO post_search (rowid, title, excerpt, content)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2001) SELECT i + 1000, 'title', '', '' FROM n`,
  );
  const find = (q: string) => read('/polydesk/v1/find', { q }).headers['X-Polydesk-Newest'];
  expect(find('ti')).toBe('2000');
  expect(find('ti title')).toBeUndefined();
  run(db, sql`DELETE FROM post_search WHERE rowid = 1001`);
  expect(find('ti')).toBeUndefined();
});
