import type { FinishedJob, JobKind } from '../domain/job-kind.ts';
import type { Job } from '../schema/site/job.ts';
import type { Site } from '../site.ts';
import type { Caller, ChangeNotice, Json } from '../types.ts';
import { runJob, type Outcome } from './run-job.ts';
import { runInWorker, type Listener, type RunningJob } from './worker-runner.ts';

/** A job from its order until it is forgotten. */
export interface QueuedJob extends FinishedJob {
  readonly id: number;
  readonly kind: JobKind;
  readonly caller: Caller;
  state: Job['state'];
  report: Json;
  entry: number | null;
  /** While it runs, the runner has newer numbers. */
  progress: { done: number; total: number };
  running?: RunningJob;
  /** The files it left outside the site file are removed. */
  isDiscarded: boolean;
}

export interface QueueParts {
  /** Called with what a job has merged. */
  changed(notice: ChangeNotice): void;
  /** Logs bugs of jobs. */
  log(line: string): void;
  /** A secret by its id; left out: there are none. */
  secret?: ((id: string) => Promise<string | undefined>) | undefined;
  /** Called with each job that finished or failed, and its duration in milliseconds. */
  ended?: ((job: QueuedJob, ms: number) => void) | undefined;
}

/** Jobs in order of arrival: one runs at a time in each lane; finished ones are remembered for a while. */
export interface Queue {
  add(job: QueuedJob): void;
  get(id: number): QueuedJob | undefined;
  /** Oldest first. */
  all(): QueuedJob[];
  /** A finished job stays as it is; a running one ends at its next step. */
  cancel(job: QueuedJob): void;
  /** Ends running jobs, waits until they have released the file, and forgets all. */
  close(): void;
}

/** Finished jobs that are remembered. */
const MOST = 100;

/** Jobs of the site, and jobs that wait for a live site. */
const LANES = [undefined, 'live'] as const;
type Lane = (typeof LANES)[number];

/** The queue of a site. A job of a site in memory is finished when `add` returns, unless it waits for other computers. */
export function createQueue(site: Site, parts: QueueParts): Queue {
  const jobs = new Map<number, QueuedJob>();
  const discard = (job: QueuedJob): void => discardFiles(site, job, parts.log);
  /** The worker of the last job of a lane, as long as it has the file open, even after the job was reported as finished. */
  const holding = new Map<Lane, RunningJob>();
  const startNext = (): void => LANES.forEach(startIn);
  const startIn = (lane: Lane): void => {
    const all = [...jobs.values()].filter(({ kind }) => kind.lane === lane);
    const next = all.find(({ state }) => state === 'queued');
    if (!next || holding.has(lane) || all.some(({ state }) => state === 'running')) return;
    next.state = 'running';
    const gone = (): void => {
      holding.delete(lane);
      startNext();
    };
    const listener = { ...listenTo(next, parts, end), gone };
    if (site.file === ':memory:') runHere(site, next, listener);
    else holding.set(lane, (next.running = runInWorker(site, next, listener)));
  };
  const end = (job: QueuedJob, outcome: Outcome): void => {
    settle(job, outcome);
    if (outcome.state !== 'done') discard(job);
    if (outcome.state === 'failed' && outcome.fault) parts.log(`job ${job.id} (${job.kind.name}): ${outcome.fault}`);
    const over = [...jobs.values()].filter(({ state }) => state !== 'queued' && state !== 'running');
    for (const old of over.slice(0, -MOST)) {
      jobs.delete(old.id);
      discard(old);
    }
    startNext();
  };
  return {
    add(job) {
      jobs.set(job.id, job);
      startNext();
    },
    get: (id) => jobs.get(id),
    all: () => [...jobs.values()],
    cancel(job) {
      if (job.state === 'queued') end(job, { state: 'cancelled' });
      job.running?.cancel();
    },
    close() {
      for (const one of holding.values()) one.stop();
      for (const { running } of jobs.values()) running?.stop();
      for (const job of jobs.values()) discard(job);
      jobs.clear();
    },
  };
}

/** Handles the events of a running job, from its start. */
function listenTo(
  job: QueuedJob,
  parts: QueueParts,
  end: (job: QueuedJob, outcome: Outcome) => void,
): Omit<Listener, 'gone'> {
  const started = performance.now();
  return {
    merged(entry, notice) {
      job.entry = entry;
      if (notice) parts.changed(notice);
    },
    secret: (id) => parts.secret?.(id) ?? Promise.resolve(undefined),
    over(outcome) {
      end(job, outcome);
      if (outcome.state !== 'cancelled') parts.ended?.(job, performance.now() - started);
    },
  };
}

/** In this thread, for tests. */
function runHere(site: Site, job: QueuedJob, listener: Listener): void {
  const cancelled = new AbortController();
  const stop = (): void => cancelled.abort();
  const outcome = runJob(site, job.kind, job.input, {
    caller: job.caller,
    progress: (done, total) => (job.progress = { done, total }),
    isCancelled: () => cancelled.signal.aborted,
    signal: cancelled.signal,
    secret: (id) => listener.secret(id),
    beforeMerge: () => undefined,
    merged: (notice) => listener.merged(notice?.id ?? null, notice),
  });
  if (!(outcome instanceof Promise)) return listener.over(outcome);
  job.running = { progress: () => job.progress, cancel: stop, stop };
  void outcome.then((how) => {
    if (site.db.open) listener.over(how);
  });
}

function settle(job: QueuedJob, outcome: Outcome): void {
  if (job.running) job.progress = job.running.progress();
  delete job.running;
  job.state = outcome.state;
  if (outcome.state !== 'cancelled') job.report = outcome.report;
  if (outcome.state === 'done') job.kept = outcome.kept;
}

/**
 * Removes what a job left outside the file. A file that cannot be removed now is swept at the next start.
 */
function discardFiles(site: Site, job: QueuedJob, log: QueueParts['log']): void {
  if (job.isDiscarded) return;
  job.isDiscarded = true;
  try {
    job.kind.discard?.(site, job);
  } catch (error) {
    log(`job ${job.id} (${job.kind.name}) left files: ${error instanceof Error ? error.message : String(error)}`);
  }
}
