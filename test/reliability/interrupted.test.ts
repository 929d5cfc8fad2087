import Database from 'better-sqlite3';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeBackup } from '../../core/domain/site/backups.ts';
import { openSite } from '../../core/site.ts';
import { backupFolder } from '../../core/store/file/paths.ts';
import { faultsOfBackup, listBackups } from '../../core/store/file/backup-files.ts';
import { openDatabase } from '../../core/store/file/database.ts';
import { migrations } from '../../core/store/file/migrations/index.ts';
import { seedSite } from '../../core/store/site/site.ts';
import { faultLibrary, points, runTask } from './faults/faults.ts';
import { comparable, writeNumber } from './numbered-writes.ts';

/** Kills of each task; `npm run test:long` runs a hundred. */
const KILLS = Number(process.env['INTERRUPT_KILLS'] ?? 5);
const OLD = '2020-01-01T00-00-00 old.polydesk';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polydesk-interrupted-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let number = 0;
/** A copy of a prepared folder, for one kill. */
function fresh(prepared: string): string {
  const to = join(folder, `run-${number++}`);
  cpSync(prepared, to, { recursive: true });
  return join(to, 'a.polydesk');
}

/** A site of forty writes, and a copy of it as it was after twenty. */
function prepare(): { at: string; then: unknown; now: unknown } {
  const at = join(folder, 'prepared');
  mkdirSync(at);
  const site = openSite(join(at, 'a.polydesk'), { version: '1.0.0' });
  for (let n = 1; n <= 20; n++) writeNumber(site, n);
  const name = makeBackup(site, 'daily');
  renameSync(join(backupFolder(site.file), name), join(backupFolder(site.file), OLD));
  const then = comparable(site);
  for (let n = 21; n <= 40; n++) writeNumber(site, n);
  const now = comparable(site);
  site.close();
  return { at, then, now };
}

/** What is there after a kill, and whether it is sound. */
function found(file: string): { rows: unknown; isSound: boolean } {
  const site = openSite(file, { version: '1.0.0' });
  const isSound = site.findings.length === 0 && site.db.pragma('integrity_check', { simple: true }) === 'ok';
  const rows = comparable(site);
  site.close();
  return { rows, isSound };
}

const copies = (file: string): string[] =>
  listBackups(file).flatMap(({ name }) => faultsOfBackup(join(backupFolder(file), name)));

