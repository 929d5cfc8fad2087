import Database from 'better-sqlite3';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBackup } from '../../core/domain/site/backups.ts';
import { findCaller } from '../../core/domain/access/callers.ts';
import { storedServerOptions, updateServerOptions } from '../../core/domain/site/server.ts';
import { createToken, revokeToken } from '../../core/domain/access/tokens.ts';
import { openSite } from '../../core/site.ts';
import { backupFolder } from '../../core/store/file/paths.ts';
import { faultsOfBackup } from '../../core/store/file/backup-files.ts';
import { OpenError } from '../../core/store/file/failures.ts';
import { recoverSite } from '../../core/store/file/recover.ts';
import { say } from '../support/command-line.ts';
import { openBench, type Bench } from '../support/engine.ts';
import { recount } from '../support/recount.ts';
import { comparable, writeNumber } from './numbered-writes.ts';

/** Damaged files of each kind; `npm run test:long` runs four hundred. */
const FILES = Number(process.env['DAMAGED_FILES'] ?? 8);
const PAGE = 4096;

let folder: string;
let prepared: string;
let whole: unknown;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polydesk-damage-'));
  prepared = join(folder, 'prepared');
  const site = openSite(makeFolder(prepared), { version: '1.0.0' });
  for (let n = 1; n <= 40; n++) writeNumber(site, n);
  whole = comparable(site);
  makeBackup(site, 'on request');
  site.db.exec('VACUUM');
  site.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function makeFolder(path: string): string {
  cpSync(mkdtempSync(join(folder, 'new-')), path, { recursive: true });
  return join(path, 'a.polydesk');
}

let number = 0;
function fresh(): string {
  const to = join(folder, `run-${number++}`);
  cpSync(prepared, to, { recursive: true });
  return join(to, 'a.polydesk');
}

/** Why it is not opened; "open" when it is. Anything but an `OpenError` is a crash. */
function opening(file: string): string {
  try {
    const site = openSite(file, { version: '1.0.0', create: false });
    const isWhole = JSON.stringify(comparable(site)) === JSON.stringify(whole) && site.findings.length === 0;
    site.close();
    return isWhole ? 'open' : 'open and wrong';
  } catch (error) {
    if (error instanceof OpenError) return error.code;
    throw error;
  }
}

/** The site is back as it was backed up, and the damaged file is kept as it is. */
function recovers(file: string): void {
  const damaged = readFileSync(file);
  const { kept = '' } = recoverSite(file);
  expect(readFileSync(kept).equals(damaged)).toBe(true);
  expect(opening(file)).toBe('open');
}

const pick = (below: number): number => Math.floor(Math.random() * below);

function hitPage(file: string, page: number): void {
  const bytes = readFileSync(file);
  for (let at = (page - 1) * PAGE; at < page * PAGE; at += 4) bytes.writeUInt32LE(pick(2 ** 32), at);
  writeFileSync(file, bytes);
}

test(`a page hit, ${FILES} times: always noticed, always brought back`, { timeout: 600_000 }, () => {
  const pages = readFileSync(join(prepared, 'a.polydesk')).length / PAGE;
  for (let n = 0; n < FILES; n++) {
    const file = fresh();
    const page = 1 + pick(pages);
    hitPage(file, page);
    expect([page, opening(file)]).toEqual([page, 'damaged']);
    recovers(file);
  }
});

test(
  `cut off, ${FILES} times: never opened as if nothing were missing, always brought back`,
  { timeout: 600_000 },
  () => {
    const { length } = readFileSync(join(prepared, 'a.polydesk'));
    for (let n = 0; n < FILES; n++) {
      const file = fresh();
      truncateSync(file, n === 0 ? 0 : pick(length));
      expect(['damaged', 'not_ours', 'disk']).toContain(opening(file));
      recovers(file);
    }
  },
);

