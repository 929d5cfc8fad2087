// A large site is checked in another thread while opening, so that other windows are not blocked.
import Database from 'better-sqlite3';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkInThread } from '../../../../core/engine/reader/file-check.ts';
import { openSite, openSiteAsync } from '../../../../core/site.ts';
import type { FileCheck } from '../../../../core/store/file/database.ts';
import { openElsewhere } from '../programs.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'polydesk-file-checker-'));
  file = join(folder, 'a.polydesk');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const options = { version: '1.0.0', create: false };

/** A site whose file is large enough to be checked in another thread; changed as a test wishes. */
function makeLarge(change: (db: Database.Database) => void = () => undefined): void {
  openSite(file, { version: '1.0.0' }).close();
  const db = new Database(file);
  db.pragma('foreign_keys = OFF');
  db.exec(
    `INSERT INTO source_texts (kind, item_id, title, content, excerpt) VALUES ('post', 900, '', hex(zeroblob(40000000)), '')`,
  );
  change(db);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

/** Turns of the event loop while something is waited for. */
async function turnsDuring(work: () => unknown): Promise<number> {
  let turns = 0;
  let isOn = true;
  const turn = (): void => {
    turns++;
    if (isOn) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOn = false;
  return turns;
}

test('others have their turn while pages and rules are checked; then it is open as any other', async () => {
  makeLarge();
  const checks: FileCheck[] = [];
  const turns = await turnsDuring(async () => {
    const site = await openSiteAsync(file, options, (path, check) => {
      checks.push(check);
      return checkInThread(path, check);
    });
    expect(site).toMatchObject({ readOnly: false, findings: [] });
    site.db.exec(`UPDATE site SET previous_version = 'written'`);
    site.close();
  });
  expect(checks).toEqual(['pages', 'rules']);
  expect(turns).toBeGreaterThan(50);
});

test('control: opened in one go other events are blocked, and a small site needs no thread', async () => {
  makeLarge();
  expect(await turnsDuring(() => openSite(file, options).close())).toBeLessThan(3);
  const small = join(folder, 'small.polydesk');
  const site = await openSiteAsync(small, { version: '1.0.0' }, () => Promise.reject(new Error('not needed')));
  site.close();
});

test('if the thread crashes the file is checked here, and faults are found', async () => {
  makeLarge((db) => db.exec('UPDATE site SET default_category_id = 4711'));
  const site = await openSiteAsync(file, options, () => Promise.reject(new Error('There is no such program')));
  expect(site.readOnly).toBe(true);
  site.close();
});

test('other programs cannot open it meanwhile', async () => {
  makeLarge();
  let found = '';
  const site = await openSiteAsync(file, options, (path, check) => {
    if (check === 'pages') found = openElsewhere(file);
    return checkInThread(path, check);
  });
  expect(found).toBe('in_use 69');
  site.close();
});

test('a damaged page is found there too: refused, left as it is, and free for whoever mends it', async () => {
  makeLarge();
  const bytes = readFileSync(file);
  bytes.fill(0xff, 4096 * 3, 4096 * 9);
  writeFileSync(file, bytes);
  await expect(openSiteAsync(file, options, checkInThread)).rejects.toMatchObject({
    name: 'OpenError',
    code: 'damaged',
  });
  expect(readFileSync(file).equals(bytes)).toBe(true);
  expect(openElsewhere(file)).toMatch(/^damaged/);
});

test('a broken rule is found there too: open for reading only, with the rows', async () => {
  makeLarge((db) => db.exec('UPDATE site SET default_category_id = 4711'));
  const site = await openSiteAsync(file, options, checkInThread);
  expect(site.readOnly).toBe(true);
  expect(site.findings.length).toBeGreaterThan(0);
  expect(() => site.db.exec(`UPDATE site SET previous_version = 'x'`)).toThrow();
  site.close();
});
