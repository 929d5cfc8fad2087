// Writes to terms. Several at once are one batch, so one step to undo for each twenty-five.
import { ApiError, startedAlready } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/api.ts';
import { MOST_WRITES, sendBatch } from '../../lib/api/batch.ts';
import type { Write, WriteAnswer } from '../../lib/api/batch.ts';
import { itemWrite } from '../../lib/api/item-write.ts';
import { encodeText } from '../../../core/units/entities.ts';
import type { ContentType } from '../../lib/content-types.ts';
import type { GroupRow } from '../../matrix/rows.svelte.ts';
import { t } from '../../lib/messages/messages.svelte.ts';

/** A write to a term. */
export interface TermWrite extends Write {
  /** Where the version it makes is there already: what is written to that one. */
  instead?: (id: number) => Write;
}

/**
 * A version of a term in another language; where it was started already, which the list may not know yet, its name alone.
 * `over`: the name as the list has shown it.
 */
export function versionWrite(row: GroupRow, lang: string, { name, over }: { name: string; over: string }): TermWrite {
  return {
    path: '/polydesk/v1/translations',
    body: { kind: 'term', id: row.value.source, lang, title: name },
    instead: (id) => itemWrite('term', id, { fields: { name }, over: { name: storedName(over) } }),
  };
}

/** A name as the server stores it. */
export function storedName(text: string): string {
  return encodeText(text.replace(/\s+/g, ' ').trim());
}

/** What the answer to a write says of a term: the whole one, or a version that was made, and the group that has it now. */
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
  /** What was refused, by place; undefined for what was done. */
  faults: (ApiError | undefined)[];
  /** What was done, as it is stored now. */
  stored: StoredTerm[];
  /** The entry of the history, when all is in one. */
  entry: number | null;
}

/** Does all of them. */
export async function writeAll(writes: readonly TermWrite[]): Promise<WrittenTerms> {
  const first = await inBatches(writes);
  const others = writes.flatMap(({ instead }, at) => {
    const id = startedAlready(errorOf(first.answers[at] ?? null));
    return instead && id !== undefined ? [{ at, write: instead(id) }] : [];
  });
  const second = await inBatches(others.map(({ write }) => write));
  const answers = [...first.answers];
  for (const [index, { at }] of others.entries()) answers[at] = second.answers[index] ?? null;
  const entries = [...first.entries, ...second.entries];
  const stored = answers.flatMap((answer) => (answer && answer.status < 400 ? [answer.body as StoredTerm] : []));
  return { faults: answers.map(errorOf), stored, entry: entries.length === 1 ? (entries[0] ?? null) : null };
}

/** The answers in order, and the entries of the history that were made. */
async function inBatches(writes: readonly Write[]): Promise<{ answers: WriteAnswer[]; entries: number[] }> {
  const answers: WriteAnswer[] = [];
  const entries: number[] = [];
  for (let from = 0; from < writes.length; from += MOST_WRITES) {
    const sent = await sendBatch(writes.slice(from, from + MOST_WRITES));
    answers.push(...sent.answers);
    if (sent.entry !== null) entries.push(sent.entry);
  }
  return { answers, entries };
}

function errorOf(answer: WriteAnswer): ApiError | undefined {
  return answer && answer.status >= 400 ? new ApiError(answer.status, answer.body) : undefined;
}

/** A refusal as one sentence. */
export function faultText({ message, others, fields }: ApiError): string {
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
  if (fault) throw fault;
  return entry;
}
