// Salvaging a damaged file without a backup recovers every readable row, and names the others.
import Database from 'better-sqlite3';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '../../../../core/domain/history/history.ts';
import { openSite } from '../../../../core/site.ts';
import { JOURNALLED } from '../../../../core/store/journal/triggers.ts';
import { OpenError } from '../../../../core/store/file/failures.ts';
import { salvageSite } from '../../../../core/store/salvage/salvage.ts';
import { generateWxr } from '../../../transfer/generate.ts';
import { importer, importInto } from '../../../transfer/support.ts';

const PAGE = 4096;
const RUNS = Number(process.env['DAMAGED_FILES'] ?? 6);
const SEED = Number(process.env['POLYDESK_FUZZ_SEED'] ?? Math.floor(Math.random() * 0x7fffffff));
process.stdout.write(`POLYDESK_FUZZ_SEED=${SEED}\n`);
const TABLES = JOURNALLED.map(({ table }) => table).filter((table) => table !== 'site' && table !== 'groups');

let folder: string;
let prepared: string;
let leaves: Map<number, { name: string; kind: string; cells: number }>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polydesk-salvage-test-'));
  prepared = join(folder, 'prepared.polydesk');
  const site = openSite(prepared, { version: '1.0.0' });
  generateWxr(join(folder, 'in.xml'), 600);
  importInto(site, { path: join(folder, 'in.xml') });
  const long = 'long '.repeat(4000);
  transact(site, importer, () => {
    site.db.prepare('UPDATE posts SET content = ? WHERE id % 50 = 1').run(long);
    return { value: null, keep: true };
  });
  site.close();
  // The last one leaves no log.
  const db = new Database(prepared);
  db.pragma('wal_checkpoint(TRUNCATE)');
  const pages = db.prepare('SELECT name, pageno, pagetype, ncell FROM dbstat').all() as {
    name: string;
    pageno: number;
    pagetype: string;
    ncell: number;
  }[];
  leaves = new Map(pages.map((one) => [one.pageno, { name: one.name, kind: one.pagetype, cells: one.ncell }]));
  db.close();
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let runs = 0;
/** A copy of the site with some pages made zero. */
function damaged(pages: readonly number[]): string {
  runs += 1;
  const file = join(folder, `run-${runs}.polydesk`);
  cpSync(prepared, file);
  const bytes = readFileSync(file);
  for (const page of pages) bytes.fill(0, (page - 1) * PAGE, page * PAGE);
  writeFileSync(file, bytes);
  return file;
}

type Rows = Map<string, string>;
/** Rows of a table by their key, without what follows from others. */
function rowsOf(file: string, table: string): Rows {
  const db = new Database(file, { readonly: true });
  try {
    const info = db.pragma(`table_info(${table})`) as { name: string; pk: number }[];
    const key = info.filter(({ pk }) => pk > 0).map(({ name }) => name);
    const rows = db.prepare(`SELECT * FROM ${table}`).all() as Record<string, unknown>[];
    return new Map(
      rows.map(({ title_folded: _t, language_id, ...row }) => [
        key.map((name) => String(row[name] ?? language_id)).join(' '),
        JSON.stringify({ ...row, ...(table !== 'posts' && { language_id }) }),
      ]),
    );
  } finally {
    db.close();
  }
}

