// Several writes in one request: `POST batch/v1`.
import type { Dict } from '../../../core/types.ts';
import { api } from './api.ts';

/** One write of a batch; the method defaults to POST. */
export interface Write {
  method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: Dict;
}

/** The result of one write; null if it was not attempted. */
export type WriteAnswer = { status: number; body: unknown } | null;

/** Maximum number of writes per batch. */
export const MOST_WRITES = 25;

/**
 * Sends at most `MOST_WRITES` writes as one history step; results are in the same order. With `isWhole`, nothing is stored if any
 * write is rejected. Throws `ApiError` if the batch as a whole is rejected.
 */
export async function sendBatch(
  writes: readonly Write[],
  isWhole = false,
): Promise<{ answers: WriteAnswer[]; entry: number | null }> {
  const requests = writes.map(({ method = 'POST', path, body }) => ({ method, path, ...(body && { body }) }));
  const order = { ...(isWhole && { validation: 'require-all-validate' }), requests };
  const { body, entry } = await api.post<{ responses: WriteAnswer[] }>('/batch/v1', order);
  return { answers: body.responses, entry };
}

/** Sends any number of writes, `MOST_WRITES` at a time; returns the results in order, and the history entries created. */
export async function sendBatches(writes: readonly Write[]): Promise<{ answers: WriteAnswer[]; entries: number[] }> {
  const answers: WriteAnswer[] = [];
  const entries: number[] = [];
  for (let from = 0; from < writes.length; from += MOST_WRITES) {
    const sent = await sendBatch(writes.slice(from, from + MOST_WRITES));
    answers.push(...sent.answers);
    if (sent.entry !== null) entries.push(sent.entry);
  }
  return { answers, entries };
}