describe.runIf(faultLibrary() !== undefined)(`kill -9 at a call to the disk, ${KILLS} times each`, () => {
  let prepared: ReturnType<typeof prepare>;
  beforeAll(() => {
    prepared = prepare();
  });

  test('of making a site: none, or a whole one', { timeout: 600_000 }, async () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    const { calls } = await runTask('make a site', fresh(empty));
    for (const at of points(calls, Math.ceil(KILLS / 5))) {
      const file = fresh(empty);
      expect((await runTask('make a site', file, { kind: 'kill', at })).signal).toBe('SIGKILL');
      expect(found(file).isSound).toBe(true);
    }
  });

  test('of a copy: none, or a whole one; the site stays as it was', { timeout: 600_000 }, async () => {
    const { calls } = await runTask('back up', fresh(prepared.at));
    for (const at of points(calls, KILLS)) {
      const file = fresh(prepared.at);
      expect((await runTask('back up', file, { kind: 'kill', at })).signal).toBe('SIGKILL');
      expect(copies(file)).toEqual([]);
      expect(found(file)).toEqual({ rows: prepared.now, isSound: true });
    }
  });

  test('of a restore: as before it, or as the copy', { timeout: 600_000 }, async () => {
    const { calls } = await runTask('restore', fresh(prepared.at), {}, OLD);
    const ends = { old: 0, new: 0 };
    for (const at of points(calls, KILLS)) {
      const file = fresh(prepared.at);
      const ran = await runTask('restore', file, { kind: 'kill', at }, OLD);
      expect(ran.signal).toBe('SIGKILL');
      const { rows, isSound } = found(file);
      expect(isSound).toBe(true);
      const isNew = JSON.stringify(rows) === JSON.stringify(prepared.then);
      if (!isNew) expect(rows).toEqual(prepared.now);
      ends[isNew ? 'new' : 'old']++;
      expect(copies(file)).toEqual([]);
    }
    expect(ends.old).toBeGreaterThan(0);
  });

  test.each(migrations.slice(1).map(({ why }, n) => [n + 2, why] as const))(
    'of step %d (%s): before it or after it, with a copy of before',
    { timeout: 600_000 },
    async (to) => {
      const at = oldSite(to - 1);
      const { calls } = await runTask('migrate', fresh(at));
      const kills = Math.ceil(KILLS / (migrations.length - 1)) + (KILLS > 10 ? KILLS : 0);
      for (const point of points(calls, kills)) {
        const file = fresh(at);
        expect((await runTask('migrate', file, { kind: 'kill', at: point })).signal).toBe('SIGKILL');
        expect(shapeOf(file)).toBe(shapes()[versionOf(file) - 1]);
        expect(found(file).isSound).toBe(true);
        expect(titles(file)).toHaveLength(30);
        expect(copies(file)).toEqual([]);
      }
    },
  );

  test('control: a copy under its own name at once, and a restore or a step without a transaction, are found torn', async () => {
    const isTorn = async (
      task: string,
      at: string,
      look: (file: string) => boolean,
      ...more: string[]
    ): Promise<boolean> => {
      const { calls } = await runTask(task, fresh(at), {}, ...more);
      for (const point of points(calls, 12)) {
        const file = fresh(at);
        expect((await runTask(task, file, { kind: 'kill', at: point }, ...more)).signal).toBe('SIGKILL');
        if (look(file)) return true;
      }
      return false;
    };
    const isBetween = (file: string): boolean => {
      const { rows, isSound } = found(file);
      return !isSound || ![prepared.then, prepared.now].some((one) => JSON.stringify(one) === JSON.stringify(rows));
    };
    expect(await isTorn('back up careless', prepared.at, (file) => copies(file).length > 0)).toBe(true);
    expect(await isTorn('restore careless', prepared.at, isBetween, OLD)).toBe(true);
    const isMixed = (file: string): boolean => shapeOf(file) !== shapes()[versionOf(file) - 1];
    expect(await isTorn('migrate careless', oldSite(1), isMixed, '1')).toBe(true);
  }, 600_000);
});

/** A site as an earlier version left it, with thirty posts. */
function oldSite(version: number): string {
  const at = join(folder, `version-${version}`);
  if (existsSync(at)) return at;
  mkdirSync(at);
  openDatabase(join(at, 'a.polydesk'), {
    migrations: migrations.slice(0, version),
    seed(db) {
      seedSite(db, { version: '1.0.0', now: new Date(0) });
      for (let n = 1; n <= 30; n++)
        db.exec(`INSERT INTO posts (uuid, type, status, title, date, date_gmt, modified, modified_gmt, author)
          VALUES ('p${n}', 'post', 'publish', 'Post ${n}', '', '', '', '', 1)`);
    },
  }).close();
  return at;
}

function ask<T>(file: string, question: (db: Database.Database) => T): T {
  const db = new Database(file);
  try {
    return question(db);
  } finally {
    db.close();
  }
}

const versionOf = (file: string): number => ask(file, (db) => Number(db.pragma('user_version', { simple: true })));
const titles = (file: string): unknown[] => ask(file, (db) => db.prepare('SELECT title FROM posts').all());
/** Every table and index, but for the triggers, which are written anew at each start. */
const shapeOf = (file: string): string =>
  ask(file, (db) =>
    JSON.stringify(
      db.prepare(`SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'index') ORDER BY name`).all(),
    ),
  );
let known: string[] | undefined;
/** The shape of each version. */
function shapes(): string[] {
  known ??= migrations.map((_step, n) => shapeOf(join(oldSite(n + 1), 'a.polydesk')));
  return known;
}
