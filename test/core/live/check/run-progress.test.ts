// What a run records of its progress: nothing after its end, and all of it when it pauses.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JobTools } from '../../../../core/domain/job-kind.ts';
import { JobCancelled } from '../../../../core/domain/job-kind.ts';
import { runOf } from '../../../../core/domain/live/runs.ts';
import { workOn, type RunWork } from '../../../../core/live/kinds.ts';
import { insertRun, updateRun } from '../../../../core/store/live/runs.ts';
import { connectedSite } from '../../../../core/store/live/sites.ts';
import type { Json } from '../../../../core/types.ts';
import { openRig, type Rig } from '../push/rig.ts';

let rig: Rig;
let run: number;
/** Milliseconds that the next short write waits for others who write. */
let busy: number;
let isCancelled: boolean;

beforeEach(async () => {
  rig = await openRig();
  const live = connectedSite(rig.site.db)?.id ?? 0;
  run = insertRun(rig.site.db, { live, kind: 'check', input: {}, author: 'admin', at: '' });
  busy = 0;
  isCancelled = false;
});
afterEach(() => rig.close());

const soon = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));
const posts = (done: number) => [{ type: 'post', label: '', state: 'reading' as const, done, total: 9, unreadable: 0 }];

function works(work: (how: RunWork) => Json | Promise<Json>): Promise<unknown> {
  const tools = {
    progress: () => undefined,
    isCancelled: () => isCancelled,
    async keep<T>(writing: () => T): Promise<T> {
      const wait = busy;
      busy = 0;
      if (wait > 0) await soon(wait);
      return writing();
    },
  } as unknown as JobTools;
  return workOn(rig.site, { run, secret: '' }, tools, async (_run, how) => ({ report: await work(how) }));
}

test('a record of the progress that waits while others write does not replace the report of the run', async () => {
  await works(async ({ progress, onPause }) => {
    await soon(510);
    busy = 80;
    progress('post', 3, 9, posts(3));
    busy = 80;
    onPause(60_000);
    return { full: true };
  });
  await soon(200);
  expect(runOf(rig.site, run)).toMatchObject({
    ...{ state: 'done', phase: '', waiting_until: '', report: { full: true }, lists: [] },
  });
});

test('a check that is paused shows how far each list has been read', async () => {
  const paused = works(({ progress }) => {
    progress('post', 1, 9, posts(1));
    progress('post', 7, 9, posts(7));
    updateRun(rig.site.db, run, { state: 'paused' });
    isCancelled = true;
    throw new JobCancelled();
  });
  await expect(paused).rejects.toBeInstanceOf(JobCancelled);
  expect(runOf(rig.site, run)).toMatchObject({ state: 'paused', done: 7, lists: posts(7) });
});

test('a check that was cancelled records nothing more', async () => {
  const stopped = works(({ progress }) => {
    progress('post', 7, 9, posts(7));
    updateRun(rig.site.db, run, { state: 'stopped' });
    isCancelled = true;
    throw new JobCancelled();
  });
  await expect(stopped).rejects.toBeInstanceOf(JobCancelled);
  expect(runOf(rig.site, run)).toMatchObject({ state: 'stopped', done: 0, report: null });
});

test('a run that fails says how far it came, and why it failed', async () => {
  const failed = works(({ progress }) => {
    progress('post', 7, 9, posts(7));
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(runOf(rig.site, run)).toMatchObject({ state: 'failed', done: 7, report: { code: 'internal_error' } });
});
