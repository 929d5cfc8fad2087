import type { JobKind } from '../../domain/job-kind.ts';
import { makeBackup } from '../../domain/site/backups.ts';
import { latestEntryId } from '../../store/journal/journal.ts';
import { updateRun } from '../../store/live/runs.ts';
import type { Json } from '../../types.ts';
import type { RunTools } from '../check/checking.ts';
import { remoteOf, settleRun, workOn } from '../kinds.ts';
import { runPush, type PushInput } from './push.ts';

/** `POST /live/pushes`, and what takes one back: `input` of the run says what is sent. */
export const livePushKind: JobKind = {
  name: 'live-push',
  screen: 'transfer',
  lane: 'live',
  discard: settleRun,
  run: (site, input, tools) =>
    workOn(site, input, tools, async (run, { progress, onPause }) => {
      const remote = await remoteOf(site, input, { ...tools, onPause });
      try {
        const { deletes, dry } = run.input as unknown as PushInput;
        if (deletes.length > 0 && !dry && site.file !== ':memory:') makeBackup(site, 'before a push');
        const how: RunTools = {
          progress,
          keep: (work, lasting) => tools.keep(work, lasting),
          signal: tools.signal,
          now: () => site.now(),
        };
        const before = latestEntryId(site.db);
        const { report, fault } = await runPush(site, run.id, {
          remote,
          tools: how,
          merge: (work) => tools.merge(work),
        });
        const entry = latestEntryId(site.db);
        const told = entry > before ? { entry } : {};
        if (fault === undefined) return { report: report as unknown as Json, ...told };
        await tools.keep(() => updateRun(site.db, run.id, told));
        throw fault;
      } finally {
        remote.close();
      }
    }),
};
