import { Worker } from 'node:worker_threads';
import { changesSince } from '../domain/history/history.ts';
import type { JobKind } from '../domain/job-kind.ts';
import { RestError } from '../errors.ts';
import type { Site } from '../site.ts';
import { latestEntryId } from '../store/journal/journal.ts';
import { leavesLog } from '../store/file/pragmas.ts';
import { threadProgram } from '../threads.ts';
import type { Caller, ChangeNotice, Json } from '../types.ts';
import { failure, type Outcome } from './run-job.ts';
import { sharedState, type SharedState } from './shared-state.ts';
import { mergeTurn } from './merge-turn.ts';
import type { FromWorker, ToWorker, WorkerOrder } from './worker-messages.ts';

/** Callbacks for the main process. */
export interface Listener {
  merged(entry: number | null, notice: ChangeNotice | null): void;
  /** A secret by its id. */
  secret(id: string): Promise<string | undefined>;
  /** Called once. */
  over(outcome: Outcome): void;
  /** Called once, last: the file is released. */
  gone(): void;
}

/** A running job. */
export interface RunningJob {
  progress(): { done: number; total: number };
  /** Ends it at its next step, unless it has merged. */
  cancel(): void;
  /** Cancels it and waits until it has released the file: the lock must not be released before. */
  stop(): void;
}

/** How long a close waits for a step of a job to end. */
const PATIENCE_MS = 15_000;
/** Heap of a worker in MiB, unless its kind sets one. */
const MEMORY = 1024;
/** Young generation in MiB: a larger one would be kept free rather than used. */
const YOUNG = 16;

/** The job to run. */
interface Start {
  kind: JobKind;
  input: Json;
  caller: Caller;
}

/**
 * Starts a worker for one job. From `merging` to the end of the merge `site.merging` is set, and the main process refuses writes.
 */
export function runInWorker(site: Site, job: Start, listener: Listener): RunningJob {
  const state = sharedState();
  const worker = new Worker(threadProgram('worker'), {
    name: `polydesk ${job.kind.name}`,
    workerData: orderOf(site, job, state.buffer),
    resourceLimits: { maxOldGenerationSizeMb: job.kind.memory ?? MEMORY, maxYoungGenerationSizeMb: YOUNG },
  });
  worker.unref();
  let stopped = false;
  watchWorker({ site, worker, state, kind: job.kind }, listener, () => stopped);
  return {
    progress: () => state.progress(),
    cancel() {
      state.cancel();
      worker.postMessage({ type: 'cancel' } satisfies ToWorker);
    },
    stop() {
      stopped = true;
      state.cancel();
      worker.postMessage({ type: 'cancel' } satisfies ToWorker);
      state.shutFile(PATIENCE_MS);
      void worker.terminate();
    },
  };
}

interface WatchedWorker {
  site: Site;
  worker: Worker;
  state: SharedState;
  kind: JobKind;
}

/** Watches the worker from its start to its end, however it ends. Once the site is closed no callback is called. */
function watchWorker({ site, worker, state, kind }: WatchedWorker, listener: Listener, isStopped: () => boolean): void {
  /** How it ended, if it could not report that itself. */
  let outcome: Outcome | undefined;
  let isOver = false;
  /** The newest entry when the worker began to write, until it reports the end of the write. */
  let before: number | undefined;
  const wasReadOnly = site.readOnly;
  const turn = mergeTurn(site);
  const end = (outcome: Outcome): void => {
    if (isOver) return;
    isOver = true;
    clearTimeout(clock);
    turn.leave();
    // Written but not reported: the file tells.
    const entry = before === undefined ? undefined : entryAfter(site, before);
    if (entry !== undefined) listener.merged(entry.id, entry);
    listener.over(entry ? { state: 'done', report: null } : outcome);
  };
  worker.on('message', (message: FromWorker) => {
    if (isStopped()) return;
    if (message.type === 'over') end(message.outcome);
    else if (message.type === 'secret') answerSecret(worker, message.id, listener);
    else if (message.type === 'merging') {
      // Meanwhile its file turned out to be damaged.
      if (site.readOnly && !wasReadOnly) return state.cancel();
      turn.take(() => {
        leavesLog(site.db, true);
        before = latestEntryId(site.db);
        state.allowMerge();
      });
    } else {
      turn.leave();
      before = undefined;
      listener.merged(message.notice?.id ?? null, message.notice);
    }
  });
  worker.on('error', (error) => (outcome ??= failure(asRestError(error))));
  const clock = endInTime(kind, () => {
    outcome ??= failure(tookTooLong(kind.deadline ?? 0));
    void worker.terminate();
  });
  worker.on('exit', () => {
    clearTimeout(clock);
    state.leaveFile();
    if (isStopped()) return;
    // The program may have closed its site as soon as the job was finished.
    if (site.db.open) leavesLog(site.db, false);
    end(outcome ?? failure(new Error('The worker ended without a result')));
    listener.gone();
  });
}

function answerSecret(worker: Worker, id: string, { secret }: Listener): void {
  const answer = (value: string | undefined): void =>
    worker.postMessage({ type: 'secret', id, value } satisfies ToWorker);
  secret(id).then(answer, () => answer(undefined));
}

/** What was written since an entry, as a notice. */
function entryAfter(site: Site, id: number): ChangeNotice | undefined {
  return changesSince(site, id, 1).entries[0];
}

function orderOf(site: Site, { kind, input, caller }: Start, state: SharedArrayBuffer): WorkerOrder {
  const { version, edition, homeUrl, serverUrl, readOnly, reserve } = site;
  const { name, userId, role, origin, token } = caller;
  const ahead = site.now().getTime() - Date.now();
  return {
    kind: kind.name,
    input,
    file: site.file,
    site: { version, edition, homeUrl, serverUrl, readOnly, reserve, ahead },
    // Only signed-in callers can start a job.
    caller: { name, userId, role: role ?? 'subscriber', origin, token, serverRights: caller.can('manage_server') },
    state,
  };
}

function endInTime({ deadline }: JobKind, end: () => void): NodeJS.Timeout | undefined {
  return deadline === undefined ? undefined : setTimeout(end, deadline * 1000).unref();
}

function tookTooLong(seconds: number): RestError {
  const text = `The job was ended after ${seconds} seconds. Nothing was changed. Try it with less at a time.`;
  return new RestError('polydesk_job_too_long', text, 500);
}

function asRestError(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')) return error;
  const text = 'The job needs more memory than it is allowed. Nothing was changed. Try again with fewer items.';
  return new RestError('polydesk_job_too_large', text, 500);
}
