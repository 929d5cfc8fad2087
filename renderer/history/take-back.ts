import { ApiError } from '../lib/api/api-error.ts';
import { api } from '../lib/api/api.ts';
import type { Entry } from './entries.svelte.ts';
import type { Part } from './parts.ts';
import { followJob } from '../lib/api/jobs.ts';
import { app } from '../lib/state.svelte.ts';

/** A field that was changed again since. */
export interface Conflict {
  kind: string;
  id: number | string;
  field: string;
  now: unknown;
  then: unknown;
}

/** Undoes an entry; large ones run as a job. Throws API errors; `conflictsIn` parses them. */
export async function takeBack(id: number, force = false): Promise<void> {
  const { status, body } = await api.post(`/polydesk/v1/history/${id}/undo`, { force });
  if (status === 202 && 'job' in body) await followJob(body.job);
}

/** Whether an entry is a push, and not undone: what was sent to the live site is undone there, from the report. */
export const isPushed = ({ origin, undone_by }: Pick<Entry, 'origin' | 'undone_by'>): boolean =>
  origin === 'push' && undone_by === null;

/** Opens the report of a push, and there the question whether to undo it. */
export function openUndo({ id }: Pick<Entry, 'id'>): void {
  app.go('live', 'report', { do: 'undo', entry: String(id) });
}

/** The conflicts of an undo: the first fields, and their total. */
export interface Conflicts {
  list: readonly Conflict[];
  total: number;
}

/** The conflicts of a rejected undo; undefined for any other error. */
export function conflictsIn(thrown: unknown): Conflicts | undefined {
  if (!(thrown instanceof ApiError) || thrown.code !== 'polydesk_conflict') return undefined;
  const { conflicts, total } = thrown.data;
  const list = Array.isArray(conflicts) ? (conflicts as Conflict[]) : [];
  return { list, total: Math.max(list.length, Number(total ?? 0)) };
}

/** Undoes one part of an item, leaving the rest of the change. Throws API errors. */
export async function takeBackPart(id: number, item: { kind: string; id: number }, part: Part): Promise<void> {
  const { field, unit } = part;
  const about = { kind: item.kind, item: item.id, field, ...(unit !== undefined && { unit }) };
  await api.post(`/polydesk/v1/history/${id}/undo`, about);
}
