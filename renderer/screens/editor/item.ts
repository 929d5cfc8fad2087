// The API requests of the editor.
import type { Dict } from '../../../core/types.ts';
import type { UnitMark } from '../../../core/units/states/marks.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/api.ts';
import { sendBatch } from '../../lib/api/batch.ts';
import type { Write } from '../../lib/api/batch.ts';

/** A version, as answered by `GET polydesk/v1/items`. */
export interface Version {
  id: number;
  title: string;
  status: string | null;
  state: 'source' | 'translated' | 'needs_update' | 'partial' | 'draft';
  modified: string | null;
}

/** The group of an item: `GET polydesk/v1/items/post/{id}`. */
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

/** A translation without edits: it exists only in the page, with the texts of its source and without an id. */
export function unstoredVersion(source: Item, lang: string): Item {
  return { ...source, id: 0, status: 'draft', slug: '', link: '', permalink_template: '', generated_slug: '', lang };
}

/** A new article of a type, without edits, with the texts of that type. */
export async function unstoredArticle(type: string, lang: string): Promise<{ item: Item; group: Group }> {
  const { supports } = await api.get<{ supports: Dict }>(`/wp/v2/types/${type}`, { context: 'edit' });
  const empty = { raw: '' };
  const item: Item = {
    ...{ id: 0, type, status: 'draft', slug: '', link: '', date: new Date().toISOString(), modified_gmt: '', lang },
    title: empty,
    ...(supports['editor'] !== undefined && { content: empty }),
    ...(supports['excerpt'] !== undefined && { excerpt: empty }),
  };
  return { item, group: { group: 0, type, source: 0, title: '', items: {} } };
}

/** `GET polydesk/v1/staleness/post/{id}`. */
export interface Staleness {
  source: { id: number; lang: string };
  confirmed_at: string | null;
  state: string;
  changes: { field: string; before: string; after: string }[];
  /** The marks of its units. */
  marks: UnitMark[];
}

/** Texts autosaved by an editor but never saved. */
export interface StoredDraft {
  author: string;
  saved_at: string;
  fields: Dict;
}

/** Reads an item for editing. */
export const readItem = (base: string, id: number): Promise<Item> =>
  api.get<Item>(`/wp/v2/${base}/${id}`, { context: 'edit', _embed: 'author' });

/** The same for an item that may be deleted: undefined then. */
export const findItem = (base: string, id: number): Promise<Item | undefined> => orNothing(readItem(base, id));

export const readGroup = (id: number): Promise<Group> => api.get<Group>(`/polydesk/v1/items/post/${id}`);

/** undefined for an item without a language. */
export const readStaleness = (id: number): Promise<Staleness | undefined> =>
  orNothing(api.get<Staleness>(`/polydesk/v1/staleness/post/${id}`));

/**
 * What an item is initially compared with: its source. An empty one that is the source itself follows the previously open
 * version.
 */
export function firstComparison({ items }: Group, { id, title, content }: Item, source: number | undefined) {
  const isEmpty = title.raw === '' && !content?.raw;
  return source === id && isEmpty ? Object.values(items).find((each) => each.id !== id)?.id : source;
}

/** undefined without a draft. */
export const readDraft = (id: number): Promise<StoredDraft | undefined> =>
  orNothing(api.get<StoredDraft>(draftPath(id)));

export const saveDraft = (id: number, fields: Dict) => api.put<StoredDraft>(draftPath(id), { fields });

export const dropDraft = (id: number) => api.delete(draftPath(id));

/** Creates a draft from the text typed into an article; returns its id. */
export async function createArticle(base: string, texts: Dict): Promise<{ id: number; entry: number | null }> {
  const { body, entry } = await api.post<{ id: number }>(`/wp/v2/${base}`, { ...texts, status: 'draft' });
  return { id: body.id, entry };
}

/** The body of `PATCH polydesk/v1/items`. */
export interface ItemSave {
  fields: Dict;
  /** The former value of each field that is sent, as hashes. */
  base: Dict<string>;
  /** The marks of its units. */
  marks: UnitMark[];
  /** The part of the draft that stays. */
  draft?: Dict;
}

/** Saves an item and drops its draft, as one history step. Throws 409 `polydesk_conflict` if a field was changed meanwhile. */
export async function saveItem(id: number, save: ItemSave): Promise<{ entry: number | null }> {
  return api.patch(`/polydesk/v1/items/post/${id}`, save);
}

/** Several writes as one history step; throws the first error, and then nothing was stored. */
export async function together(writes: readonly Write[]): Promise<{ bodies: unknown[]; entry: number | null }> {
  const { answers, entry } = await sendBatch(writes, true);
  const fault = answers.find((each) => each && each.status >= 400);
  if (fault) throw new ApiError(fault.status, fault.body);
  return { bodies: answers.map((each) => each?.body), entry };
}

/** The draft of an item. */
const draftPath = (id: number) => `/polydesk/v1/drafts/post/${id}`;

async function orNothing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (thrown) {
    if (thrown instanceof ApiError && thrown.status === 404) return undefined;
    throw thrown;
  }
}
