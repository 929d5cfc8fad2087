import { afterAll, expect, test } from 'vitest';
import { openBench, type Bench } from '../support/engine.ts';
import { generateWxr } from './generate.ts';
import { importInto, temporaryFolder } from './support.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const path = folder.file('many.xml', '');
generateWxr(path, 1500);

type Row = Record<string, unknown>;

const rows = ({ engine }: Bench, sql: string): Row[] => engine.site.db.prepare<[], Row>(sql).all();

const CONTENT = [
  'posts',
  'post_terms',
  'post_meta',
  'media',
  'groups',
  'item_languages',
  'terms',
  'languages',
] as const;

test('an import of many items is one entry that can be undone as a whole', () => {
  const bench = openBench();
  const before = CONTENT.map((name) => rows(bench, `SELECT * FROM ${name}`));
  importInto(bench.engine.site, { path });
  expect(rows(bench, 'SELECT DISTINCT entry FROM journal_rows')).toHaveLength(1);
  expect(bench.ask('POST', '/polydesk/v1/history/1/undo', { force: true }).status).toBe(202);
  expect(CONTENT.map((name) => rows(bench, `SELECT * FROM ${name}`))).toEqual(before);
  bench.engine.close();
});

test('an import cancelled while items are stored leaves none, and later writes are journalled', () => {
  const bench = openBench();
  const progress = (done: number, total?: number): void => {
    // Progress counts bytes while reading.
    if (total === 1500 && done >= 700) throw new Error('cancelled');
  };
  expect(() => importInto(bench.engine.site, { path }, { progress })).toThrow('cancelled');
  expect(rows(bench, 'SELECT * FROM posts')).toEqual([]);
  bench.ask('POST', '/wp/v2/posts', { title: 'One more', status: 'publish' });
  expect(rows(bench, "SELECT key FROM journal_rows WHERE tbl = 'posts' AND op = 'insert'")).toHaveLength(1);
  bench.engine.close();
});
