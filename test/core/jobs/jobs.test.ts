import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openSite } from '../../../core/site.ts';
import type { Job } from '../../../core/schema/site/job.ts';
import type { ChangeNotice } from '../../../core/types.ts';
import { bodyOf, openBench, type Bench } from '../../support/engine.ts';
import { fillWithPosts } from '../../support/many-posts.ts';

/** A site with one entry of that many posts, in a file or in memory. */
function benchWith(posts: number, place: 'file' | 'memory'): Bench {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-jobs-'));
  const bench = openBench(place === 'file' ? { file: join(folder, 'a.polydesk') } : {});
  onTestFinished(() => {
    bench.engine.close();
    rmSync(folder, { recursive: true, force: true });
  });
  fillWithPosts(bench, posts);
  return bench;
}

const jobOf = (bench: Bench, id: unknown): Job => bench.ask('GET', `/polydesk/v1/jobs/${String(id)}`).body as Job;
const postsOf = (bench: Bench): string | undefined => bench.ask('GET', '/wp/v2/posts').headers['X-WP-Total'];

async function whenOver(bench: Bench, id: unknown): Promise<Job> {
  for (;;) {
    const job = jobOf(bench, id);
    if (job.state !== 'queued' && job.state !== 'running') return job;
    await wait(5);
  }
}

/** Waits until the worker writes. */
async function whenMerging(bench: Bench): Promise<void> {
  while (!bench.engine.site.merging) await wait(1);
}

test('a large undo of a site in memory is over when it is answered', () => {
  const bench = benchWith(2100, 'memory');
  expect(postsOf(bench)).toBe('2100');
  const answer = bench.ask('POST', '/polydesk/v1/history/1/undo', {});
  expect([answer.status, answer.body]).toEqual([202, { job: 1 }]);
  expect(answer.headers['Location']).toBe('http://127.0.0.1:24180/wp-json/polydesk/v1/jobs/1');
  expect(jobOf(bench, 1)).toMatchObject({ id: 1, kind: 'undo', state: 'done', report: { undoes: 1 }, entry: 2 });
  expect(postsOf(bench)).toBe('0');
  const [entry] = bench.ask('GET', '/polydesk/v1/history').body as { id: number; origin: string; undoes: number }[];
  expect(entry).toMatchObject({ id: 2, origin: 'undo', undoes: 1, author: 'admin' });
});

test('a small undo is answered as ever', () => {
  const bench = benchWith(20, 'memory');
  expect(bench.ask('POST', '/polydesk/v1/history/1/undo', {}).status).toBe(200);
});

test('an undo of an unknown entry is 404, not a job', () => {
  const bench = benchWith(1, 'memory');
  expect(bench.ask('POST', '/polydesk/v1/history/77/undo', {}).status).toBe(404);
  expect(bench.ask('GET', '/polydesk/v1/jobs').body).toEqual([]);
});

test('a conflict fails the job with the body a request would have had', () => {
  const bench = benchWith(2100, 'memory');
  bench.ask('POST', '/wp/v2/posts/7', { title: 'Changed since' });
  bench.ask('POST', '/polydesk/v1/history/1/undo', {});
  expect(jobOf(bench, 1)).toMatchObject({ state: 'failed', report: { code: 'polydesk_conflict' }, entry: null });
  expect(postsOf(bench)).toBe('2100');
});

test('of very many conflicts the first are listed, and their number', () => {
  const bench = benchWith(2100, 'memory');
  bench.ask('POST', '/polydesk/v1/bulk', {
    action: 'status',
    ids: Array.from({ length: 2100 }, (_, n) => n + 1),
    status: 'draft',
  });
  bench.ask('POST', '/polydesk/v1/history/1/undo', {});
  const { data } = jobOf(bench, 2).report as { data: { conflicts: unknown[]; total: number } };
  expect(data.conflicts).toHaveLength(1000);
  expect(data.total).toBeGreaterThanOrEqual(2100);
});

