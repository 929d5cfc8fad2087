import { afterAll, expect, test } from 'vitest';
import { drainSearchQueue, foldForSearch } from '../../core/domain/posts/search-index.ts';
import { openBench, type Bench } from '../support/engine.ts';
import { generateWxr } from './generate.ts';
import { FIXTURE, importInto, temporaryFolder } from './support.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Whether the index of texts holds what the items say, and nothing else; and whether it still waits for some. */
function indexOf({ engine }: Bench): { waits: number; differs: number; extra: number } {
  const { db } = engine.site;
  const count = (sql: string): number => db.prepare<[], number>(sql).pluck().get() ?? 0;
  const waits = count('SELECT count(*) FROM search_queue');
  // Throws where the pieces of the index and the texts it keeps disagree.
  db.exec("INSERT INTO post_search (post_search, rank) VALUES ('integrity-check', 0)");
  const texts = db.prepare<[], Row>(
    `SELECT p.title, p.excerpt, p.content, s.title AS t, s.excerpt AS e, s.content AS c
     FROM posts AS p LEFT JOIN post_search AS s ON s.rowid = p.id`,
  );
  const differs = texts
    .all()
    .filter((row) =>
      [row.title, row.excerpt, row.content].some((text, at) => foldForSearch(text) !== [row.t, row.e, row.c][at]),
    );
  return {
    waits,
    differs: differs.length,
    extra: count('SELECT count(*) FROM post_search WHERE rowid NOT IN (SELECT id FROM posts)'),
  };
}

type Row = Record<'title' | 'excerpt' | 'content', string> & Record<'t' | 'e' | 'c', string | null>;

const WHOLE = { waits: 0, differs: 0, extra: 0 };

test('what an import brought is found at once, as if each item had been written by hand', () => {
  const bench = openBench();
  importInto(bench.engine.site, { path: FIXTURE });
  expect(indexOf(bench)).toEqual(WHOLE);
  bench.engine.close();
});

test('the same where the numbers of the file were those of items that are gone, and the search has not heard of it', () => {
  const bench = openBench();
  const path = `${folder.path}/some.xml`;
  generateWxr(path, 60);
  importInto(bench.engine.site, { path });
  expect(bench.ask('POST', '/polydesk/v1/history/1/undo', {}).status).toBe(200);
  // Control: it still lists them.
  expect(indexOf(bench)).toMatchObject({ extra: 60 });
  importInto(bench.engine.site, { path });
  expect(indexOf(bench)).toEqual(WHOLE);
  bench.engine.close();
});

test('a second import that changes items leaves the search with the new texts', () => {
  const bench = openBench();
  importInto(bench.engine.site, { path: FIXTURE });
  const { db } = bench.engine.site;
  const id = db.prepare<[], number>("SELECT id FROM posts WHERE type = 'post' ORDER BY id LIMIT 1").pluck().get() ?? 0;
  bench.ask('POST', `/wp/v2/posts/${id}`, { content: 'quite another text' });
  // Control: until it is worked out, the search knows the old text.
  expect(indexOf(bench)).toMatchObject({ waits: 1, differs: 1 });
  importInto(bench.engine.site, { path: FIXTURE });
  expect(indexOf(bench)).toEqual(WHOLE);
  drainSearchQueue(bench.engine.site);
  expect(indexOf(bench)).toEqual(WHOLE);
  bench.engine.close();
});

test('more items than go into the index with one statement', () => {
  const bench = openBench();
  const path = `${folder.path}/many.xml`;
  generateWxr(path, 3000);
  importInto(bench.engine.site, { path });
  expect(indexOf(bench)).toEqual(WHOLE);
  bench.engine.close();
});

/** What is compared, one step after the other and without a short way. */
function slowly(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
}

test('every character is compared as its script wants it, alone and beside others', () => {
  const wrong: string[] = [];
  for (let code = 0; code <= 0x1ffff; code += 1) {
    const one = String.fromCodePoint(code);
    for (const text of [one, `é${one}`, `${one}َ`])
      if (foldForSearch(text) !== slowly(text)) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});
