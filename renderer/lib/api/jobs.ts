// Long-running work that outlasts its request: starting it and waiting for it.
import type { Job } from '../../../core/schema/site/job.ts';
import { ApiError } from './api-error.ts';
import { api } from './api.ts';

const shortest = 100;
const longest = 1000;
/** How long the engine may be unreachable or busy before the job counts as lost. */
const PATIENCE_MS = 20_000;

/**
 * Starts a job by a POST and resolves with its report. `onprogress` is called with the progress. Throws what the request throws,
 * and `ApiError` when the job fails or is cancelled.
 */
export async function runJob<Report>(
  path: string,
  body: unknown,
  onprogress: (job: Job) => void = () => undefined,
): Promise<{ report: Report; entry: number | null }> {
  const { body: started } = await api.post<{ job: number }>(path, body);
  return followJob<Report>(started.job, onprogress);
}

/** Waits for a job that is already running; resolves and throws like `runJob`. Keeps waiting while the progress is unknown. */
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

/** No response, or one that asks to retry. */
const isAway = (thrown: unknown): boolean =>
  thrown instanceof ApiError && (thrown.status === 0 || thrown.status === 503);
