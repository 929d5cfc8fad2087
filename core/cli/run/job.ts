import { setTimeout as wait } from 'node:timers/promises';
import type { Job } from '../../schema/site/job.ts';
import type { SiteClient, SiteRequest } from './site-client.ts';
import { restFailure } from './failure.ts';
import { cancelledBy, type Work } from './lifetime.ts';

/** Polling intervals for job progress in milliseconds: short at first, since most jobs are. */
const PAUSES = { first: 10, most: 100 };

/**
 * Waits for a request that may continue as a job (`contract/extras.md`, `/jobs`): undefined if the response was final, else the
 * finished job. Throws like a request if the job failed. A signal cancels the job; if it finishes all the same, it is returned.
 */
export async function finishJob(client: SiteClient, answer: unknown, work: Work): Promise<Job | undefined> {
  const id = (answer as { job?: unknown } | null | undefined)?.job;
  if (typeof id !== 'number') return undefined;
  const path = `/polydesk/v1/jobs/${id}`;
  let isCancelled = false;
  for (let pause = PAUSES.first; ; pause = Math.min(2 * pause, PAUSES.most)) {
    const job = (await client.send({ method: 'GET', path })) as Job;
    work.output.progress(work.name, job.done, job.total);
    if (job.state === 'failed') throw restFailure(statusOf(job.report), job.report);
    if (job.state === 'cancelled' && !work.signal.aborted)
      throw restFailure(409, { code: 'polydesk_cancelled', message: 'The job was cancelled. Nothing was changed.' });
    if (job.state === 'cancelled') throw cancelledBy(work, client.server);
    if (job.state === 'done') return job;
    if (work.signal.aborted && !isCancelled) {
      await client.send({ method: 'DELETE', path });
      isCancelled = true;
    }
    await wait(pause, undefined, isCancelled ? {} : { signal: work.signal }).catch(() => undefined);
  }
}

/** Sends a request that always creates a job and returns the finished job. Throws like `finishJob`. */
export async function runJob(client: SiteClient, request: SiteRequest, work: Work): Promise<Job> {
  const job = await finishJob(client, await client.send(request), work);
  if (!job) throw new Error(`The answer to ${request.method} ${request.path} names no job.`);
  return job;
}

function statusOf(report: unknown): number {
  return (report as { data?: { status?: number } } | null)?.data?.status ?? 500;
}