/** A generator of numbers below a bound: the same for the same seed. */
function dice(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What a site is given anew where no row of it came back: an administrator, a default category. */
const NEEDED: Readonly<Record<string, string>> = { users: '"role":"administrator"', terms: '"taxonomy":"category"' };

/** Without what may have lost its partner. */
function asStored(row: string): Record<string, unknown> {
  const { author: _author, parent: _parent, ...own } = JSON.parse(row) as Record<string, unknown>;
  return own;
}

/** Rows that were on the pages made zero, at most. */
function lostCells(pages: readonly number[], table: string): number {
  return pages.reduce((sum, page) => {
    const about = leaves.get(page);
    if (about?.name !== table) return sum;
    // A row with a part on a further page is lost with it.
    return sum + (about.kind === 'overflow' ? 1 : about.kind === 'leaf' ? about.cells : 0);
  }, 0);
}

test(
  `pages zeroed at random, ${RUNS} times: what can be read comes back, the list names the rest`,
  { timeout: 600_000 },
  () => {
    const original = new Map(TABLES.map((table) => [table, rowsOf(prepared, table)]));
    const count = readFileSync(prepared).length / PAGE;
    for (let n = 0; n < RUNS; n += 1) {
      const roll = dice(SEED + n);
      // Not the first: another test.
      const hit = Array.from({ length: 1 + roll(12) }, () => 2 + roll(count - 1));
      const about = `seed ${SEED + n}, pages ${hit.join(' ')}`;
      const file = damaged(hit);
      const target = file.replace('.polydesk', ' new.polydesk');
      const before = readFileSync(file);
      const salvage = salvageSite(file, target, { version: '1.0.0' });
      expect(readFileSync(file).equals(before), about).toBe(true);
      expect(salvage.faults, about).toEqual([]);
      for (const [table, wanted] of original) {
        const found = rowsOf(target, table);
        const named = new Set(salvage.missing.filter((one) => one.table === table).map(({ id }) => String(id)));
        const isTorn = salvage.lostPages.some((one) => one.table === table);
        const gone = [...wanted].filter(([key]) => !found.has(key));
        // Rows that led to others which are gone lose their reference or go with them; no row is invented.
        if (table === 'languages' && salvage.languages.length > 0) continue;
        const added = [...found].filter(([key]) => !wanted.has(key));
        const isLacking = ![...found].some(([key, row]) => wanted.has(key) && row.includes(NEEDED[table] ?? '\0'));
        expect(
          added.filter(([, row]) => !(isLacking && added.length === 1 && row.includes(NEEDED[table] ?? '\0'))),
          `${about}: ${table} were not there`,
        ).toEqual([]);
        if (['posts', 'terms', 'users', 'options', 'settings'].includes(table))
          expect(gone.length, `${about}: ${table}`).toBeLessThanOrEqual(lostCells(hit, table) + salvage.unplaced);
        const unnamed = ['posts', 'terms'].includes(table) && !isTorn ? gone.filter(([key]) => !named.has(key)) : [];
        expect(unnamed, `${about}: ${table}`).toEqual([]);
        const items = table === 'posts' ? [...found] : [];
        for (const [key, row] of items) expect(asStored(row), about).toEqual(asStored(wanted.get(key) ?? '{}'));
      }
      const list = salvage.list === undefined ? '' : readFileSync(salvage.list, 'utf8');
      for (const { table, id } of salvage.missing) expect(list).toContain(`${table}\t${id}\t`);
      // It is a site like any other.
      const site = openSite(target, { version: '1.0.0' });
      expect(site.findings, about).toEqual([]);
      site.close();
    }
  },
);

test('control: SQLite alone reads less of the same file', () => {
  const root = [...leaves].find(([, { name, kind }]) => name === 'posts' && kind === 'internal')?.[0] ?? 0;
  const file = damaged([root]);
  expect(() => rowsOf(file, 'posts')).toThrow();
  const target = file.replace('.polydesk', ' new.polydesk');
  const salvage = salvageSite(file, target, { version: '1.0.0' });
  expect(salvage.counts['posts']).toBe(600);
  expect(rowsOf(target, 'posts').size).toBe(rowsOf(prepared, 'posts').size);
});

test('texts of the index of searches are not taken for terms of the glossary', () => {
  const pagesOf = (isOne: (name: string, kind: string) => boolean) =>
    [...leaves].flatMap(([page, { name, kind }]) => (isOne(name, kind) ? [page] : []));
  const index = pagesOf((name, kind) => name.endsWith('_content') && kind === 'internal');
  expect(index.length).toBeGreaterThan(0);
  const file = damaged([...index, ...pagesOf((name) => name === 'glossary_concepts')]);
  const target = file.replace('.polydesk', ' new.polydesk');
  salvageSite(file, target, { version: '1.0.0' });
  expect(rowsOf(target, 'glossary_concepts').size).toBe(0);
  expect(rowsOf(target, 'posts').size).toBe(rowsOf(prepared, 'posts').size);
});

test.each([
  ['its head', [1]],
  ['its head and the pages after it', [1, 2, 3, 4, 5, 6, 7, 8]],
])('%s is gone: the items come back', (_name, pages) => {
  const file = damaged(pages);
  const salvage = salvageSite(file, file.replace('.polydesk', ' new.polydesk'), { version: '1.0.0' });
  expect(salvage).toMatchObject({ isHeadRead: false, faults: [] });
  expect(salvage.counts['posts']).toBe(600);
  expect(salvage.counts['languages']).toBe(5);
});

test('a file cut in two gives what its first half holds', () => {
  const file = damaged([]);
  truncateSync(file, Math.floor(readFileSync(file).length / 2 / PAGE) * PAGE);
  const salvage = salvageSite(file, file.replace('.polydesk', ' new.polydesk'), { version: '1.0.0' });
  expect(salvage.faults).toEqual([]);
  expect(salvage.rows).toBeGreaterThan(0);
  expect(salvage.missing.length + salvage.lostPages.length).toBeGreaterThan(0);
});

test('nothing is replaced, and of nothing comes no site', () => {
  const file = damaged([]);
  const refused = (to: string): string => {
    try {
      salvageSite(file, to, { version: '1.0.0' });
      return 'done';
    } catch (error) {
      return error instanceof OpenError ? error.code : 'crash';
    }
  };
  expect(refused(prepared)).toBe('create');
  expect(refused(join(folder, 'none/new.polydesk'))).toBe('create');
  writeFileSync(file, Buffer.alloc(40 * PAGE));
  const target = join(folder, 'empty new.polydesk');
  expect(refused(target)).toBe('damaged');
  expect(existsSync(target)).toBe(false);
});
