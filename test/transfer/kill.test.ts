import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { closeSite, openSite } from '../../core/site.ts';
import { checkForeignKeys, checkInvariants } from '../../core/store/file/invariants.ts';
import { dump } from '../fuzz/dump.ts';
import { generateWxr } from './generate.ts';
import { killedAfter, temporaryFolder } from './support.ts';
import { programOf } from '../support/bundles.ts';

const CYCLES = Number(process.env['KILL_CYCLES'] ?? 12);
const folder = temporaryFolder();
afterAll(() => folder.remove());

const PROGRAM = programOf(join(import.meta.dirname, 'killed-import.ts'));

/** So many are stored while the triggers of their tables are away. */
const ITEMS = 700;

/** Before the program opens the file, which makes some of them anew where they are missing. */
function triggersOf(path: string): string[] {
  const db = new Database(path);
  const names = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name").pluck();
  const found = names.all();
  db.close();
  return found;
}

const PATIENCE = 30_000 + CYCLES * 5_000;
test(
  'an import that is killed leaves the site before it or after it, never between',
  { timeout: PATIENCE },
  async () => {
    const file = join(folder.path, 'large.xml');
    generateWxr(file, ITEMS);
    const empty = join(folder.path, 'empty.polydesk');
    openSite(empty, { version: '0.0.0' }).close();
    const rows = (path: string): { rows: string; posts: number } => {
      const site = openSite(path, { version: '0.0.0' });
      expect([...checkForeignKeys(site.db), ...checkInvariants(site.db)]).toEqual([]);
      const tables = dump(site.db);
      closeSite(site);
      return { rows: JSON.stringify(tables), posts: tables['posts']?.length ?? 0 };
    };
    const before = rows(empty).rows;
    const triggers = triggersOf(empty);
    expect(triggers.length).toBeGreaterThan(50);
    const seen = new Set<number>();
    // The first one runs to its end and says how long there is to be killed in.
    let length = 0;
    for (let n = 0; n < CYCLES; n += 1) {
      const path = join(folder.path, `${n}.polydesk`);
      copyFileSync(empty, path);
      const start = performance.now();
      const order = [path, file, n % 2 === 0 ? 'thread' : ''];
      const said = await killedAfter(PROGRAM, order, n === 0 ? 60_000 : Math.round((length * n) / CYCLES));
      expect(triggersOf(path)).toEqual(triggers);
      const after = rows(path);
      seen.add(after.posts);
      if (said.includes('done')) expect(after.posts).toBe(ITEMS);
      else if (after.posts === 0) expect(after.rows).toBe(before);
      expect([0, ITEMS]).toContain(after.posts);
      if (n === 0) length = performance.now() - start;
    }
    expect([...seen].sort()).toEqual([0, ITEMS]);
  },
);
