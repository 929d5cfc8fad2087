import { parentPort } from 'node:worker_threads';
import { createCaller } from '../domain/access/capabilities.ts';
import { openForWorker, type Site } from '../site.ts';
import type { ChangeNotice } from '../types.ts';
import { settleLog } from '../store/file/pragmas.ts';
import { jobKind } from './kinds.ts';
import { failure, runJob, type Outcome } from './run-job.ts';
import { sharedState, type SharedState } from './shared-state.ts';
import type { FromWorker, WorkerOrder } from './worker-messages.ts';

/** Runs the job a worker was started for, with a connection of its own to the site file, under the lock of the process. */
export function runOrder(order: WorkerOrder): void {
  const state = sharedState(order.state);
  if (state.enterFile()) {
    work(order, state);
    state.leaveFile();
  } else {
    notify({ type: 'over', outcome: { state: 'cancelled' } });
  }
}

/** Reports how the job ended; nobody waits for what is done after that. */
function work(order: WorkerOrder, state: SharedState): void {
  let site: Site | undefined;
  let hasMerged = false;
  const report = (outcome: Outcome): void => notify({ type: 'over', outcome });
  try {
    site = openForWorker(order.file, order.site);
    const outcome = runJob(site, jobKind(order.kind), order.input, {
      caller: createCaller(order.caller),
      progress: (done, total) => state.setProgress(done, total),
      isCancelled: () => state.isCancelled(),
      beforeMerge() {
        notify({ type: 'merging' });
        state.awaitMerge();
      },
      merged(notice) {
        hasMerged = true;
        notify({ type: 'merged', notice: notice && shortened(notice) });
      },
    });
    report(outcome);
  } catch (error) {
    report(failure(error));
  }
  if (site && hasMerged) settleLog(site.db);
  site?.close();
}

/** Listeners read again what may have changed: of very many items the first, and one of each further sort, are enough. */
function shortened(notice: ChangeNotice): ChangeNotice {
  const seen = new Set<string>();
  const items = notice.items.filter(({ kind, op }, at) => {
    const isNew = !seen.has(`${kind} ${op}`);
    seen.add(`${kind} ${op}`);
    return at < 1000 || isNew;
  });
  return { ...notice, items };
}

function notify(message: FromWorker): void {
  parentPort?.postMessage(message);
}
