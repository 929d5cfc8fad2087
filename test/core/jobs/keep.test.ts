// Short writes of a job: acknowledged data is on disk, and data that can be recreated does not wait for the disk.
import { expect, onTestFinished, test } from 'vitest';
import type { JobKind } from '../../../core/domain/job-kind.ts';
import { runJob } from '../../../core/jobs/run-job.ts';
import { run, sql } from '../../../core/store/sql.ts';
import { openBench } from '../../support/engine.ts';

test.for([
  ['by itself', undefined, 2],
  ['derived', { isDerived: true }, 1],
  ['derived, and it failed', { isDerived: true, fails: true }, 1],
] as const)('a short write %s: how it is flushed, and the connection is as before', async ([, how, flushed]) => {
  const bench = openBench();
  onTestFinished(() => bench.engine.close());
  const { site } = bench.engine;
  const safety = (): unknown => site.db.pragma('synchronous', { simple: true });
  const kind: JobKind = {
    name: 'keeps',
    screen: 'activity',
    async run(_site, _input, tools) {
      const write = (): unknown => {
        run(site.db, sql`INSERT INTO live_queue (kind, uuid) VALUES ('post', 'one')`);
        if (how && 'fails' in how) throw new Error('no');
        return safety();
      };
      const during = await tools.keep(write, how).catch(() => 1);
      return { report: { during: Number(during), after: Number(safety()) } };
    },
  };
  const outcome = await runJob(site, kind, null, {
    caller: bench.admin,
    progress: () => undefined,
    isCancelled: () => false,
    signal: new AbortController().signal,
    secret: () => Promise.resolve(undefined),
    beforeMerge: () => undefined,
    merged: () => undefined,
  });
  expect(outcome).toMatchObject({ state: 'done', report: { during: flushed, after: 2 } });
  const kept = site.db.prepare('SELECT count(*) FROM live_queue').pluck().get();
  expect(kept).toBe(how && 'fails' in how ? 0 : 1);
});
