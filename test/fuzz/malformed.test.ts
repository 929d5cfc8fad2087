// R7 of `security.md`: randomly broken files, 14 classes. POLYDESK_FUZZ_SEED repeats a run; `npm run test:long` takes more than
// 300 of each.
import { Socket } from 'node:net';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { transact } from '../../core/domain/history/history.ts';
import { checkInvariants } from '../../core/store/file/invariants.ts';
import type { ReadDb } from '../../core/store/sql.ts';
import { importFile } from '../../core/transfer/import.ts';
import type { PostRecord } from '../../core/transfer/records.ts';
import { ImportRefused, UNWATCHED } from '../../core/transfer/refusal.ts';
import { emptyReport } from '../../core/transfer/report.ts';
import { readWxr } from '../../core/transfer/wxr/read.ts';
import { LIMITS, type XmlLimits } from '../../core/transfer/wxr/xml-feed.ts';
import { openBench, type Bench } from '../support/engine.ts';
import { cpuMs } from '../support/growth.ts';
import { generateWxr } from '../transfer/generate.ts';
import { importer, temporaryFolder } from '../transfer/support.ts';
import { state } from './dump.ts';
import { CLASSES, createDice, respelled } from './malformed.ts';

const { POLYDESK_FUZZ_SEED, POLYDESK_FUZZ_RUNS = '1' } = process.env;
const many = Number(POLYDESK_FUZZ_RUNS);
/** Files of a class. */
const EACH = many === 1 ? 20 : 36 * many;
const seed = Number(POLYDESK_FUZZ_SEED ?? Math.floor(Math.random() * 0x7fffffff));
const TIME = 120_000 * many;

const folder = temporaryFolder();
let good: string;
let bench: Bench;
beforeAll(() => {
  process.stdout.write(`POLYDESK_FUZZ_SEED=${seed}\n`);
  generateWxr(`${folder.path}/good.xml`, 6);
  // Few categories: the classes are about the rest.
  good = readFileSync(`${folder.path}/good.xml`, 'utf8')
    .replace(/<wp:category>.*topic-[4-9].*\n|<wp:category>.*topic-\d\d.*\n/g, '')
    .replace(/<wp:term>.*term_translations.*\n/g, '');
  bench = openBench();
});
afterAll(() => {
  bench.engine.close();
  folder.remove();
});

/** Imports, checks every rule of the tables, and takes it back: the site stays as it was for the next one. */
function tryImport(path: string): { refusal?: ImportRefused; broken: string[] } {
  const { site } = bench.engine;
  let broken: string[] = [];
  try {
    importFile(
      site,
      { path },
      {
        control: UNWATCHED,
        merge: (work) =>
          transact(site, importer, () => {
            const done = work();
            // The entry of this very change is written last.
            const rules = checkInvariants(site.db).filter(({ name }) => name !== 'every change is in the journal');
            broken = [...rules.map(({ name }) => name), ...strayRows(site.db)];
            return { ...done, keep: false };
          }).value,
      },
    );
    return { broken };
  } catch (error) {
    if (error instanceof ImportRefused) return { refusal: error, broken };
    throw error;
  }
}

/** Tables with rows that lead nowhere. */
function strayRows(db: ReadDb): string[] {
  const rows = db.pragma('foreign_key_check') as { table: string }[];
  return [...new Set(rows.map(({ table }) => table))].filter((table) => table !== 'journal_rows');
}

describe('broken files: refused with a line and a reason, or imported by every rule', () => {
  test.each(CLASSES)('$name', { timeout: TIME }, ({ name, refused, large, make }) => {
    const connections = vi.spyOn(Socket.prototype, 'connect');
    const before = state(bench.engine.site.db);
    const memory = process.memoryUsage().rss;
    for (let n = 0; n < (large ? Math.ceil(EACH / 10) : EACH); n += 1) {
      const path = folder.file('broken.xml', make(good, createDice(seed + n)));
      let tried: ReturnType<typeof tryImport> = { broken: ['not tried'] };
      const about = `${name}, seed ${seed + n}`;
      expect(
        cpuMs(() => (tried = tryImport(path))),
        about,
      ).toBeLessThan(10_000);
      const { refusal, broken } = tried;
      expect(broken, about).toEqual([]);
      if (refused) expect(refusal, about).toBeDefined();
      if (refusal) expect(refusal.message, about).toMatch(/Nothing was imported\.$/);
      if (refusal && !['version', 'compressed', 'broken_gzip', 'not_xml'].includes(refusal.reason))
        expect(refusal.line, about).toBeGreaterThan(0);
    }
    expect(state(bench.engine.site.db)).toBe(before);
    expect(process.memoryUsage().rss - memory).toBeLessThan(256 * 2 ** 20);
    expect(connections).not.toHaveBeenCalled();
    connections.mockRestore();
  });
});

/** What a file says, without its lines. */
function recordsOf(path: string, limits?: XmlLimits): Omit<PostRecord, 'line'>[] {
  const records: Omit<PostRecord, 'line'>[] = [];
  const nothing = (): void => undefined;
  readWxr(
    path,
    {
      ...{ site: nothing, user: nothing, language: nothing, term: nothing, group: nothing },
      post: ({ line: _line, ...record }) => records.push(record),
    },
    { report: emptyReport(), control: UNWATCHED, now: new Date(0), ...(limits && { limits }) },
  );
  return records;
}

test('good files all come in, however they are spelled', { timeout: TIME }, () => {
  const wanted = recordsOf(folder.file('good.xml', good));
  expect(wanted).toHaveLength(6);
  for (let n = 0; n < (many === 1 ? 40 : 200); n += 1) {
    const path = folder.file('spelled.xml', respelled(good, createDice(seed + n)));
    expect(recordsOf(path), `seed ${seed + n}`).toEqual(wanted);
  }
});

test('without the limits depth, attributes and giant texts come in: the control', () => {
  const none: XmlLimits = { depth: Infinity, attributes: Infinity, bytesWithoutEvent: Infinity, fileBytes: Infinity };
  for (const wanted of ['depth', 'attribute flood', 'giant text']) {
    const make = CLASSES.find(({ name }) => name === wanted)?.make;
    const path = folder.file('control.xml', make?.(good, createDice(seed)) ?? '');
    expect(() => recordsOf(path, LIMITS), wanted).toThrow(ImportRefused);
    expect(recordsOf(path, none), wanted).toHaveLength(6);
  }
});

test('without its check a document type comes in: the control', () => {
  const declared = `<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/hostname"><!ENTITY y "${'y'.repeat(50_000)}">]>\n`;
  const path = folder.file('declared.xml', good.replace('<rss', `${declared}<rss`));
  expect(() => recordsOf(path, LIMITS)).toThrow(ImportRefused);
  expect(recordsOf(path, { ...LIMITS, documentType: true })).toHaveLength(6);
  // What it declares is never put in, even so.
  const used = folder.file('used.xml', good.replace('<rss', `${declared}<rss`).replace('<title>', '<title>&x;'));
  expect(() => recordsOf(used, { ...LIMITS, documentType: true })).toThrow(/entity/);
});
