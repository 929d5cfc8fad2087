import type { JobKind } from '../../domain/job-kind.ts';
import { latestEntryId } from '../../store/journal/journal.ts';
import type { Json } from '../../types.ts';
import { settleRun, withRemote, workOn } from '../kinds.ts';
import { fetchFiles } from './fetch.ts';

/** `POST /live/files` */
export const liveFilesKind: JobKind = {
  name: 'live-files',
  screen: 'transfer',
  lane: 'live',
  discard: settleRun,
  run: (site, input, tools) =>
    workOn(site, input, tools, async (run, { progress, onPause }) =>
      withRemote(site, input, { ...tools, onPause }, async (remote) => {
        const { ids } = run.input as { ids?: number[] };
        const before = latestEntryId(site.db);
        const { report, fault } = await fetchFiles(site, ids, {
          remote,
          run: run.id,
          merge: (work) => tools.merge(work),
          progress: (done, total) => progress('files', done, total),
          signal: tools.signal,
        });
        if (fault) throw fault;
        const entry = latestEntryId(site.db);
        return { report: report as unknown as Json, ...(entry > before && { entry }) };
      }),
    ),
};
