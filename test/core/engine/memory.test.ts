import Database from 'better-sqlite3';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createLearner, isLearned, keepStep, learnHere } from '../../../core/domain/memory/learn.ts';
import { fromMemory } from '../../../core/domain/memory/look-up.ts';
import { markOfSite } from '../../../core/store/memory/queue.ts';
import { pluck, sql } from '../../../core/store/sql.ts';
import { bodyOf, openBench, type Bench } from '../../support/engine.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'polydesk-memory-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function opened(file: string): Bench {
  const bench = openBench({ file });
  onTestFinished(() => {
    if (bench.engine.site.db.open) bench.engine.close();
  });
  return bench;
}

const add = (bench: Bench, body: object): number => Number(bodyOf(bench.ask('POST', '/wp/v2/posts', body))['id']);

function pair(bench: Bench, english: string, french: string): void {
  const en = add(bench, { title: english, lang: 'en', status: 'publish' });
  add(bench, { title: french, lang: 'fr', status: 'publish', translations: { en } });
}

/** Waits until the thread has learned everything. */
async function learned(bench: Bench): Promise<Record<string, number>> {
  for (;;) {
    const status = bodyOf(bench.ask('GET', '/polydesk/v1/memory'));
    if (status['is_current'] === true && status['waiting'] === 0) return status['texts'] as Record<string, number>;
    await wait(20);
  }
}

/** As programs ask: in the thread that reads. */
async function targetsOf(bench: Bench, text: string): Promise<string[]> {
  const body = { from: 'en', to: 'fr', text };
  const answer = await bench.engine.ask({ method: 'POST', path: '/polydesk/v1/memory/lookup', body }, bench.admin);
  return (answer.body as { target: string }[]).map(({ target }) => target);
}

/** What is known with so many pairs: with the name of the category every site has. */
const texts = (pairs: number) => ({ en: pairs + 1, fr: pairs + 1 });

function filled(file: string): Bench {
  const bench = opened(file);
  for (const locale of ['en_US', 'fr_FR']) bench.ask('POST', '/pll/v1/languages', { locale });
  pair(bench, 'The front brake', 'Le frein avant');
  return bench;
}

test('saved texts are learned in the thread, by the owner only, and survive a restart', async () => {
  const file = join(folder(), 'a.polydesk');
  const bench = filled(file);
  expect(await learned(bench)).toEqual(texts(1));
  expect(await targetsOf(bench, 'The front brake')).toEqual(['Le frein avant']);
  pair(bench, 'The rear light', 'Le feu arrière');
  expect(await learned(bench)).toEqual(texts(2));
  expect(await targetsOf(bench, 'The rear light')).toEqual(['Le feu arrière']);
  const memory = file.replace('.polydesk', '.memory');
  expect(statSync(memory).mode & 0o777).toBe(0o600);
  bench.engine.close();
  const again = opened(file);
  expect(await targetsOf(again, 'The rear light')).toEqual(['Le feu arrière']);
});

test('a site that is opened again has nothing to learn until it changes: no thread starts for it', async () => {
  const file = join(folder(), 'a.polydesk');
  const first = filled(file);
  await learned(first);
  first.engine.close();
  const again = opened(file);
  expect(isLearned(again.engine.site)).toBe(true);
  pair(again, 'The rear light', 'Le feu arrière');
  expect(isLearned(again.engine.site)).toBe(false);
  await learned(again);
  expect(isLearned(again.engine.site)).toBe(true);
  again.engine.close();
  rmSync(file.replace('.polydesk', '.memory'));
  expect(isLearned(opened(file).engine.site)).toBe(false);
});

test.each([
  ['gone', (memory: string) => rmSync(memory)],
  ['damaged', (memory: string) => writeFileSync(memory, 'no database at all')],
  ['that of another state of the site', undefined],
])('a memory that is %s is made anew', async (_name, hit) => {
  const file = join(folder(), 'a.polydesk');
  const memory = file.replace('.polydesk', '.memory');
  const first = filled(file);
  await learned(first);
  first.engine.close();
  copyFileSync(file, `${file}.old`);
  const second = opened(file);
  pair(second, 'The rear light', 'Le feu arrière');
  await learned(second);
  second.engine.close();
  if (hit) {
    for (const end of ['-wal', '-shm']) rmSync(memory + end, { force: true });
    hit(memory);
  } else copyFileSync(`${file}.old`, file);
  const third = opened(file);
  const count = hit ? 2 : 1;
  expect(await learned(third)).toEqual(texts(count));
  expect(await targetsOf(third, 'The rear light')).toEqual(hit ? ['Le feu arrière'] : []);
  expect(await targetsOf(third, 'The front brake')).toEqual(['Le frein avant']);
});

test('a memory with a damaged page is made anew with the next text', async () => {
  const file = join(folder(), 'a.polydesk');
  const first = filled(file);
  await learned(first);
  first.engine.close();
  damageTable(file.replace('.polydesk', '.memory'), 'uses');
  const second = opened(file);
  pair(second, 'The rear light', 'Le feu arrière');
  expect(await learned(second)).toEqual(texts(2));
  expect(await targetsOf(second, 'The front brake')).toEqual(['Le frein avant']);
  expect(await targetsOf(second, 'The rear light')).toEqual(['Le feu arrière']);
});

