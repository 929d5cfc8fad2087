import { describe, expect, test } from 'vitest';
import { openSite } from '../../core/site.ts';
import { openBench, type Bench } from '../support/engine.ts';
import { faultLibrary, points, runTask, type Ran } from './faults/faults.ts';
import { freshSites } from './faults/fresh.ts';

/** Hits of each kind; `npm run test:long` runs a hundred. */
const HITS = Math.ceil(Number(process.env['INTERRUPT_KILLS'] ?? 10) / 5);

const freshSite = freshSites();

/** How many posts the next start finds. */
function postsIn(file: string): number {
  const site = openSite(file, { version: '1.0.0', create: false });
  expect(site.findings).toEqual([]);
  const count = Number(site.db.prepare('SELECT count(*) FROM posts').pluck().get());
  site.close();
  return count;
}

const UNKNOWN = '503 storage_unconfirmed';
/** Names by chance lie on one page more or less, so that now and then a run has some calls more than another. */
const SPREAD = 16;

/** A run that nothing hinders. */
let whole: Promise<Ran> | undefined;

describe.runIf(faultLibrary() !== undefined)('a batch of 25', () => {
  test.each(['kill', 'eio', 'enospc'] as const)(
    '%s at a call to the disk: the whole batch or nothing',
    { timeout: 600_000 },
    async (kind) => {
      whole ??= runTask('batch', freshSite());
      expect((await whole).lines).toEqual(['201']);
      const { calls } = await whole;
      const hit = async (at: number): Promise<string> => {
        const file = freshSite();
        const { lines } = await runTask('batch', file, { kind, at, sticky: true });
        const found = postsIn(file);
        expect([0, 25]).toContain(found);
        if (lines[0] === '201') expect(found).toBe(25);
        // A program that goes on has said whether something was stored; only of what it could not know it says so.
        else if (kind !== 'kill')
          expect({ at, lines, found }).toEqual(
            lines[0] === UNKNOWN && at > calls - SPREAD
              ? { at, lines, found: 25 }
              : { at, lines: [expect.stringMatching(/^50[37](?! storage_unconfirmed)/)], found: 0 },
          );
        return lines[0] ?? '';
      };
      for (const at of points(calls - 1, HITS)) await hit(at);
      // The last call is the one that makes the COMMIT safe.
      let last = calls;
      let said = await hit(last);
      for (let again = 0; kind !== 'kill' && said !== UNKNOWN && again < 2 * SPREAD; again += 1) {
        // Nothing was hit, since this run had fewer calls than the counted one. With more it was hit too early: once more.
        if (said === '201') last -= 1;
        said = await hit(last);
      }
      if (kind !== 'kill') expect(said).toBe(UNKNOWN);
    },
  );
});

const items = (bad: number, body: object): object[] =>
  Array.from({ length: 25 }, (_, n) => ({ path: '/wp/v2/posts', body: n === bad ? body : { title: `t${n}` } }));
const titles = ({ engine }: Bench): unknown[] =>
  engine.site.db.prepare('SELECT title FROM posts ORDER BY id').pluck().all();

test('one bad item, at each place: it alone is missing; asked to check all first, nothing is stored', () => {
  // Each place in the long run, every fourth in the short one.
  for (let bad = 0; bad < 25; bad += HITS > 2 ? 1 : 4) {
    const bench = openBench();
    const requests = items(bad, { title: 'bad', status: 'no such status' });
    expect(bench.ask('POST', '/batch/v1', { requests, validation: 'require-all-validate' }).body).toMatchObject({
      failed: 'validation',
    });
    expect(titles(bench)).toEqual([]);
    const { responses } = bench.ask('POST', '/batch/v1', { requests }).body as { responses: { status: number }[] };
    expect(responses.map(({ status }) => status)).toEqual(
      Array.from({ length: 25 }, (_, n) => (n === bad ? 400 : 201)),
    );
    expect(titles(bench)).toEqual(Array.from({ length: 25 }, (_, n) => `t${n}`).filter((_, n) => n !== bad));
    bench.engine.close();
  }
});

test('control: the same writes one by one are half there when the disk fails between them', async ({ skip }) => {
  if (faultLibrary() === undefined) skip();
  const file = freshSite();
  const { calls } = await runTask('requests', freshSite());
  await runTask('requests', file, { kind: 'enospc', at: Math.floor(calls / 2), sticky: true });
  expect(postsIn(file)).toBeGreaterThan(0);
  expect(postsIn(file)).toBeLessThan(40);
});
