// What the editor reads and writes, over the API.
import type { Dict } from '../../../core/types.ts';
import { ApiError } from '../../lib/api-error.ts';
import { api, send } from '../../lib/api.ts';
import { sendBatch } from '../../lib/batch.ts';
import type { Write } from '../../lib/batch.ts';

/** A version, as `GET polydesk/v1/items` answers it. */
export interface Version {
  id: number;
  title: string;
  status: string | null;
  state: 'source' | 'translated' | 'needs_update' | 'draft';
  modified: string | null;
}

/** The group an item stands in: `GET polydesk/v1/items/post/{id}`. */
export interface Group {
  /** 0: an item without a language. */
  group: number;
  type: string;
  source: number;
  title: string;
  items: Record<string, Version>;
}

/** A post-like item for editing. */
export interface Item {
  id: number;
  type: string;
  status: string;
  slug: string;
  link: string;
  date: string;
  modified_gmt: string;
  lang: string;
  title: { raw: string };
  content?: { raw: string };
  excerpt?: { raw: string };
  permalink_template?: string;
  generated_slug?: string;
  meta?: Record<string, unknown>;
  [field: string]: unknown;
}

/** `GET polydesk/v1/staleness/post/{id}`. */
export interface Staleness {
  source: { id: number; lang: string };
  confirmed_at: string | null;
  state: string;
  changes: { field: string; before: string; after: string }[];
}

/** Texts an editor kept without saving them. */
export interface KeptDraft {
  author: string;
  saved_at: string;
  fields: Dict;
}

/** Reads an item for editing. */
export const readItem = (base: string, id: number): Promise<Item> =>
  api.get<Item>(`/wp/v2/${base}/${id}`, { context: 'edit' });

/** The same where it may be gone: undefined then. */
export const findItem = (base: string, id: number): Promise<Item | undefined> => orNothing(readItem(base, id));

export const readGroup = (id: number): Promise<Group> => api.get<Group>(`/polydesk/v1/items/post/${id}`);

/** undefined for an item without a language. */
export const readStaleness = (id: number): Promise<Staleness | undefined> =>
  orNothing(api.get<Staleness>(`/polydesk/v1/staleness/post/${id}`));

/** What an item is first compared with: its source. An empty one that is the source itself follows the version that was there before. */
export function besideFirst({ items }: Group, { id, title, content }: Item, source: number | undefined) {
  const isEmpty = title.raw === '' && !content?.raw;
  return source === id && isEmpty ? Object.values(items).find((each) => each.id !== id)?.id : source;
}

/** undefined where nothing was kept. */
export const readDraft = (id: number): Promise<KeptDraft | undefined> => orNothing(api.get<KeptDraft>(draftPath(id)));

export const keepDraft = (id: number, fields: Dict) => api.put<KeptDraft>(draftPath(id), { fields });

export const dropDraft = (id: number) => api.delete(draftPath(id));

/** The same as a part of a batch. */
export const forgetDraft = (id: number): Write => ({ method: 'DELETE', path: draftPath(id), body: {} });

/** Saves texts of a translation that is not up to date with its source yet, and does not become so by this. */
export async function saveUnfinished(path: string, body: unknown): Promise<{ entry: number | null }> {
  const answer = await send({ method: 'POST', path, body, headers: { 'X-Polydesk-Stale': 'keep' } });
  if (answer.status >= 400 || answer.status === 0) throw new ApiError(answer.status, answer.body);
  return answer;
}

/** The writes of a save: what changed of the item, and that it is right for its source. */
export function writesOf(
  base: string,
  id: number,
  { changes, isConfirmed }: { changes: Dict; isConfirmed: boolean },
): Write[] {
  const isChanged = Object.keys(changes).length > 0;
  const confirm = { path: `/polydesk/v1/staleness/post/${id}/confirm`, body: {} };
  return [...(isChanged ? [{ path: `/wp/v2/${base}/${id}`, body: changes }] : []), ...(isConfirmed ? [confirm] : [])];
}

/** Several writes as one step of the history; the first fault is thrown, and then nothing was stored. */
export async function together(writes: readonly Write[]): Promise<{ bodies: unknown[]; entry: number | null }> {
  const { answers, entry } = await sendBatch(writes, true);
  const fault = answers.find((each) => each && each.status >= 400);
  if (fault) throw new ApiError(fault.status, fault.body);
  return { bodies: answers.map((each) => each?.body), entry };
}

/** Where the texts of an item that are not saved are kept. */
const draftPath = (id: number) => `/polydesk/v1/drafts/post/${id}`;

async function orNothing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.status === 404) return undefined;
    throw thrown;
  }
}
