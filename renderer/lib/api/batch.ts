// Several writes in one request: `POST batch/v1`.
import type { Dict } from '../../../core/types.ts';
import { api } from './api.ts';

/** One write of a batch; a POST where no method is named. */
export interface Write {
  method?: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: Dict;
}

/** How one of them was answered; null when it was not tried. */
export type WriteAnswer = { status: number; body: unknown } | null;

/** What a batch takes. */
export const MOST_WRITES = 25;

/**
 * Sends at most `MOST_WRITES` writes as one step of the history, answered in their order. With `isWhole` nothing is stored
 * when one of them is refused. Throws `ApiError` when the batch as a whole was refused.
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
