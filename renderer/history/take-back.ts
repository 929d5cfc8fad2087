import { ApiError } from '../lib/api/api-error.ts';
import { api } from '../lib/api/api.ts';
import type { Part } from './parts.ts';
import { followJob } from '../lib/api/jobs.ts';

/** A field that was changed again since. */
export interface Conflict {
  kind: string;
  id: number | string;
  field: string;
  now: unknown;
  then: unknown;
}

/** Takes an entry back; large ones go on as a job. Throws what the API says; `conflictsIn` reads it. */
export async function takeBack(id: number, force = false): Promise<void> {
  const { status, body } = await api.post(`/polydesk/v1/history/${id}/undo`, { force });
  if (status === 202 && 'job' in body) await followJob(body.job);
}

/** What is in the way of an undo: the first fields, and how many there are. */
export interface Conflicts {
  list: readonly Conflict[];
  total: number;
}

/** The conflicts of an undo that was refused; undefined when it failed for another reason. */
export function conflictsIn(thrown: unknown): Conflicts | undefined {
  if (!(thrown instanceof ApiError) || thrown.code !== 'polydesk_conflict') return undefined;
  const { conflicts, total } = thrown.data;
  const list = Array.isArray(conflicts) ? (conflicts as Conflict[]) : [];
  return { list, total: Math.max(list.length, Number(total ?? 0)) };
}

/** Takes one part of an item back, and leaves the rest of the change. Throws what the API says. */
export async function takeBackPart(id: number, item: { kind: string; id: number }, part: Part): Promise<void> {
  const { field, unit } = part;
  const about = { kind: item.kind, item: item.id, field, ...(unit !== undefined && { unit }) };
  await api.post(`/polydesk/v1/history/${id}/undo`, about);
}
