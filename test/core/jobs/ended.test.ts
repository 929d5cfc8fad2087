// Notifications of the window about jobs: every job that ended, however it was started.
import { expect, test } from 'vitest';
import { createJobs } from '../../../core/jobs/jobs.ts';
import type { Job } from '../../../core/schema/site/job.ts';
import { openBench } from '../../support/engine.ts';
import { fillWithPosts } from '../../support/many-posts.ts';

test('a job that ended is reported once, with its state and duration, even if it failed', () => {
  const bench = openBench();
  fillWithPosts(bench, 3);
  const told: { job: Job; ms: number }[] = [];
  const { site } = bench.engine;
  const jobs = createJobs(site, {
    changed: () => undefined,
    log: () => undefined,
    ended: (job, ms) => told.push({ job, ms }),
  });
  jobs.start({ kind: 'undo', input: { id: 1, force: false } }, bench.admin);
  jobs.start({ kind: 'undo', input: { id: 99, force: false } }, bench.admin);
  expect(told.map(({ job }) => [job.id, job.kind, job.state])).toEqual([
    [1, 'undo', 'done'],
    [2, 'undo', 'failed'],
  ]);
  expect(told.every(({ ms }) => ms >= 0)).toBe(true);
  jobs.close();
  bench.engine.close();
});
