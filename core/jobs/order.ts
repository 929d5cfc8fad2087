import { parentPort } from 'node:worker_threads';
import { createCaller } from '../domain/access/capabilities.ts';
import { openForWorker, type Site } from '../site.ts';
import type { ChangeNotice } from '../types.ts';
import { settleLog } from '../store/file/pragmas.ts';
import { jobKind } from './kinds.ts';
import { failure, runJob, type Outcome } from './run-job.ts';
import { sharedState, type SharedState } from './shared-state.ts';
import type { FromWorker, ToWorker, WorkerOrder } from './worker-messages.ts';

/** Runs the job a worker was started for, with its own connection to the site file, under the lock of the process. */
export async function runOrder(order: WorkerOrder): Promise<void> {
  const state = sharedState(order.state);
  if (state.enterFile()) {
    await work(order, state);
    state.leaveFile();
  } else {
    notify({ type: 'over', outcome: { state: 'cancelled' } });
  }
  // No more messages are handled: the thread ends.
  parentPort?.close();
}

/** Reports how the job ended; what follows is outside the critical path. */
async function work(order: WorkerOrder, state: SharedState): Promise<void> {
  let site: Site | undefined;
  let hasMerged = false;
  const report = (outcome: Outcome): void => notify({ type: 'over', outcome });
  try {
    site = openForWorker(order.file, order.site);
    const { signal, secret } = listen();
    const outcome = await runJob(site, jobKind(order.kind), order.input, {
      caller: createCaller(order.caller),
      progress: (done, total) => state.setProgress(done, total),
      isCancelled: () => state.isCancelled(),
      signal,
      secret,
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

/** Handles messages from the main process: each goes to the code that waits for it. */
function listen(): { signal: AbortSignal; secret(id: string): Promise<string | undefined> } {
  const cancelled = new AbortController();
  const asked = new Map<string, (value: string | undefined) => void>();
  parentPort?.on('message', (message: ToWorker) => {
    if (message.type === 'cancel') {
      cancelled.abort();
      for (const give of asked.values()) give(undefined);
    } else asked.get(message.id)?.(message.value);
  });
  return {
    signal: cancelled.signal,
    secret: (id) =>
      new Promise((resolve) => {
        asked.set(id, resolve);
        notify({ type: 'secret', id });
      }),
  };
}

/** Listeners reread what may have changed: of very many items the first, and one of each further kind, are enough. */
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
