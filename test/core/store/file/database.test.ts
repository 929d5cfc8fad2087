import Database from 'better-sqlite3';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { closeSite, openSite, type Site } from '../../../../core/site.ts';
import { APPLICATION_ID, openDatabase } from '../../../../core/store/file/database.ts';
import { migrations, type Migration } from '../../../../core/store/file/migrations/index.ts';
import { assertPragmas } from '../../../../core/store/file/pragmas.ts';
import { siteRow } from '../../../../core/store/site/site.ts';
import { all, pluck, rawSql, sql } from '../../../../core/store/sql.ts';
import { openElsewhere } from '../programs.ts';
import { change, dump, hashes, memorySite, temporaryFolder, thrown, write } from '../support.ts';

const NOBODY = 65_534;
const open = (file: string, version = '1.0.0'): Site => openSite(file, { version });

/** A closed site with a change. */
function closedSite(folder = temporaryFolder()): string {
  const file = join(folder, 'a.polydesk');
  const site = open(file);
  write(site, `INSERT INTO options VALUES ('title', '"Mine"')`);
  closeSite(site);
  return file;
}

describe('a new site', () => {
  test('has an administrator, a default category, no history', () => {
    const file = join(temporaryFolder(), 'new site #1?%.polydesk');
    const site = open(file);
    expect(all(site.db, sql`SELECT id, login, name, role FROM users`)).toEqual([
      { id: 1, login: 'admin', name: 'admin', role: 'administrator' },
    ]);
    expect(all(site.db, sql`SELECT id, taxonomy, name, slug FROM terms`)).toEqual([
      { id: 1, taxonomy: 'category', name: 'Uncategorized', slug: 'uncategorized' },
    ]);
    expect(siteRow(site.db)).toMatchObject({
      default_language_id: null,
      default_category_id: 1,
      written_by: '1.0.0',
      previous_version: '',
    });
    expect(pluck(site.db, sql`SELECT count(*) FROM journal_rows`)).toBe(0);
    expect(pluck(site.db, sql`PRAGMA application_id`)).toBe(APPLICATION_ID);
    closeSite(site);
  });

  test('appears whole: nothing is left of its making', () => {
    const folder = temporaryFolder();
    closeSite(open(join(folder, 'a.polydesk')));
    expect(readdirSync(folder).sort()).toEqual(['a.polydesk', 'a.polydesk.lock']);
  });

  test('in memory it is as in a file: the same shape, rows and numbers, time after time', () => {
    const made = open(join(temporaryFolder(), 'a.polydesk'));
    const shape = sql`SELECT type, name, sql FROM sqlite_schema WHERE name <> 'sqlite_stat1' ORDER BY type, name`;
    const numbers = sql`SELECT name, seq FROM sqlite_sequence ORDER BY name`;
    for (const site of [open(':memory:'), open(':memory:')]) {
      expect(all(site.db, shape)).toEqual(all(made.db, shape));
      expect(all(site.db, numbers)).toEqual(all(made.db, numbers));
      for (const table of ['users', 'terms', 'options', 'journal', 'journal_rows']) {
        const count = sql`SELECT count(*) FROM ${rawSql(table)}`;
        expect(pluck(site.db, count), table).toBe(pluck(made.db, count));
      }
      expect(siteRow(site.db).site_id).not.toBe(siteRow(made.db).site_id);
      write(site, `INSERT INTO options VALUES ('title', '"Mine"')`);
      closeSite(site);
    }
    closeSite(made);
  });

  test('knows which version wrote it before', () => {
    const file = join(temporaryFolder(), 'a.polydesk');
    for (const version of ['1.0.0', '1.0.0', '1.1.0', '1.2.0']) closeSite(open(file, version));
    const site = open(file, '1.2.0');
    expect(siteRow(site.db)).toMatchObject({ written_by: '1.2.0', previous_version: '1.1.0' });
    closeSite(site);
  });
});

