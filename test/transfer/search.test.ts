import { readFileSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { drainSearchQueue, foldForSearch } from '../../core/domain/content/posts/search-index.ts';
import { searchShape, takeSearchFile, withSearchFile } from '../../core/store/content/search-file.ts';
import { startIndexThread } from '../../core/transfer/apply/index-thread.ts';
import { openBench, type Bench } from '../support/engine.ts';
import { generateWxr } from './generate.ts';
import { FIXTURE, importInto, temporaryFolder } from './support.ts';

/** More than fit one batch of the index, and than its thread may have queued; `npm run test:long` runs 10,300. */
const MANY = Number(process.env['IMPORT_ITEMS'] ?? 1300);

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

test('imported items are found immediately, as if each had been written by hand', () => {
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

test('more items than are indexed in one go', () => {
  const bench = openBench();
  const path = `${folder.path}/many.xml`;
  generateWxr(path, MANY);
  importInto(bench.engine.site, { path });
  expect(indexOf(bench)).toEqual(WHOLE);
  bench.engine.close();
});

/** What is compared, one step after the other and without a short way. */
function slowly(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
}

test('every character is folded for its script, alone and next to others', () => {
  const wrong: string[] = [];
  for (let code = 0; code <= 0x1ffff; code += 1) {
    const one = String.fromCodePoint(code);
    for (const text of [one, `é${one}`, `${one}َ`])
      if (foldForSearch(text) !== slowly(text)) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
});

describe('an index that another thread makes', () => {
  test('contains the texts of the items; it can be searched, changed and undone as any other', () => {
    const bench = openBench();
    const { db } = bench.engine.site;
    // The connection has used the index before.
    const id = idOf(
      bench.ask('POST', '/wp/v2/posts', { title: 'Before', status: 'publish', content: 'soon gone' }).body,
    );
    expect(found(bench, 'soon gone')).toEqual([id]);
    bench.ask('DELETE', `/wp/v2/posts/${id}`, { force: true });
    expect(found(bench, 'soon gone')).toEqual([]);
    const path = `${folder.path}/beside.xml`;
    generateWxr(path, MANY);
    importInto(bench.engine.site, { path, indexThread: true });
    expect(indexOf(bench)).toEqual(WHOLE);
    const late = MANY - 82;
    expect(found(bench, `"Item ${late}"`)).toEqual([late]);
    bench.ask('POST', `/wp/v2/posts/${late}`, { title: 'Quite another', content: 'newest words' });
    expect(found(bench, 'newest words')).toEqual([late]);
    expect(found(bench, `"Item ${late}"`)).toEqual([]);
    expect(indexOf(bench)).toEqual(WHOLE);
    const last = db.prepare<[], number>("SELECT id FROM journal WHERE origin = 'import'").pluck().get() ?? 0;
    expect(bench.ask('POST', `/polydesk/v1/history/${last}/undo`, { force: true }).status).toBe(202);
    expect(found(bench, 'Item')).toEqual([]);
    expect(indexOf(bench)).toEqual(WHOLE);
    bench.engine.close();
  });

  test.each([
    ['an item has a number twice', (xml: string) => xml.replace('<wp:post_id>20<', '<wp:post_id>30<')],
    ['an item has no number', (xml: string) => xml.replace('<wp:post_id>20<', '<wp:post_id>none<')],
    [
      'an item cannot be stored',
      (xml: string) => xml.replace('<![CDATA[page]]></wp:post_type>', '<![CDATA[a b]]></wp:post_type>'),
    ],
    ['the file is upside down', (xml: string) => upsideDown(xml)],
  ])('is right where %s', (_why, change) => {
    const bench = openBench();
    const path = `${folder.path}/odd.xml`;
    generateWxr(path, 60);
    const changed = change(readFileSync(path, 'utf8'));
    expect(changed).not.toBe(readFileSync(path, 'utf8'));
    writeFileSync(path, changed);
    importInto(bench.engine.site, { path, indexThread: true });
    expect(indexOf(bench)).toEqual(WHOLE);
    bench.engine.close();
  });

  test('is not wanted where the site has items', () => {
    const bench = openBench();
    const id = idOf(bench.ask('POST', '/wp/v2/posts', { title: 'Mine', status: 'publish', content: 'that stay' }).body);
    expect(found(bench, 'that stay')).toEqual([id]);
    importInto(bench.engine.site, { path: FIXTURE, indexThread: true });
    expect(found(bench, 'that stay')).toEqual([id]);
    expect(indexOf(bench)).toEqual(WHOLE);
    bench.engine.close();
  });

  test('is removed with an import that is cancelled at any point', () => {
    const path = `${folder.path}/cancelled.xml`;
    generateWxr(path, 300);
    for (const times of [1, 5, 40, 200]) {
      const bench = openBench();
      let left = times;
      const cancel = { progress: () => assertWanted((left -= 1) > 0) };
      expect(() => importInto(bench.engine.site, { path, indexThread: true }, cancel)).toThrow('cancelled');
      expect(bench.engine.site.db.prepare('SELECT count(*) FROM post_search').pluck().get()).toBe(0);
      expect(indexOf(bench)).toEqual(WHOLE);
      importInto(bench.engine.site, { path, indexThread: true });
      expect(indexOf(bench)).toEqual(WHOLE);
      bench.engine.close();
    }
  });

  test('may fail: the import does not wait for it then', () => {
    const bench = openBench();
    const { site } = bench.engine;
    const index = startIndexThread(site, { shape: 'no statement', folder: folder.path });
    // More than may wait for it.
    const content = 'text '.repeat(30_000);
    for (let source = 1; source <= 100; source += 1) index.add({ source, title: '', excerpt: '', content });
    index.end();
    // There is nothing to be taken: it would throw.
    expect(index.lend(() => index.take([], () => undefined))).toBe(false);
    index.close();
    bench.engine.close();
  });

  test.each([
    ['takes over an index whose pieces the connection forgets', true],
    ['control: goes on with the pieces it knows', false],
  ])('%s', (_what, forgets) => {
    const path = `${folder.path}/taken-${forgets}.sqlite`;
    const bench = openBench();
    const { db } = bench.engine.site;
    const made = new Database(path);
    made.exec(searchShape(db) ?? '');
    for (let id = 1; id <= 50; id += 1) made.prepare(INSERT).run(id, `told ${id}`);
    made.close();
    db.prepare(INSERT).run(1, 'known');
    db.exec('DELETE FROM post_search');
    const match = "SELECT count(*) FROM post_search WHERE post_search MATCH 'told'";
    expect(db.prepare(match).pluck().get()).toBe(0);
    const take = forgets ? () => void takeSearchFile(db, path) : () => takeByHand(db, path);
    withSearchFile(db, () => db.transaction(take)());
    const write = (): unknown => db.prepare(INSERT).run(51, 'told 51');
    if (!forgets) expect(write).toThrow();
    else {
      write();
      expect(db.prepare(match).pluck().get()).toBe(51);
    }
    bench.engine.close();
  });
});

const INSERT = "INSERT INTO post_search (rowid, title, excerpt, content) VALUES (?, ?, '', '')";

/** What `takeSearchFile` does, but for one thing. */
function takeByHand(db: Bench['engine']['site']['db'], path: string): void {
  db.prepare('ATTACH ? AS indexed').run(path);
  db.unsafeMode(true);
  for (const table of ['data', 'idx', 'content', 'docsize'].map((name) => `post_search_${name}`))
    db.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM indexed.${table}`);
  db.unsafeMode(false);
}

/** Posts that a search finds. */
function found(bench: Bench, search: string): number[] {
  const { body } = bench.engine.dispatch({ method: 'GET', path: '/wp/v2/posts', query: { search } }, bench.admin);
  return (body as { id: number }[]).map(({ id }) => id);
}

function idOf(body: unknown): number {
  return (body as { id: number }).id;
}

/** The same items, the last one first. */
function upsideDown(xml: string): string {
  const items = xml.match(/<item>[^]*?<\/item>\n/g) ?? [];
  const start = xml.indexOf('<item>');
  return xml.slice(0, start) + items.toReversed().join('') + xml.slice(start + items.join('').length);
}

function assertWanted(isWanted: boolean): void {
  if (!isWanted) throw new Error('cancelled');
}