// `counts` is read for the status of the memory, in the main thread, the others in the thread that answers.
test.each(['uses', 'counts', 'keys'])(
  'a read that meets a damaged page of %s: the memory is made anew at once',
  async (table) => {
    const file = join(folder(), 'a.polydesk');
    const first = filled(file);
    await learned(first);
    first.engine.close();
    damageTable(file.replace('.polydesk', '.memory'), table);
    const second = opened(file);
    const entries = second.ask('GET', '/polydesk/v1/history').body;
    // The one that meets it finds nothing, and nobody is told that the site is damaged.
    if (table === 'counts') expect(second.ask('GET', '/polydesk/v1/memory').status).toBe(200);
    else expect(await targetsOf(second, 'The front brake')).toEqual([]);
    expect(await learned(second)).toEqual(texts(1));
    expect(await targetsOf(second, 'The front brake')).toEqual(['Le frein avant']);
    expect(second.ask('GET', '/polydesk/v1/history').body).toEqual(entries);
  },
);

test('a damaged page of the site is not taken for one of the memory', async () => {
  const file = join(folder(), 'a.polydesk');
  const bench = filled(file);
  await learned(bench);
  const { site } = bench.engine;
  const broken = new Database.SqliteError('database disk image is malformed', 'SQLITE_CORRUPT');
  const read = (): never => {
    // As a read of this connection fails.
    vi.spyOn(Database.prototype, 'prepare').mockImplementationOnce(() => {
      throw broken;
    });
    return pluck(site.db, sql`SELECT 1 AS damaged`) as never;
  };
  expect(() => fromMemory(site, [], read)).toThrow(broken);
  expect(site.memory.isDamaged).toBe(false);
  expect(await targetsOf(bench, 'The front brake')).toEqual(['Le frein avant']);
});

/** Overwrites the first page of a table. */
function damageTable(memory: string, table: string): void {
  const db = new Database(memory);
  const page = Number(db.pragma('page_size', { simple: true }));
  db.pragma('wal_checkpoint(TRUNCATE)');
  const root = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table) as number;
  db.close();
  const bytes = readFileSync(memory);
  bytes.fill(0xff, (root - 1) * page, root * page);
  writeFileSync(memory, bytes);
}

test('a requested rebuild runs while the existing memory answers', async () => {
  const file = join(folder(), 'a.polydesk');
  const bench = filled(file);
  await learned(bench);
  expect(bench.ask('POST', '/polydesk/v1/memory/rebuild').status).toBe(200);
  expect(await targetsOf(bench, 'The front brake')).toEqual(['Le frein avant']);
  expect(await learned(bench)).toEqual(texts(1));
  expect(existsSync(file.replace('.polydesk', '.memory'))).toBe(true);
});

test('a cancelled rebuild leaves the existing memory, up to date, and learning continues', async () => {
  const bench = filled(join(folder(), 'a.polydesk'));
  await learned(bench);
  const rebuild = (method: string) => bench.ask(method, '/polydesk/v1/memory/rebuild');
  expect(rebuild('DELETE').body).toMatchObject({ code: 'polydesk_no_rebuild' });
  expect(bodyOf(rebuild('POST'))).toMatchObject({ is_current: false, making: { done: 0, total: 2 } });
  expect(bodyOf(rebuild('DELETE'))).toMatchObject({ is_current: true, making: null });
  expect(await targetsOf(bench, 'The front brake')).toEqual(['Le frein avant']);
  pair(bench, 'The rear light', 'Le feu arrière');
  expect(await learned(bench)).toEqual(texts(2));
  expect(await targetsOf(bench, 'The rear light')).toEqual(['Le feu arrière']);
});

test.each([
  ['with texts to learn', true],
  ['with nothing to learn', false],
])('a rebuild that is requested during a step is not lost: %s', (_name, hasTexts) => {
  const bench = filled(':memory:');
  const { site } = bench.engine;
  learnHere(site);
  if (hasTexts) pair(bench, 'The rear light', 'Le feu arrière');
  const learner = createLearner(site);
  const step = learner.step(Infinity);
  bench.ask('POST', '/polydesk/v1/memory/rebuild');
  keepStep(site, step);
  expect(markOfSite(site.db).stamp).toBe('');
  learnHere(site);
  expect(markOfSite(site.db).stamp).not.toBe('');
  expect(bodyOf(bench.ask('GET', '/polydesk/v1/memory'))).toMatchObject({ is_current: true, making: null, waiting: 0 });
  learner.close();
});

test('a look-up stores nothing, and a guest is refused', async () => {
  const bench = filled(join(folder(), 'a.polydesk'));
  await learned(bench);
  const before = bench.ask('GET', '/polydesk/v1/history').body as unknown[];
  await targetsOf(bench, 'The front brake');
  expect(bench.ask('GET', '/polydesk/v1/history').body as unknown[]).toHaveLength(before.length);
  const body = { from: 'en', to: 'fr', text: 'The front brake' };
  const subscriber = bench.as('subscriber');
  expect(
    (await bench.engine.ask({ method: 'POST', path: '/polydesk/v1/memory/lookup', body }, subscriber)).status,
  ).toBe(403);
});
