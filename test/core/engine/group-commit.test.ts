import { expect, onTestFinished, test, vi } from 'vitest';
import type { ChangeNotice, RestRequest, RestResponse } from '../../../core/types.ts';
import { bodyOf, openBench, type Bench } from '../../support/engine.ts';

const SETTINGS = '/pll/v1/settings';

function newBench(): Bench & { commits: () => number; heard: ChangeNotice[] } {
  const bench = openBench();
  onTestFinished(() => bench.engine.close());
  bench.ask('POST', '/pll/v1/languages', { locale: 'en_US' });
  const heard: ChangeNotice[] = [];
  bench.engine.onChange((notice) => heard.push(notice));
  return { ...bench, commits: countCommits(bench), heard };
}

/** Counts COMMIT statements: the statement is prepared again on this connection, so it is recognised by its text. */
function countCommits({ engine }: Bench): () => number {
  const { db } = engine.site;
  const statement = Object.getPrototypeOf(db.prepare('SELECT 1')) as { run: (...args: unknown[]) => unknown };
  const { run } = statement;
  let count = 0;
  statement.run = function (this: { source: string }, ...args: unknown[]) {
    if (this.source === 'COMMIT') count++;
    return run.apply(this, args);
  };
  onTestFinished(() => {
    statement.run = run;
  });
  return () => count;
}

/** All at once, as they come in over several connections in one turn of the event loop. */
function together({ engine, admin }: Bench, requests: readonly RestRequest[]): Promise<RestResponse[]> {
  return Promise.all(requests.map(async (request) => engine.ask(request, admin)));
}

/** A clock that only moves when it is read: how fast this machine is changes nothing. */
function tickPerLook(milliseconds: number): void {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += milliseconds));
  onTestFinished(() => clock.mockRestore());
}

const option = (word: string): RestRequest => ({
  method: 'POST',
  path: SETTINGS,
  body: { language_taxonomies: [word] },
});
const category = (name: string): RestRequest => ({ method: 'POST', path: '/wp/v2/categories', body: { name } });

test('writes that arrive together share one COMMIT; each has its own entry', async () => {
  const bench = newBench();
  tickPerLook(0);
  const answers = await together(bench, ['a', 'b', 'c', 'd'].map(category));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(bench.commits()).toBe(1);
  const entries = answers.map(({ headers }) => Number(headers['X-Polydesk-Entry']));
  expect(new Set(entries).size).toBe(4);
  expect(bench.heard.map(({ id }) => id)).toEqual(entries);
});

test('what takes long is cut, so that others have their turn', async () => {
  const bench = newBench();
  tickPerLook(50);
  const answers = await together(bench, ['a', 'b', 'c', 'd'].map(category));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(bench.commits()).toBe(4);
});

test('control: one after another, each has its own COMMIT', () => {
  const bench = newBench();
  for (const name of ['a', 'b', 'c', 'd']) bench.ask('POST', '/wp/v2/categories', { name });
  expect(bench.commits()).toBe(4);
});

test('a refused write among others stores nothing and takes none of them with it', async () => {
  const bench = newBench();
  const [first, refused, last] = await together(bench, [category('one'), category('one'), category('two')]);
  expect([first?.status, refused?.status, last?.status]).toEqual([201, 400, 201]);
  expect(refused?.headers['X-Polydesk-Entry']).toBeUndefined();
  expect(bench.ask('GET', '/wp/v2/categories').body).toHaveLength(3);
});

test('each sees what those before it stored', async () => {
  const bench = newBench();
  const answers = await together(bench, [option('one'), option('two'), { method: 'GET', path: SETTINGS }]);
  expect(answers.map((answer) => bodyOf(answer)['language_taxonomies'])).toEqual([['one'], ['two'], ['two']]);
});

test('a read in between sees earlier requests', async () => {
  const bench = newBench();
  const pending = bench.engine.ask(option('early'), bench.admin);
  expect(bodyOf(bench.ask('GET', SETTINGS))['language_taxonomies']).toEqual(['early']);
  expect((await pending).status).toBe(200);
});

test('a single client is answered immediately, after those that wait', async () => {
  const bench = newBench();
  const early = bench.engine.ask(category('early'), bench.admin);
  const late = bench.engine.ask(category('late'), bench.admin, { isAlone: true });
  // Both are on the disk before anybody else has a turn.
  expect([bench.heard.length, bench.commits()]).toEqual([2, 2]);
  const entries = (await Promise.all([early, late])).map(({ headers }) => Number(headers['X-Polydesk-Entry']));
  expect(bench.heard.map(({ id }) => id)).toEqual(entries);
});

test('what takes no part in batches runs by itself, in its turn', async () => {
  const bench = newBench();
  const batch: RestRequest = {
    method: 'POST',
    path: '/batch/v1',
    body: { requests: [{ path: SETTINGS, body: { language_taxonomies: ['batch'] } }] },
  };
  tickPerLook(0);
  const answers = await together(bench, [option('one'), option('two'), batch, option('three'), option('four')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 207, 200, 200]);
  expect(bench.commits()).toBe(3);
});

test('a COMMIT that fails: nothing was stored, and each is tried by itself', async () => {
  const bench = newBench();
  const { db } = bench.engine.site;
  // A row outside the journal: the deferred key of the journal lets the first COMMIT fail, as a full disk would.
  let isPlanted = false;
  db.function('plant', () => {
    isPlanted = true;
    return 1;
  });
  db.exec(`CREATE TEMP TRIGGER planted AFTER INSERT ON journal WHEN (SELECT count(*) FROM journal_filed) >= 0
           BEGIN INSERT INTO journal_rows (entry, seq, tbl, key, op) SELECT 999999, 999999, 'x', 'x', 'insert' WHERE NEW.params LIKE '%two%' AND plant(); END`);
  const answers = await Promise.allSettled(
    ['one', 'two', 'three'].map(async (name) => bench.engine.ask(category(name), bench.admin)),
  );
  expect(isPlanted).toBe(true);
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.status : 'failed'))).toEqual([
    201,
    'failed',
    201,
  ]);
  const names = (bench.ask('GET', '/wp/v2/categories').body as { name: string }[]).map(({ name }) => name);
  expect(names).toEqual(['one', 'three', 'Uncategorized']);
});

test('a rolled back change is never announced', async () => {
  const bench = newBench();
  await together(bench, [category('one'), category('one')]);
  expect(bench.heard).toHaveLength(1);
});
