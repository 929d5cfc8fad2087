// A site file with a foreign schema: reported before any of it runs, and removed by the repair.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSite } from '../../../../core/site.ts';
import { OpenError } from '../../../../core/store/file/failures.ts';
import { migrations } from '../../../../core/store/file/migrations/index.ts';
import { schemaDifference } from '../../../../core/store/file/own-schema.ts';
import { recoverSite } from '../../../../core/store/file/recover.ts';
import type { ReadDb } from '../../../../core/store/sql.ts';
import { createEngine, type Engine } from '../../../../core/engine/engine.ts';
import { createMemorySecrets } from '../../../../core/server/host/secrets.ts';
import { windowCaller } from '../../../../core/server/http/session.ts';

/** Counts to a thousand, in place of the minute that an attacker takes, and leaves a trace. */
const SLOW = `WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 1000) SELECT max(n) FROM c`;

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'polydesk-schema-'));
  file = join(folder, 'a.polydesk');
  served((engine) => post(engine, 'Mine'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function served<T>(work: (engine: Engine) => T): T {
  const engine = createEngine(openSite(file, { version: '0.0.0-test' }), { secrets: createMemorySecrets() });
  try {
    return work(engine);
  } finally {
    engine.close();
  }
}

function post(engine: Engine, title: string): number {
  const body = { title, status: 'publish' };
  return engine.dispatch({ method: 'POST', path: '/wp/v2/posts', body }, windowCaller(engine.site)).status;
}

const titles = (): unknown =>
  served(({ site }) => site.db.prepare("SELECT title FROM posts WHERE type = 'post' ORDER BY id").pluck().all());

function build(...statements: string[]): void {
  const db = new Database(file);
  db.unsafeMode(true);
  for (const statement of statements) db.exec(statement);
  db.close();
}

function refusal(): OpenError | undefined {
  try {
    openSite(file, { version: '0.0.0-test' }).close();
    return undefined;
  } catch (error) {
    if (error instanceof OpenError) return error;
    throw error;
  }
}

test('a site as it was made has nothing foreign, of any version', () => {
  expect(refusal()).toBeUndefined();
  served(({ site }) =>
    expect(schemaDifference(site.db as ReadDb)).toEqual({ foreign: [], missing: [], lostTables: [] }),
  );
});

const FOREIGN: [string, string[], string][] = [
  ['a trigger', [`CREATE TRIGGER own AFTER INSERT ON posts BEGIN ${SLOW}; END`], 'the trigger "own"'],
  [
    'a trigger on a table of its own',
    ['CREATE TABLE trace (a)', 'CREATE TRIGGER own AFTER UPDATE ON posts BEGIN INSERT INTO trace VALUES (1); END'],
    'the table "trace"',
  ],
  ['a view', [`CREATE VIEW more AS ${SLOW}`], 'the view "more"'],
  ['an index', ["CREATE INDEX slow ON posts (printf('%1000s', title))"], 'the index "slow"'],
  ['a table', ['CREATE TABLE theirs (a)', 'INSERT INTO theirs VALUES (1)'], 'the table "theirs"'],
  ['a search index', ['CREATE VIRTUAL TABLE theirs USING fts5 (a)'], 'the table "theirs"'],
  [
    'a trigger under the name of ours',
    [
      'DROP TRIGGER IF EXISTS posts_counted',
      'CREATE TRIGGER Journal_of_posts_insert2 AFTER INSERT ON posts BEGIN SELECT 1; END',
    ],
    'the trigger "Journal_of_posts_insert2"',
  ],
  [
    'an index of ours that is another',
    ['DROP INDEX terms_name', 'CREATE INDEX terms_name ON terms (name)'],
    'the index "terms_name"',
  ],
  ['an index of ours that is gone', ['DROP INDEX terms_name'], 'the index "terms_name" is missing'],
];

test.each(FOREIGN)('%s is reported, and removed by the repair', (_name, statements, told) => {
  build(...statements);
  const bytes = readFileSync(file);
  expect(refusal()).toMatchObject({ code: 'foreign', message: expect.stringContaining(told) });
  expect(readFileSync(file).equals(bytes)).toBe(true);
  expect(recoverSite(file)).toMatchObject({ how: 'schema', parts: expect.arrayContaining([told]) });
  expect(refusal()).toBeUndefined();
  expect(titles()).toEqual(['Mine']);
  expect(served((engine) => post(engine, 'Later'))).toBe(201);
  // What was there before is kept as it was.
  const kept = readdirSync(folder).find((name) => name.includes(' damaged '));
  expect(readFileSync(join(folder, kept ?? '')).equals(bytes)).toBe(true);
});

test('control: without the comparison a foreign trigger runs with the first write', () => {
  served((engine) => {
    // Put in after the comparison.
    engine.site.db.exec('CREATE TABLE trace (a)');
    engine.site.db.exec(`CREATE TRIGGER own AFTER INSERT ON posts BEGIN INSERT INTO trace ${SLOW}; END`);
    expect(post(engine, 'More')).toBe(201);
    expect(engine.site.db.prepare('SELECT a FROM trace').pluck().all()).toEqual([1000]);
  });
});

test.each<[string, string[]]>([
  ['a table that is missing', ['PRAGMA foreign_keys = OFF', 'DROP TABLE post_comments']],
  ['a table with a column more', ['ALTER TABLE posts ADD COLUMN theirs TEXT']],
])('%s is damage: its rows cannot be told', (_name, statements) => {
  build(...statements);
  expect(refusal()).toMatchObject({ code: 'damaged' });
  expect(() => recoverSite(file)).toThrow('no intact backup');
});

test('a foreign trigger in a file of an older format is reported before the file is upgraded', () => {
  rmSync(file);
  makeOlder(5);
  build(`CREATE TRIGGER own AFTER UPDATE ON posts BEGIN ${SLOW}; END`);
  expect(refusal()).toMatchObject({ code: 'foreign', message: expect.stringContaining('the trigger "own"') });
});

/** Makes a file of a format before ours. */
function makeOlder(format: number): void {
  const db = new Database(file);
  db.pragma('application_id = 1347374169');
  for (const { sql } of migrations.slice(0, format)) db.exec(sql);
  db.pragma(`user_version = ${format}`);
  db.close();
}
