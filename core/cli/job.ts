import { setTimeout as wait } from 'node:timers/promises';
import type { Job } from '../schema/job.ts';
import type { Door } from './door.ts';
import { restFailure } from './failure.ts';
import type { Output } from './output.ts';

const PAUSE_MS = 100;

/**
 * What became of a request whose work may have gone on as a job (`contract/extras.md`, `/jobs`): undefined for an answer that
 * was final, else the finished job. Throws what a request would have thrown when the job failed.
 */
export async function finishJob(door: Door, answer: unknown, output: Output): Promise<Job | undefined> {
  const id = (answer as { job?: unknown } | null | undefined)?.job;
  if (typeof id !== 'number') return undefined;
  for (;;) {
    const job = (await door.send({ method: 'GET', path: `/polydesk/v1/jobs/${id}` })) as Job;
    output.progress(job.done, job.total);
    if (job.state === 'failed') throw restFailure(statusOf(job.report), job.report);
    if (job.state === 'cancelled') throw restFailure(409, { message: 'The job was cancelled. Nothing was changed.' });
    if (job.state === 'done') return job;
    await wait(PAUSE_MS);
  }
}

function statusOf(report: unknown): number {
  return (report as { data?: { status?: number } } | null)?.data?.status ?? 500;
}