test('the log of another site, an old one, and one of nonsense: it never crashes, and the backup stays sound', () => {
  const other = join(folder, 'other.polydesk');
  const site = openSite(other, { version: '1.0.0' });
  for (let n = 1; n <= 5; n++) writeNumber(site, n);
  const logs = [readFileSync(`${other}-wal`), readFileSync(`${other}-wal`).subarray(0, 5000), Buffer.alloc(9000, 7)];
  site.close();
  for (const log of logs) {
    const file = fresh();
    writeFileSync(`${file}-wal`, log);
    opening(file);
    recovers(file);
    expect(existsSync(`${file}-wal`)).toBe(false);
  }
});

test('a newer backup of a newer version is passed over: this one could not open it', () => {
  const file = fresh();
  const [sound = ''] = readdirSync(backupFolder(file));
  const newer = join(backupFolder(file), sound.replace(/\d{4}/, '2999'));
  copyFileSync(join(backupFolder(file), sound), newer);
  const db = new Database(newer);
  db.pragma('user_version = 999');
  db.close();
  hitPage(file, 1);
  expect(recoverSite(file)).toMatchObject({ how: 'backup', backup: sound });
  expect(opening(file)).toBe('open');
});

test('only an index is damaged: it is rebuilt, and nothing is lost, later changes included', () => {
  const file = fresh();
  const site = openSite(file, { version: '1.0.0' });
  for (let n = 41; n <= 45; n++) writeNumber(site, n);
  const now = comparable(site);
  site.close();
  const db = new Database(file);
  const root = Number(
    db
      .prepare(
        `SELECT rootpage FROM sqlite_schema WHERE name = 'post_meta_by_post' OR (type = 'index' AND sql LIKE 'CREATE INDEX%' AND tbl_name = 'post_meta')`,
      )
      .pluck()
      .get(),
  );
  db.close();
  hitPage(file, root);
  expect(opening(file)).toBe('damaged');
  expect(recoverSite(file)).toMatchObject({ how: 'indexes' });
  const again = openSite(file, { version: '1.0.0' });
  expect(comparable(again)).toEqual(now);
  again.close();
});

test.each([
  'journal_keys',
  'post_search_data',
  'post_search_content',
  'search_queue',
  'matrix_items',
  'matrix_groups',
  'post_counts',
  'author_counts',
  'term_counts',
])('only %s is hit: it follows from the rest, is made anew, and nothing is lost', (table) => {
  const file = fresh();
  const bench = openBench({ file });
  for (let n = 41; n <= 45; n++) writeNumber(bench.engine.site, n);
  const found = ({ engine, admin }: Bench): string | undefined => {
    const query = { search: 'post 4', status: 'any' };
    return engine.dispatch({ method: 'GET', path: '/wp/v2/posts', query }, admin).headers['X-WP-Total'];
  };
  const seen = (by: Bench): unknown => [found(by), recount(by, ['post']), comparable(by.engine.site)];
  const before = seen(bench);
  expect(Number(found(bench))).toBeGreaterThan(0);
  bench.engine.close();
  hitTable(file, table);
  expect(opening(file)).toBe('damaged');
  expect(recoverSite(file)).toMatchObject({ how: 'indexes' });
  const again = openBench({ file });
  expect(seen(again)).toEqual(before);
  // The history is found by its rows as before.
  const [last] = again.ask('GET', '/polydesk/v1/history').body as { id: number }[];
  expect(again.ask('POST', `/polydesk/v1/history/${last?.id ?? 0}/undo`, {}).status).toBe(200);
  again.engine.close();
});

