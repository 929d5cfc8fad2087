// Work that goes on after its request was answered: started here, and waited for.
import type { Job } from '../../../core/schema/site/job.ts';
import { ApiError } from './api-error.ts';
import { api } from './api.ts';

const shortest = 100;
const longest = 1000;
/** How long an engine may be away or busy before the job counts as lost. */
const PATIENCE_MS = 20_000;

/**
 * Starts a job by a POST and answers what it did. `onprogress` hears how far it is. Throws what the request throws, and
 * `ApiError` when the job failed or was cancelled.
 */
export async function runJob<Report>(
  path: string,
  body: unknown,
  onprogress: (job: Job) => void = () => undefined,
): Promise<{ report: Report; entry: number | null }> {
  const { body: started } = await api.post<{ job: number }>(path, body);
  return followJob<Report>(started.job, onprogress);
}

/** Waits for a job that was started already; answers and throws as `runJob`. It goes on while nobody can tell how far it is. */
export async function followJob<Report>(
  id: number,
  onprogress: (job: Job) => void = () => undefined,
): Promise<{ report: Report; entry: number | null }> {
  let heard = Date.now();
  for (let wait = shortest; ; wait = Math.min(wait * 2, longest)) {
    const job = await api.get(`/polydesk/v1/jobs/${id}`).catch((thrown: unknown) => {
      if (isAway(thrown) && Date.now() - heard < PATIENCE_MS) return undefined;
      throw thrown;
    });
    if (job) {
      heard = Date.now();
      onprogress(job);
      if (job.state === 'done') return { report: job.report as Report, entry: job.entry };
      if (job.state === 'failed') throw new ApiError(500, job.report);
      if (job.state === 'cancelled') throw new ApiError(0, { code: 'polydesk_cancelled', message: '' });
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** No answer, or one that says to try again. */
const isAway = (thrown: unknown): boolean =>
  thrown instanceof ApiError && (thrown.status === 0 || thrown.status === 503);