test('in a worker: reads continue, writes are asked to retry, listeners get the entry', async () => {
  const bench = benchWith(3000, 'file');
  const heard: ChangeNotice[] = [];
  bench.engine.onChange((notice) => heard.push(notice));
  // Kept from now on: the answer after the job must be a new one.
  expect(postsOf(bench)).toBe('3000');
  expect(bench.ask('POST', '/polydesk/v1/history/1/undo', {}).body).toEqual({ job: 1 });
  await whenMerging(bench);
  const refused = bench.ask('POST', '/wp/v2/posts', { title: 'Meanwhile' });
  expect([refused.status, bodyOf(refused)['code'], refused.headers['Retry-After']]).toEqual([503, 'storage_busy', '1']);
  expect(postsOf(bench)).toBe('3000');
  expect(bench.ask('GET', '/wp/v2/posts', undefined).status).toBe(200);
  const job = await whenOver(bench, 1);
  expect(job).toMatchObject({ state: 'done', entry: 2 });
  expect(job.done).toBeGreaterThan(0);
  expect(job.total).toBeGreaterThanOrEqual(6000);
  expect(heard.map(({ id, origin }) => ({ id, origin }))).toEqual([{ id: 2, origin: 'undo' }]);
  expect(postsOf(bench)).toBe('0');
  expect(bench.ask('POST', '/wp/v2/posts', { title: 'After' }).status).toBe(201);
});

test('a job that is cancelled while it writes changes nothing; the next one runs', async () => {
  const bench = benchWith(3000, 'file');
  bench.ask('POST', '/polydesk/v1/history/1/undo', {});
  bench.ask('POST', '/polydesk/v1/history/1/undo', {});
  bench.ask('POST', '/polydesk/v1/history/1/undo', {});
  await whenMerging(bench);
  expect(bench.ask('DELETE', '/polydesk/v1/jobs/2').body).toMatchObject({ id: 2, state: 'cancelled' });
  expect(bench.ask('DELETE', '/polydesk/v1/jobs/1').status).toBe(200);
  expect(await whenOver(bench, 1)).toMatchObject({ state: 'cancelled', report: null, entry: null });
  expect(postsOf(bench)).toBe('3000');
  expect(await whenOver(bench, 3)).toMatchObject({ state: 'done', entry: 2 });
  expect(bench.ask('DELETE', '/polydesk/v1/jobs/3').body).toMatchObject({ state: 'done' });
  expect((bench.ask('GET', '/polydesk/v1/jobs').body as Job[]).map(({ id, state }) => `${id} ${state}`)).toEqual([
    '3 done',
    '2 cancelled',
    '1 cancelled',
  ]);
});

test.each(['at once', 'while it writes'])(
  'closing a site %s waits for its job, which changes nothing',
  async (when) => {
    const bench = benchWith(3000, 'file');
    const { file } = bench.engine.site;
    bench.ask('POST', '/polydesk/v1/history/1/undo', {});
    if (when !== 'at once') await whenMerging(bench);
    bench.engine.close();
    const again = openSite(file, { version: '1' });
    expect(again.findings).toEqual([]);
    expect(again.db.prepare('SELECT count(*) FROM posts').pluck().get()).toBe(3000);
    expect(again.db.prepare('SELECT count(*) FROM journal').pluck().get()).toBe(1);
    again.close();
  },
);

test('only an administrator sees jobs of the site; an unknown one is 404, one that is not a preview 409', () => {
  const bench = benchWith(2100, 'memory');
  bench.ask('POST', '/polydesk/v1/history/1/undo', {});
  for (const path of ['/jobs/1', '/jobs/1/file'])
    expect(bench.ask('GET', `/polydesk/v1${path}`, undefined, bench.as('editor')).status).toBe(403);
  expect(bench.ask('GET', '/polydesk/v1/jobs', undefined, bench.as('editor')).body).toEqual([]);
  expect(bench.ask('GET', '/polydesk/v1/jobs/2').status).toBe(404);
  expect(bench.ask('GET', '/polydesk/v1/jobs/1/file').status).toBe(404);
  expect(bench.ask('POST', '/polydesk/v1/jobs/1/apply', {}).status).toBe(409);
});