test('the command line names the repair, runs it, and lists what is lost', async () => {
  const file = fresh();
  const site = openSite(file, { version: '1.0.0' });
  for (let n = 41; n <= 45; n++) writeNumber(site, n);
  site.close();
  const db = new Database(file);
  const root = Number(db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'posts'`).pluck().get());
  db.close();
  hitPage(file, root);
  const refused = await say(['check', file]);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/damaged.*check \S+ --repair\n$/s) });
  const mended = await say(['check', file, '--repair']);
  expect(mended).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing is wrong') });
  expect(mended.stderr).toMatch(
    /The backup “.*on request\.polydesk” replaced it\. 5 later changes are not in it\. The damaged file is kept: /,
  );
  expect(readdirSync(join(file, '..')).filter((name) => / damaged .*\.polydesk$/.test(name))).toHaveLength(1);
});

/** Who may come in: two tokens of the backup, one of which is revoked after it, and an open server that is closed after it. */
function withTokens(): { file: string; backup: string; stays: string; revoked: string } {
  const file = fresh();
  const site = openSite(file, { version: '1.0.0' });
  const make = (name: string) => createToken(site, { name, role: 'editor' });
  const [stays, revoked] = [make('stays'), make('revoked')];
  updateServerOptions(site, { anonymous_read: true, allowed_origins: ['http://localhost:5173'] });
  const backup = makeBackup(site, 'on request');
  revokeToken(site, revoked.view.id);
  updateServerOptions(site, { anonymous_read: false, allowed_origins: [] });
  site.close();
  return { file, backup: join(backupFolder(file), backup), stays: stays.token, revoked: revoked.token };
}

/** Which of these tokens let somebody in, and what the server lets in without one. */
function comesIn(file: string, ...tokens: string[]): { tokens: boolean[]; anonymous: boolean; origins: number } {
  const site = openSite(file, { version: '1.0.0' });
  const { anonymous_read, allowed_origins } = storedServerOptions(site);
  const known = tokens.map((text) => {
    const token = text.replaceAll(' ', '');
    return typeof findCaller(site, new Map(), { kind: 'bearer', token }) === 'object';
  });
  site.close();
  return { tokens: known, anonymous: anonymous_read, origins: allowed_origins.length };
}

function hitTable(file: string, table: string): void {
  const db = new Database(file);
  const root = Number(db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = ?`).pluck().get(table));
  db.close();
  hitPage(file, root);
}

test('what was revoked or closed after the backup stays so: the damaged file still tells it', () => {
  const { file, stays, revoked } = withTokens();
  hitTable(file, 'posts');
  expect(recoverSite(file)).toMatchObject({ how: 'backup', access: { known: true, revoked: 1 } });
  expect(comesIn(file, stays, revoked)).toEqual({ tokens: [true, false], anonymous: false, origins: 0 });
});

test.each([
  ['its tokens', (file: string) => hitTable(file, 'tokens')],
  ['its head', (file: string) => hitPage(file, 1)],
  ['all of it', (file: string) => rmSync(file)],
])('where %s cannot be read nobody knows who was sent away: nobody comes in', (_what, damage) => {
  const { file, stays, revoked } = withTokens();
  damage(file);
  expect(recoverSite(file)).toMatchObject({ how: 'backup', access: { known: false, revoked: 2 } });
  expect(comesIn(file, stays, revoked)).toEqual({ tokens: [false, false], anonymous: false, origins: 0 });
});

test('control: the backup put in its place as it is lets a revoked token in', () => {
  const { file, backup, stays, revoked } = withTokens();
  hitTable(file, 'posts');
  for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  copyFileSync(backup, file);
  expect(comesIn(file, stays, revoked)).toEqual({ tokens: [true, true], anonymous: true, origins: 1 });
});

test('a missing file is restored from its backups, and opening it explains how', async () => {
  const { file, stays } = withTokens();
  rmSync(file);
  for (const command of [
    ['check', file],
    ['backup', file, 'list'],
    ['token', file, 'list'],
  ])
    expect(await say(command)).toMatchObject({
      code: 66,
      stderr: expect.stringMatching(/The file .*does not exist\. Nothing was changed.*check \S+ --repair\n$/),
    });
  const mended = await say(['check', file, '--repair']);
  expect(mended.stderr).toMatch(/was gone\. The backup “.*” replaced it\..*Create new tokens\.\n$/);
  expect(comesIn(file, stays)).toEqual({ tokens: [false], anonymous: false, origins: 0 });
});

