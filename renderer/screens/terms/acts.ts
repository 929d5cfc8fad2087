// Writes to terms. Several are sent as one batch, so one undo step per twenty-five.
import { ApiError, startedAlready } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/api.ts';
import { sendBatches } from '../../lib/api/batch.ts';
import type { Write, WriteAnswer } from '../../lib/api/batch.ts';
import { itemWrite } from '../../lib/api/item-write.ts';
import { encodeText } from '../../../core/units/entities.ts';
import type { ContentType } from '../../lib/content-types.ts';
import type { GroupRow } from '../../matrix/rows.svelte.ts';
import { t } from '../../lib/messages/messages.svelte.ts';

/** A write to a term. */
export interface TermWrite extends Write {
  /** The write to use if the version to be created already exists. */
  instead?: (id: number) => Write;
}

/**
 * Creates a version of a term in another language; if it was already started, which the list may not know yet, only its name is
 * written. `over`: the name as shown in the list.
 */
export function versionWrite(row: GroupRow, lang: string, { name, over }: { name: string; over: string }): TermWrite {
  return {
    path: '/polydesk/v1/translations',
    body: { kind: 'term', id: row.value.source, lang, title: name },
    instead: (id) => itemWrite('term', id, { fields: { name }, over: { name: storedName(over) } }),
  };
}

/** A name in the form stored by the server. */
export function storedName(text: string): string {
  return encodeText(text.replace(/\s+/g, ' ').trim());
}

/** A term in the response to a write: the whole term, or a new version with its current group. */
export interface StoredTerm {
  id: number;
  lang: string;
  group?: number;
  name?: string;
  title?: string;
  slug?: string;
  description?: string;
  parent?: number;
}

export interface WrittenTerms {
  /** Rejected writes by index; undefined for successful ones. */
  faults: (ApiError | undefined)[];
  /** The successful writes, as now stored. */
  stored: StoredTerm[];
  /** The history entry, if everything is in one. */
  entry: number | null;
}

/** Performs all of them. */
export async function writeAll(writes: readonly TermWrite[]): Promise<WrittenTerms> {
  const first = await sendBatches(writes);
  const others = writes.flatMap(({ instead }, at) => {
    const id = startedAlready(errorOf(first.answers[at] ?? null));
    return instead && id !== undefined ? [{ at, write: instead(id) }] : [];
  });
  const second = await sendBatches(others.map(({ write }) => write));
  const answers = [...first.answers];
  for (const [index, { at }] of others.entries()) answers[at] = second.answers[index] ?? null;
  const entries = [...first.entries, ...second.entries];
  const stored = answers.flatMap((answer) => (answer && answer.status < 400 ? [answer.body as StoredTerm] : []));
  return { faults: answers.map(errorOf), stored, entry: entries.length === 1 ? (entries[0] ?? null) : null };
}

function errorOf(answer: WriteAnswer): ApiError | undefined {
  return answer && answer.status >= 400 ? new ApiError(answer.status, answer.body) : undefined;
}

/** An error as one sentence. */
export function faultText({ message, others, fields }: ApiError): string {
  return [...Object.values(fields), message, ...others].find(Boolean) ?? t('ui.failed');
}

/** Creates a term in a language; returns its ID. */
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

/** Merges a term into another of its language: posts and translations move along. */
export function merge(id: number, into: number): Promise<{ entry: number | null }> {
  return api.post(`/polydesk/v1/terms/${id}/merge`, { into });
}

/** Deletes versions of a term. */
export async function remove(type: ContentType, ids: readonly number[]): Promise<number | null> {
  const { faults, entry } = await writeAll(
    ids.map((id) => ({ method: 'DELETE', path: `/wp/v2/${type.base}/${id}?force=true` })),
  );
  const fault = faults.find(Boolean);
  if (fault) throw fault;
  return entry;
}
