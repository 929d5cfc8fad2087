import type { JobKind } from '../../domain/job-kind.ts';
import { makeBackup } from '../../domain/site/backups.ts';
import { latestEntryId } from '../../store/journal/journal.ts';
import { updateRun } from '../../store/live/runs.ts';
import type { Json } from '../../types.ts';
import { runTools, settleRun, withRemote, workOn } from '../kinds.ts';
import { runPush, type PushInput } from './push.ts';

/** `POST /live/pushes`, and the undo of a push: `input` of the run has the order. */
export const livePushKind: JobKind = {
  name: 'live-push',
  screen: 'transfer',
  lane: 'live',
  discard: settleRun,
  run: (site, input, tools) =>
    workOn(site, input, tools, async (run, { progress, onPause }) =>
      withRemote(site, input, { ...tools, onPause }, async (remote) => {
        const { deletes, dry } = run.input as unknown as PushInput;
        const isBackedUp = deletes.length > 0 && !dry && site.file !== ':memory:';
        const backup = isBackedUp ? makeBackup(site, 'before a push') : '';
        const before = latestEntryId(site.db);
        const { report, fault } = await runPush(site, run.id, {
          remote,
          tools: runTools(site, tools, { progress }),
          merge: (work) => tools.merge(work),
        });
        const entry = latestEntryId(site.db);
        const made = entry > before ? { entry } : {};
        if (fault === undefined) return { report: { ...report, backup } as unknown as Json, ...made };
        await tools.keep(() => updateRun(site.db, run.id, made));
        throw fault;
      }),
    ),
};