describe('pragmas', () => {
  test('every one reads as set, on a file and in memory', () => {
    const site = open(join(temporaryFolder(), 'a.polydesk'));
    assertPragmas(site.db, 'file');
    expect(site.db.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(site.db.pragma('synchronous', { simple: true })).toBe(2);
    closeSite(site);
    assertPragmas(open(':memory:').db, 'memory');
  });

  test.each([
    'synchronous = NORMAL',
    'foreign_keys = OFF',
    'recursive_triggers = OFF',
    'trusted_schema = ON',
    'mmap_size = 1000000',
  ])('control: %s is noticed', (pragma) => {
    const site = open(join(temporaryFolder(), 'a.polydesk'));
    site.db.pragma(pragma);
    expect(thrown(() => assertPragmas(site.db, 'file'))).toMatchObject({ code: 'disk' });
    closeSite(site);
  });
});

/** What is refused: how the file comes to be, and the refusal. */
const REFUSED: [string, (file: string) => void, { code: string; exitCode: number }][] = [
  ['an empty file', (file) => writeFileSync(file, ''), { code: 'not_ours', exitCode: 1 }],
  ['a text', (file) => writeFileSync(file, 'Dear diary, '.repeat(100)), { code: 'not_ours', exitCode: 1 }],
  ['a folder', (file) => mkdirSync(file), { code: 'not_ours', exitCode: 1 }],
  ['a database of others', (file) => makeForeign(file, 'delete'), { code: 'not_ours', exitCode: 1 }],
  ['a database of others in WAL mode', (file) => makeForeign(file, 'wal'), { code: 'not_ours', exitCode: 1 }],
  ['a newer site', (file) => makeNewer(file), { code: 'newer', exitCode: 78 }],
  ['a newer site whose number is in the log', (file) => makeNewer(file, 'in the log'), { code: 'newer', exitCode: 78 }],
  ['a site cut off', (file) => cutOff(file), { code: 'damaged', exitCode: 1 }],
  ['a site with a zeroed page', (file) => zeroPage(file), { code: 'damaged', exitCode: 1 }],
  ['a site with a view for a table', (file) => viewForPosts(file), { code: 'damaged', exitCode: 1 }],
];

function makeForeign(file: string, mode: string): void {
  const db = new Database(file);
  db.pragma(`journal_mode = ${mode}`);
  db.exec('CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)');
  db.close();
}

function makeNewer(file: string, where = ''): void {
  copyFileSync(closedSite(), file);
  const db = new Database(file);
  db.pragma('user_version = 9999');
  if (where) {
    // As after a crash: the log waits beside the file.
    const folder = temporaryFolder();
    db.pragma('journal_mode = WAL');
    db.pragma('user_version = 1');
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.pragma('user_version = 9999');
    copyFileSync(file, join(folder, 'main'));
    copyFileSync(`${file}-wal`, join(folder, 'log'));
    db.close();
    copyFileSync(join(folder, 'main'), file);
    copyFileSync(join(folder, 'log'), `${file}-wal`);
  } else db.close();
}

function cutOff(file: string): void {
  copyFileSync(closedSite(), file);
  truncateSync(file, 8192);
}

function viewForPosts(file: string): void {
  copyFileSync(closedSite(), file);
  const db = new Database(file);
  db.pragma('foreign_keys = OFF');
  db.pragma('legacy_alter_table = ON');
  db.exec('ALTER TABLE posts RENAME TO other; CREATE VIEW posts AS SELECT * FROM other');
  db.close();
}

function zeroPage(file: string): void {
  copyFileSync(closedSite(), file);
  const db = new Database(file, { readonly: true });
  const page = db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'terms'`).pluck().get() as number;
  const size = db.pragma('page_size', { simple: true }) as number;
  const bytes = db.serialize();
  db.close();
  writeFileSync(file, bytes.fill(0, (page - 1) * size, page * size));
}

describe('what is refused, and stays as it was', () => {
  test.each(REFUSED)('%s', (_name, make, refusal) => {
    const folder = temporaryFolder();
    const file = join(folder, 'a.polydesk');
    make(file);
    const isFolder = readdirSync(folder, { withFileTypes: true })[0]?.isDirectory();
    const before = isFolder ? '' : hashes(file);
    const names = readdirSync(folder).filter((name) => !/-(wal|shm)$/.test(name));
    const error = thrown(() => open(file));
    expect(error).toMatchObject(refusal);
    expect((error as Error).message).toMatch(/[Nn]ot(hing was)? changed/);
    // It is the file, not the disk.
    expect((error as Error).message).not.toContain('disk');
    if (!isFolder) expect(hashes(file)).toBe(before);
    if (refusal.code === 'not_ours') expect(readdirSync(folder)).toEqual(names);
  });

  test('a file that is not there, when it must be', () => {
    const file = join(temporaryFolder(), 'a.polydesk');
    expect(thrown(() => openSite(file, { version: '1', create: false }))).toMatchObject({
      code: 'missing',
      exitCode: 66,
    });
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  test('a folder that is not there', () => {
    expect(thrown(() => open(join(temporaryFolder(), 'b', 'a.polydesk')))).toMatchObject({
      code: 'missing',
      exitCode: 66,
    });
  });

  test('a new file next to the log of an old one', () => {
    const file = join(temporaryFolder(), 'a.polydesk');
    writeFileSync(`${file}-wal`, 'old');
    expect(thrown(() => open(file))).toMatchObject({ code: 'leftovers', exitCode: 1 });
    expect(existsSync(file)).toBe(false);
  });

  test('a name that ends in a blank', () => {
    expect(thrown(() => open(join(temporaryFolder(), 'a.polydesk ')))).toMatchObject({ code: 'missing' });
  });
});

describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)('reading only', () => {
  test.each([
    ['a folder that cannot be written', 0o555, 0o444],
    ['a file that cannot be written', 0o777, 0o444],
  ])('%s', (_name, folderMode, fileMode) => {
    const file = closedSite();
    const folder = join(file, '..');
    const before = hashes(file);
    chmodSync(`${file}.lock`, 0o666);
    chmodSync(file, fileMode);
    chmodSync(folder, folderMode);
    expect(openElsewhere(file, NOBODY)).toBe('open read-only');
    chmodSync(folder, 0o700);
    expect(hashes(file)).toBe(before);
  });

  test('a file that cannot be read', () => {
    const file = closedSite();
    chmodSync(join(file, '..'), 0o777);
    chmodSync(`${file}.lock`, 0o666);
    expect(openElsewhere(file, NOBODY)).toBe('denied 77');
  });
});

describe('broken rules', () => {
  test('open for reading only, with the rows', () => {
    const file = closedSite();
    const db = new Database(file);
    db.pragma('foreign_keys = OFF');
    db.exec(`INSERT INTO groups (id, kind, type) VALUES (5, 'post', 'post'); UPDATE site SET default_category_id = 77`);
    db.close();
    const site = open(file);
    expect(site.readOnly).toBe(true);
    expect(site.findings.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['foreign keys', 'a group has members']),
    );
    expect(thrown(() => write(site, `UPDATE options SET value = '1'`))).toMatchObject({
      code: 'storage_read_only',
      status: 503,
    });
    closeSite(site);
  });
});

describe('a file of an older format', () => {
  const second: Migration = {
    why: 'shelves',
    sql: `CREATE TABLE shelves (id INTEGER PRIMARY KEY) STRICT; ALTER TABLE options ADD COLUMN note TEXT NOT NULL DEFAULT ''; UPDATE options SET note = 'moved'`,
  };
  const openWith = (file: string, steps: readonly Migration[]) =>
    openDatabase(file, { seed: () => undefined, migrations: steps });

  test('is copied, then brought up; the copy is the site as it was', () => {
    const file = closedSite();
    const before = open(file);
    const rows = dump(before.db);
    closeSite(before);
    const opened = openWith(file, [...migrations, second]);
    expect(opened.db.pragma('user_version', { simple: true })).toBe(migrations.length + 1);
    expect(all(opened.db, sql`SELECT * FROM options`)).toEqual([{ name: 'title', value: '"Mine"', note: 'moved' }]);
    assertPragmas(opened.db, 'file');
    opened.close();
    const copies = join(file, '..', 'a.backups');
    const names = readdirSync(copies);
    expect(names).toEqual([expect.stringMatching(/ before leaving format \d+\.polydesk$/)]);
    const copy = openSite(join(copies, names[0] ?? ''), { version: '1.0.0', create: false });
    expect(dump(copy.db)).toEqual(rows);
    closeSite(copy);
  });

  test('moves no data into the history, and records the new column from then on', () => {
    const file = closedSite();
    const opened = openWith(file, [...migrations, second]);
    const site: Site = { ...memorySite(), ...opened };
    expect(pluck(site.db, sql`SELECT count(*) FROM journal`)).toBe(1);
    change(site, (db) => db.exec(`UPDATE options SET note = 'changed'`));
    expect(pluck(site.db, sql`SELECT old FROM journal_rows WHERE entry = 2`)).toBe('{"note":"moved"}');
    opened.close();
  });

  test.each([
    ['that fails half way', `CREATE TABLE shelves (a); SELECT no_such_function()`],
    ['that leaves rows without their partner', `UPDATE site SET default_category_id = 77`],
  ])('a step %s leaves the file before it', (_name, text) => {
    const file = closedSite();
    const first = { why: 'one', sql: 'CREATE TABLE one (a)' };
    expect(() => openWith(file, [...migrations, first, { why: 'bad', sql: text }])).toThrow();
    const opened = openWith(file, [...migrations, first]);
    expect(opened.db.pragma('user_version', { simple: true })).toBe(migrations.length + 1);
    expect(pluck(opened.db, sql`SELECT count(*) FROM sqlite_schema WHERE name = 'shelves'`)).toBe(0);
    expect(pluck(opened.db, sql`SELECT default_category_id FROM site`)).toBe(1);
    opened.close();
  });
});
