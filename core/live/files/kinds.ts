import type { JobKind } from '../../domain/job-kind.ts';
import { latestEntryId } from '../../store/journal/journal.ts';
import type { Json } from '../../types.ts';
import { settleRun, withRemote, workOn } from '../kinds.ts';
import { fetchFiles } from './fetch.ts';
import { openOtherHosts } from './other-hosts.ts';

/** `POST /live/files` */
export const liveFilesKind: JobKind = {
  name: 'live-files',
  screen: 'transfer',
  lane: 'live',
  discard: settleRun,
  run: (site, input, tools) =>
    workOn(site, input, tools, async (run, { progress, onPause }) =>
      withRemote(site, input, { ...tools, onPause }, async (remote) => {
        const { ids, hosts = [] } = run.input as { ids?: number[]; hosts?: string[] };
        const before = latestEntryId(site.db);
        const others = openOtherHosts(hosts, site.version);
        const { report, fault } = await fetchFiles(site, ids, {
          remote,
          others,
          run: run.id,
          merge: (work) => tools.merge(work),
          progress: (done, total) => progress('files', done, total),
          signal: tools.signal,
        }).finally(() => others.close());
        if (fault) throw fault;
        const entry = latestEntryId(site.db);
        return { report: report as unknown as Json, ...(entry > before && { entry }) };
      }),
    ),
};