test('a damaged file in a folder where it may not be opened: whoever copies it is not sent back', async () => {
  const synced = join(folder, 'Dropbox');
  cpSync(prepared, synced, { recursive: true });
  const file = join(synced, 'a.polydesk');
  hitTable(file, 'posts');
  const here = mkdtempSync(join(folder, 'here-'));
  const refused = await say(['copy', file, here]);
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Copy it by hand, together with its backups'),
  });
  expect(readdirSync(here)).toEqual([]);
  cpSync(file, join(here, 'a.polydesk'));
  cpSync(backupFolder(file), join(here, 'a.backups'), { recursive: true });
  expect(await say(['check', join(here, 'a.polydesk'), '--repair'])).toMatchObject({ code: 0 });
});

test('a file with a broken rule is not backed up, and the repair is named', async () => {
  const file = fresh();
  const db = new Database(file);
  db.pragma('foreign_keys = OFF');
  db.exec('DROP TRIGGER journal_of_site_update; UPDATE site SET default_category_id = 9999');
  db.close();
  const refused = await say(['backup', file]);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/No copy was made.*check \S+ --repair\n$/) });
  expect(await say(['check', file, '--repair'])).toMatchObject({ code: 0 });
  expect(await say(['backup', file])).toMatchObject({ code: 0 });
});

test('a file without backups that cannot be repaired is not offered that repair', async () => {
  const file = fresh();
  rmSync(backupFolder(file), { recursive: true });
  hitTable(file, 'posts');
  const refused = await say(['check', file, '--repair']);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('no intact backup of it') });
  expect(refused.stderr).not.toContain('--repair');
  rmSync(file);
  for (const option of [[], ['--repair']]) {
    const gone = await say(['check', file, ...option]);
    expect(gone).toMatchObject({ code: 66, stderr: expect.stringMatching(/Check the name\.\n$/) });
  }
});

test('the command line reports that tokens were revoked', async () => {
  const { file } = withTokens();
  hitTable(file, 'tokens');
  expect((await say(['check', file, '--repair'])).stderr).toMatch(/2 tokens of it were revoked.*Create new tokens\./);
});

test.each([
  ['empty', (file: string) => truncateSync(file, 0)],
  ['without its head', (file: string) => hitPage(file, 1)],
])(
  'a file that is %s is known by its backups and brought back; one without backups is left alone',
  async (_how, damage) => {
    const file = fresh();
    damage(file);
    const mended = await say(['check', file, '--repair', '--json']);
    expect(JSON.parse(mended.stdout)).toMatchObject({ recovery: { how: 'backup' } });
    // What else the check finds in these rows is mended at once, so they are no longer those of the backup.
    expect(opening(file)).toMatch(/^open/);
    const other = fresh();
    damage(other);
    rmSync(join(other, '../a.backups'), { recursive: true });
    expect(await say(['check', other, '--repair'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not a Polydesk site'),
    });
  },
);

test('a damaged file never becomes a backup, and without a sound one nothing is touched', () => {
  const file = fresh();
  hitPage(file, 5);
  const backups = join(file, '../a.backups');
  for (const name of readdirSync(backups)) {
    expect(faultsOfBackup(join(backups, name))).toEqual([]);
    hitPage(join(backups, name), 5);
  }
  const before = readFileSync(file);
  expect(() => recoverSite(file)).toThrow('no intact backup');
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(backups)).toHaveLength(1);
});

test('control: opened without the look at every page, hits go unnoticed', () => {
  const pages = readFileSync(join(prepared, 'a.polydesk')).length / PAGE;
  const unnoticed = Array.from({ length: 10 }, () => {
    const file = fresh();
    hitPage(file, 2 + pick(pages - 1));
    try {
      const db = new Database(file);
      const count = db.prepare('SELECT count(*) FROM users').pluck().get();
      db.close();
      return count === 1;
    } catch {
      return false;
    }
  });
  expect(unnoticed).toContain(true);
});
