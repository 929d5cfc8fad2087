import { RestError } from '../errors.ts';
import type { Job } from '../schema/site/job.ts';
import type { Site } from '../site.ts';
import type { ReviewItem, ReviewLine } from '../schema/site/job.ts';
import type { ReviewQuery } from '../store/transfer/review.ts';
import type { Caller, FileRef, JobOrder, Json } from '../types.ts';
import { jobKind } from './kinds.ts';
import { createQueue, type QueuedJob, type QueueParts } from './queue.ts';

/** The jobs of one engine (`contract/extras.md`, `/jobs`), kept in memory: they are not part of the site. */
export interface Jobs {
  /** Queues a job; one runs at a time. On a site in memory it is finished when this returns. */
  start(order: JobOrder, caller: Caller): Job;
  /** Newest first. */
  list(): Job[];
  /** Throws 404 for an unknown or forgotten number. */
  get(id: number): Job;
  /** Whether editors may follow and end it; false for a number that is not known. */
  isForEditors(id: number): boolean;
  /** A finished job stays as it is. */
  cancel(id: number): Job;
  /** Cancels the job that works on a run of the live site, if there is one. */
  cancelRun(run: number): void;
  /** The order that applies a finished preview; 409 if there is nothing to apply. */
  orderToApply(id: number, choices: Json): JobOrder;
  /** The file a job has made; 404 if there is none. */
  file(id: number): FileRef;
  /** What a finished preview has found; 404 if it found nothing of the kind. */
  items(id: number, query: ReviewQuery): { rows: ReviewLine[]; total: number };
  item(id: number, key: string): ReviewItem;
  /** Ends running jobs and waits until they have released the file. */
  close(): void;
}

export interface JobsParts extends Omit<QueueParts, 'ended'> {
  /** Called with each job that finished or failed, and its duration in milliseconds. */
  ended?: ((job: Job, ms: number) => void) | undefined;
}

/** The jobs of a site. */
export function createJobs(site: Site, { ended, ...parts }: JobsParts): Jobs {
  const queue = createQueue(site, { ...parts, ended: (job, ms) => ended?.(valueOf(job), ms) });
  let last = 0;
  const find = (id: number): QueuedJob => known(queue.get(id));
  return {
    start(order, caller) {
      const job = newJob(++last, order, caller);
      queue.add(job);
      return valueOf(job);
    },
    list: () => queue.all().map(valueOf).reverse(),
    get: (id) => valueOf(find(id)),
    isForEditors(id) {
      const job = queue.get(id);
      return job?.kind.isForEditors?.(job.input) === true;
    },
    cancel(id) {
      const job = find(id);
      queue.cancel(job);
      return valueOf(job);
    },
    cancelRun: (run) => queue.all().filter(worksOn(run)).forEach(queue.cancel),
    orderToApply(id, choices) {
      const job = find(id);
      if (job.state !== 'done' || !job.kind.apply)
        throw new RestError(
          'polydesk_nothing_to_apply',
          'This job is not a finished preview. Nothing was changed.',
          409,
        );
      return job.kind.apply(site, job, choices);
    },
    file(id) {
      const job = find(id);
      const file = job.state === 'done' ? job.kind.file?.(site, job) : undefined;
      if (!file) throw new RestError('polydesk_no_file', 'This job has not produced a file.', 404);
      return file;
    },
    items(id, query) {
      const job = find(id);
      return ofReview(job.state === 'done' ? job.kind.items?.(site, job, query) : undefined);
    },
    item(id, key) {
      const job = find(id);
      return ofReview(job.state === 'done' ? job.kind.item?.(site, job, key) : undefined);
    },
    close: () => queue.close(),
  };
}

function known(job: QueuedJob | undefined): QueuedJob {
  if (job) return job;
  throw new RestError('rest_invalid_id', 'This job does not exist. Jobs are discarded when a site closes.', 404);
}

/** Whether a job works on a run of the live site. */
const worksOn =
  (run: number) =>
  ({ kind, input }: QueuedJob): boolean =>
    kind.lane === 'live' && (input as { run?: number }).run === run;

function ofReview<T>(found: T | undefined): T {
  if (found === undefined) throw new RestError('polydesk_no_review', 'This job has nothing of this kind to list.', 404);
  return found;
}

function newJob(id: number, { kind, input }: JobOrder, caller: Caller): QueuedJob {
  return {
    id,
    kind: jobKind(kind),
    input,
    kept: undefined,
    caller,
    state: 'queued',
    report: null,
    entry: null,
    progress: { done: 0, total: 0 },
    isDiscarded: false,
  };
}

function valueOf({ id, kind, state, report, entry, progress, running }: QueuedJob): Job {
  return { id, kind: kind.name, state, ...(running?.progress() ?? progress), report, entry };
}
