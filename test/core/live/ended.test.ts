// A worker that crashed does not leave its run active forever: the run can be resumed.
import { expect, onTestFinished, test } from 'vitest';
import { pauseRunsOf } from '../../../core/engine/live.ts';
import { JOB_KINDS } from '../../../core/jobs/kinds.ts';
import { insertRun, runById } from '../../../core/store/live/runs.ts';
import { connectedSite } from '../../../core/store/live/sites.ts';
import { openRig } from './push/rig.ts';

const KINDS = [
  ['live-check', 'check'],
  ['live-pull', 'pull'],
  ['live-push', 'push'],
  ['live-push', 'undo'],
  ['live-files', 'files'],
] as const;

test.for(KINDS)('%s: a %s whose worker ended can go on', async ([name, kind]) => {
  const rig = await openRig();
  onTestFinished(() => rig.close());
  const { site } = rig;
  const live = connectedSite(site.db)?.id ?? 0;
  const run = insertRun(site.db, { live, kind, input: {}, author: 'admin', at: '' });
  const job = JOB_KINDS.find((one) => one.name === name);
  job?.discard?.(site, { input: { run, secret: '' }, kept: undefined });
  expect(runById(site.db, run)?.state).toBe('paused');
});

test('a push interrupted by the end of the program is reported at the next start, a check is not', async () => {
  const rig = await openRig();
  onTestFinished(() => rig.close());
  const { site } = rig;
  const live = connectedSite(site.db)?.id ?? 0;
  const [push, check] = (['push', 'check'] as const).map((kind) =>
    insertRun(site.db, { live, kind, input: {}, author: 'admin', at: '' }),
  );
  pauseRunsOf(site);
  expect(runById(site.db, push ?? 0)).toMatchObject({
    state: 'paused',
    report: { code: 'polydesk_live_interrupted' },
  });
  expect(runById(site.db, check ?? 0)).toMatchObject({ state: 'paused', report: null });
});
