import { afterAll, expect, test } from 'vitest';
import { ROW_TRIGGERS } from '../../core/store/import-bulk.ts';
import { openBench, type Bench } from '../support/engine.ts';
import { generateWxr } from './generate.ts';
import { importInto, temporaryFolder } from './support.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const path = folder.file('many.xml', '');
generateWxr(path, 1500);

type Row = Record<string, unknown>;

function rows({ engine }: Bench, sql: string): Row[] {
  return engine.site.db.prepare<[], Row>(sql).all();
}

const TRIGGERS = "SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'trigger'";
/** Their order: SQLite fires them by it. */
const OF_INSERTS = `${TRIGGERS} AND sql LIKE '% INSERT ON %' ORDER BY rowid`;
/** What differs with every import: made up identifiers, moments, the order of images, and the trigger of a test. */
const OWN = new Set(['uuid', 'at', 'confirmed_at', 'created_at', 'seq', 'site_id', 'registered_at', 'written_by']);

/** Every row of every table. */
function contents(bench: Bench): Map<string, string[]> {
  const tables = rows(bench, "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'");
  return new Map(
    tables.flatMap(({ name }) => {
      if (name === 'sqlite_schema' || name === 'sqlite_stat1' || name === 'sqlite_stat4') return [];
      const all = rows(bench, `SELECT * FROM ${String(name)}`).map((row) =>
        JSON.stringify(Object.entries(row).filter(([column]) => !OWN.has(column))),
      );
      return [[String(name), all.toSorted()] as const];
    }),
  );
}

/** A trigger nobody knows: what it does cannot be done for many rows at once. */
function withStranger(bench: Bench): Bench {
  bench.engine.site.db.exec('CREATE TRIGGER stranger AFTER INSERT ON posts BEGIN SELECT 1; END');
  return bench;
}

test('items stored at once leave every table as those stored row by row do', () => {
  const [atOnce, byRow] = [openBench(), withStranger(openBench())];
  for (const bench of [atOnce, byRow]) importInto(bench.engine.site, { path });
  const [one, other] = [contents(atOnce), contents(byRow)];
  // Among them what the triggers note.
  for (const name of ['journal_rows', 'journal_keys', 'post_counts', 'author_counts', 'term_counts', 'matrix_items'])
    expect(other.get(name)?.length ?? 0).toBeGreaterThan(5);
  expect([...one.keys()]).toEqual([...other.keys()]);
  for (const [name, all] of one) expect([name, all]).toEqual([name, other.get(name)]);
  for (const bench of [atOnce, byRow]) bench.engine.close();
});

test('the images of such an import are numbered in the order in which they can be taken back', () => {
  const bench = openBench();
  importInto(bench.engine.site, { path });
  const entries = rows(bench, 'SELECT DISTINCT entry FROM journal_rows');
  expect(entries).toHaveLength(1);
  const numbers = rows(bench, 'SELECT min(seq) AS first, max(seq) AS last, count(*) AS n FROM journal_rows');
  expect(numbers).toEqual([{ first: 1, last: numbers[0]?.['n'], n: numbers[0]?.['n'] }]);
  const untouched = openBench();
  const before = contents(untouched);
  untouched.engine.close();
  expect(bench.ask('POST', '/polydesk/v1/history/1/undo', { force: true }).status).toBe(202);
  const after = contents(bench);
  for (const name of ['posts', 'post_terms', 'post_meta', 'media', 'groups', 'item_languages', 'terms', 'languages'])
    expect([name, after.get(name)]).toEqual([name, before.get(name)]);
  bench.engine.close();
});

test('the triggers of the file are those that are known, and stand there as before, in their order', () => {
  const bench = openBench();
  const [all, inserts] = [rows(bench, TRIGGERS), rows(bench, OF_INSERTS)];
  const tables = new Set(['posts', 'post_terms', 'post_meta', 'media', 'post_comments', 'groups', 'item_languages']);
  const own = inserts.filter(({ tbl_name }) => tables.has(String(tbl_name))).map(({ name }) => name);
  // One more here is one that an import at once has to do the work of.
  expect(own.toSorted()).toEqual(ROW_TRIGGERS.toSorted());
  importInto(bench.engine.site, { path });
  expect(new Set(rows(bench, TRIGGERS).map((row) => JSON.stringify(row)))).toEqual(
    new Set(all.map((row) => JSON.stringify(row))),
  );
  const left = (found: Row[]): unknown[] => found.map(({ name }) => name).filter((name) => own.includes(String(name)));
  expect(left(rows(bench, OF_INSERTS))).toEqual(left(inserts));
  // They fire: a new item is an entry that can be taken back.
  bench.ask('POST', '/wp/v2/posts', { title: 'One more', status: 'publish' });
  expect(rows(bench, "SELECT key FROM journal_rows WHERE entry = 2 AND tbl = 'posts' AND op = 'insert'")).toHaveLength(
    1,
  );
  bench.engine.close();
});

test('an import that is cancelled while they are away leaves them', () => {
  const bench = openBench();
  const before = rows(bench, `${TRIGGERS} ORDER BY rowid`);
  let wasAway = false;
  const progress = (done: number, total?: number): void => {
    // Reading counts bytes.
    if (total !== 1500 || done < 700) return;
    wasAway = rows(bench, OF_INSERTS).every(({ name }) => !ROW_TRIGGERS.includes(String(name)));
    throw new Error('cancelled');
  };
  expect(() => importInto(bench.engine.site, { path }, { progress })).toThrow('cancelled');
  expect(wasAway).toBe(true);
  expect(rows(bench, `${TRIGGERS} ORDER BY rowid`)).toEqual(before);
  expect(rows(bench, 'SELECT * FROM posts')).toEqual([]);
  bench.ask('POST', '/wp/v2/posts', { title: 'One more', status: 'publish' });
  expect(rows(bench, "SELECT key FROM journal_rows WHERE tbl = 'posts' AND op = 'insert'")).toHaveLength(1);
  bench.engine.close();
});
