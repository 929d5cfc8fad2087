import type { Summary } from '../schema/site/summaries.ts';
import type { Site } from '../site.ts';
import type { ReviewItem, ReviewLine } from '../schema/site/job.ts';
import type { ReviewQuery } from '../store/transfer/review.ts';
import type { Caller, FileRef, JobOrder, Json, Origin } from '../types.ts';

/** The services available to a job besides the site. */
export interface JobTools {
  /** The user who started the job: the author of its merge. */
  readonly caller: Caller;
  /** Reports progress; cheap enough to be called often. Throws `JobCancelled` after a cancellation. */
  progress(done: number, total?: number): void;
  /** For jobs that must clean up first; `progress` throws on its own. */
  isCancelled(): boolean;
  /**
   * The single write of a job: one transaction with one journal entry, all or nothing. The main process rejects writes during it,
   * so read and compute as much as possible beforehand. Throwing rolls everything back. Without `summary` only for data without a
   * journal.
   */
  merge<T>(work: () => { value: T; summary?: Summary; undoes?: number; origin?: Origin }): T;
  /**
   * For asynchronous kinds: a short write of data without a journal, any number of times, each in its own transaction. It blocks
   * other writers, so limit it to a few dozen rows. Retries while the database is locked. `isDerived`: the data can be rebuilt,
   * so it is not fsynced; the next commit does that.
   */
  keep<T>(work: () => T, how?: { isDerived?: boolean }): Promise<T>;
  /** For asynchronous kinds: aborted when the job is cancelled. */
  readonly signal: AbortSignal;
  /** A secret by its ID; undefined if it is not stored on this computer. */
  secret(id: string): Promise<string | undefined>;
}

/** The result of a job. */
export interface JobResult {
  /** Public: returned to every client that reads the job. */
  report: Json;
  /** For `file`, `apply` and `discard`: paths and the like, never returned to clients. */
  kept?: Json;
}

/** A finished job, as passed to the hooks of its kind. */
export interface FinishedJob {
  input: Json;
  kept: Json | undefined;
}

/**
 * Work that takes too long for a request (`architecture.md` 4, `security.md` 1). To add a kind: write a value of this type and
 * give it a row in `JOB_KINDS`; a route that returns `{ body: null, job: { kind, input } }` starts it: after its transaction the
 * job is queued and the response is 202 with the job's ID. Its texts are `job.NAME` in the texts of the shell and
 * `overview.failed.NAME` in the messages of the page.
 */
export interface JobKind {
  /** Its name in `/jobs` and in `JobOrder.kind`. */
  name: string;
  /** The screen that shows its result. */
  screen: 'activity' | 'transfer';
  /** Memory limit of the worker in MiB; default: 1,024. */
  memory?: number;
  /** Kinds in a lane of their own run in parallel with those of the site, one at a time. */
  lane?: 'live';
  /** Whether editors may start, follow and cancel it; default: administrators only. */
  isForEditors?(input: Json): boolean;
  /** Timeout in seconds after which the worker is terminated. Default: none. */
  deadline?: number;
  /**
   * Runs in a worker with its own connection; inline if the site is in memory, as in tests. Synchronous, except for kinds that
   * wait for other computers. `input` comes from the order: plain data. Throw a `RestError` for errors the user can fix; its body
   * becomes the report.
   */
  run(site: Site, input: Json, tools: JobTools): JobResult | Promise<JobResult>;
  /** `/jobs/{id}/file`: the output file of a finished job. Runs in the main process, like the hooks below. */
  file?(site: Site, job: FinishedJob): FileRef | undefined;
  /** `/jobs/{id}/apply`: the job that applies this finished preview. Throws a `RestError` if there is nothing to apply. */
  apply?(site: Site, job: FinishedJob, choices: Json): JobOrder;
  /** `/jobs/{id}/items`: the results of a finished preview, item by item, and the total of the query. */
  items?(site: Site, job: FinishedJob, query: ReviewQuery): { rows: ReviewLine[]; total: number };
  /** `/jobs/{id}/items/{key}`: one of them with its fields. */
  item?(site: Site, job: FinishedJob, key: string): ReviewItem | undefined;
  /** Removes the job's files outside the site file: when it failed, was cancelled, or is forgotten. */
  discard?(site: Site, job: FinishedJob): void;
}

/** Thrown by `JobTools.progress`: do not catch it. */
export class JobCancelled extends Error {
  constructor() {
    super('The job was cancelled. Nothing was changed.');
    this.name = 'JobCancelled';
  }
}
