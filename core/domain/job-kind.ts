import type { Summary } from '../schema/site/summaries.ts';
import type { Site } from '../site.ts';
import type { ReviewItem, ReviewLine } from '../schema/site/job.ts';
import type { ReviewQuery } from '../store/transfer/review.ts';
import type { Caller, FileRef, JobOrder, Json, Origin } from '../types.ts';

/** What a kind of job may use besides the site. */
export interface JobTools {
  /** Who started the job: the author of what it merges. */
  readonly caller: Caller;
  /** Says how far the job is, as often as it likes: it costs nothing. Throws `JobCancelled` once somebody cancelled it. */
  progress(done: number, total?: number): void;
  /** For work that has to clean up first; `progress` throws by itself. */
  isCancelled(): boolean;
  /**
   * The one write of a job: one transaction with one entry in the journal, everything or nothing. The main process refuses
   * writes from just before it until just after, so read and work out beforehand what can be. Throwing takes all back.
   */
  merge<T>(work: () => { value: T; summary: Summary; undoes?: number; origin?: Origin }): T;
  /**
   * Of asynchronous kinds: a short write of what has no journal, as often as it likes, in a transaction of its own. Others wait
   * for it, so a few dozen rows at a time. Tries again while somebody else writes. `isDerived`: it can be made again, so it does not
   * wait for the disk; whatever is committed after it takes it there.
   */
  keep<T>(work: () => T, how?: { isDerived?: boolean }): Promise<T>;
  /** Of asynchronous kinds: aborts once somebody cancelled the job. */
  readonly signal: AbortSignal;
  /** A secret by its id; undefined where it is not stored on this computer. */
  secret(id: string): Promise<string | undefined>;
}

/** What a job leaves behind. */
export interface JobResult {
  /** Told to everybody who looks at the job. */
  report: Json;
  /** For `file`, `apply` and `discard`: paths and the like, never told. */
  kept?: Json;
}

/** A job that is over, as the hooks of its kind see it. */
export interface FinishedJob {
  input: Json;
  kept: Json | undefined;
}

/**
 * Work that takes too long for a request (`architecture.md` 4, `security.md` 1). To add a kind:
 * write a value of this type and give it a row in `JOB_KINDS`; a route that answers `{ body: null, job: { kind, input } }`
 * starts it: after its transaction the job is queued and the answer is 202 with the number of the job. Its words are
 * `job.NAME` in the texts of the shell and `overview.failed.NAME` in the messages of the page.
 */
export interface JobKind {
  /** As `/jobs` names it and `JobOrder.kind` asks for it. */
  name: string;
  /** Where the window shows what came of it. */
  screen: 'activity' | 'transfer';
  /** Most memory of the worker in MiB; 1,024 when left out. */
  memory?: number;
  /** Kinds of a lane of their own run beside those of the site, one at a time. */
  lane?: 'live';
  /** Whether editors may start, follow and end it; administrators only when left out. */
  isForEditors?(input: Json): boolean;
  /** Seconds after which the worker is ended. Without end when left out. */
  deadline?: number;
  /**
   * Does the work in a worker with a connection of its own; inline where the site is true memory, in tests. Synchronously, but
   * for kinds that wait for other computers.
   * `input` is that of the order: plain data. Throw a `RestError` for what the person can mend; its body becomes the report.
   */
  run(site: Site, input: Json, tools: JobTools): JobResult | Promise<JobResult>;
  /** `/jobs/{id}/file`: the file a job that is done has made. Runs in the main process, like the hooks below. */
  file?(site: Site, job: FinishedJob): FileRef | undefined;
  /** `/jobs/{id}/apply`: the job that applies this finished preview. Throws a `RestError` when there is nothing to apply. */
  apply?(site: Site, job: FinishedJob, choices: Json): JobOrder;
  /** `/jobs/{id}/items`: what a finished preview has found, item by item, and how many the query finds. */
  items?(site: Site, job: FinishedJob, query: ReviewQuery): { rows: ReviewLine[]; total: number };
  /** `/jobs/{id}/items/{key}`: one of them with its fields. */
  item?(site: Site, job: FinishedJob, key: string): ReviewItem | undefined;
  /** Removes what the job left outside the site file: when it failed or was cancelled, or is not remembered any longer. */
  discard?(site: Site, job: FinishedJob): void;
}

/** Thrown by `JobTools.progress`: let it pass. */
export class JobCancelled extends Error {
  constructor() {
    super('The job was cancelled. Nothing was changed.');
    this.name = 'JobCancelled';
  }
}
