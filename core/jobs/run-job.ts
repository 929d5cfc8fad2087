import { setTimeout } from 'node:timers/promises';
import { transact } from '../domain/history/history.ts';
import { drainMatrix } from '../domain/matrix/matrix.ts';
import { drainSearchQueue } from '../domain/content/posts/search-index.ts';
import { JobCancelled, type JobKind, type JobTools } from '../domain/job-kind.ts';
import { errorBody, RestError } from '../errors.ts';
import type { Site } from '../site.ts';
import { sqliteCode, storageError } from '../store/file/failures.ts';
import { flushesCommits } from '../store/file/pragmas.ts';
import { begin, commit, rollBack } from '../store/transaction.ts';
import type { Caller, ChangeNotice, Json } from '../types.ts';

/** How a job ended. */
export type Outcome =
  | { state: 'done'; report: Json; kept?: Json }
  | { state: 'cancelled' }
  /** `fault`: a bug, for the log. */
  | { state: 'failed'; report: Json; fault?: string };

/** What a running job needs from its host: a worker, or the main process for a site in memory. */
export interface Surroundings {
  caller: Caller;
  /** Stores the progress of the job. */
  progress(done: number, total: number): void;
  isCancelled(): boolean;
  signal: AbortSignal;
  secret(id: string): Promise<string | undefined>;
  /** Returns when no one else writes. */
  beforeMerge(): void;
  /** The entry is on the disk; null if nothing changed. */
  merged(notice: ChangeNotice | null): void;
}

/** Runs one job to its end and never throws. What it merged stays even if it fails afterwards. */
export function runJob(site: Site, kind: JobKind, input: Json, around: Surroundings): Outcome | Promise<Outcome> {
  const ended = (error: unknown): Outcome =>
    error instanceof JobCancelled || around.isCancelled() ? { state: 'cancelled' } : failure(error);
  try {
    const result = kind.run(site, input, toolsOf(site, around));
    return result instanceof Promise
      ? result.then((done): Outcome => ({ state: 'done', ...done }), ended)
      : { state: 'done', ...result };
  } catch (error) {
    if (error instanceof JobCancelled) return { state: 'cancelled' };
    return failure(error);
  }
}

/** A failed job as reported: the body of the error a request would have had. */
export function failure(error: unknown): Extract<Outcome, { state: 'failed' }> {
  const known = error instanceof RestError ? error : storageError(error);
  if (known) return { state: 'failed', report: errorBody(known) as Json };
  const text = 'Something went wrong inside the job. It changed nothing. See the log for details.';
  const fault = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { state: 'failed', report: { code: 'internal_error', message: text, data: { status: 500 } }, fault };
}

function toolsOf(site: Site, around: Surroundings): JobTools {
  let total = 0;
  let hasMerged = false;
  const assertWanted = (): void => {
    if (around.isCancelled()) throw new JobCancelled();
  };
  return {
    caller: around.caller,
    progress(done, of = total) {
      total = of;
      around.progress(done, of);
      assertWanted();
    },
    isCancelled: () => around.isCancelled(),
    signal: around.signal,
    secret: (id) => around.secret(id),
    keep: (work, { isDerived = false } = {}) => keepPatiently(site, work, isDerived),
    merge(work) {
      if (hasMerged) throw new Error('A job merges once');
      hasMerged = true;
      around.beforeMerge();
      assertWanted();
      const { value, notice } = transact(site, around.caller, () => {
        const done = work();
        // Done here, while other writes are refused anyway; otherwise the first list or search would have to do it.
        drainSearchQueue(site);
        drainMatrix(site);
        // The last chance to cancel.
        assertWanted();
        return { keep: true, ...done };
      });
      around.merged(notice);
      return value;
    },
  };
}

/** How often a short write is retried while others write, and the milliseconds between. */
const TRIES = 600;
const PAUSE_MS = 100;

async function keepPatiently<T>(site: Site, work: () => T, isDerived: boolean): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return isDerived ? keepUnflushed(site, work) : keepNow(site, work);
    } catch (error) {
      if (tries === TRIES || sqliteCode(error) !== 'SQLITE_BUSY') throw error;
    }
    await setTimeout(PAUSE_MS);
  }
}

function keepUnflushed<T>(site: Site, work: () => T): T {
  flushesCommits(site.db, false);
  try {
    return keepNow(site, work);
  } finally {
    flushesCommits(site.db, true);
  }
}

function keepNow<T>(site: Site, work: () => T): T {
  begin(site.db);
  try {
    const value = work();
    commit(site.db);
    return value;
  } catch (error) {
    rollBack(site.db);
    throw error;
  }
}
