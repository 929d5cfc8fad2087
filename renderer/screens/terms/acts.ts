// Writes to terms. Several at once are one batch, so one step to undo for each twenty-five.
import type { Dict } from '../../../core/types.ts';
import { ApiError } from '../../lib/api-error.ts';
import { api } from '../../lib/api.ts';
import type { ContentType } from '../../lib/content-types.ts';
import { t } from '../../lib/messages/messages.svelte.ts';

/** One write of several. */
export interface Write {
  method?: 'POST' | 'DELETE';
  path: string;
  body?: Dict;
}

interface BatchAnswer {
  responses: { status: number; body: unknown }[];
}

/** What a batch takes. */
const MOST = 25;

/** Does all of them; what was refused, by place ("" for what was done), and the entry when all is in one. */
export async function writeAll(writes: readonly Write[]): Promise<{ faults: string[]; entry: number | null }> {
  const faults: string[] = [];
  const entries: (number | null)[] = [];
  for (let from = 0; from < writes.length; from += MOST) {
    const requests = writes
      .slice(from, from + MOST)
      .map(({ method = 'POST', path, body }) => ({ method, path, ...(body && { body }) }));
    const { body, entry } = await api.post<BatchAnswer>('/batch/v1', { requests });
    entries.push(entry);
    for (const { status, body: answer } of body.responses) faults.push(faultOf(status, answer));
  }
  return { faults, entry: entries.length === 1 ? (entries[0] ?? null) : null };
}

function faultOf(status: number, body: unknown): string {
  if (status < 400) return '';
  const { message, others, fields } = new ApiError(status, body);
  return [...Object.values(fields), message, ...others].find(Boolean) ?? t('ui.failed');
}

/** A new term in a language; its number. */
export async function create(
  type: ContentType,
  term: { name: string; lang: string; parent: number },
): Promise<{ id: number; entry: number | null }> {
  const { name, lang, parent } = term;
  const { body, entry } = await api.post<{ id: number }>(`/wp/v2/${type.base}`, {
    name,
    lang,
    ...(parent > 0 && { parent }),
  });
  return { id: body.id, entry };
}

/** Takes a term into another of its language: posts and translations follow. */
export function merge(id: number, into: number): Promise<{ entry: number | null }> {
  return api.post(`/polydesk/v1/terms/${id}/merge`, { into });
}

/** Deletes versions of a term. */
export async function remove(type: ContentType, ids: readonly number[]): Promise<number | null> {
  const { faults, entry } = await writeAll(
    ids.map((id) => ({ method: 'DELETE', path: `/wp/v2/${type.base}/${id}?force=true` })),
  );
  const fault = faults.find(Boolean);
  if (fault) throw new ApiError(400, { code: 'polydesk_not_deleted', message: fault });
  return entry;
}
