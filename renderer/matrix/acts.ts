// Every write to one article: one request each, so one undo step. Errors are shown in a toast, and nothing has changed.
import type { ContentType } from '../lib/content-types.ts';
import { api } from '../lib/api/api.ts';
import type { GroupRow } from './rows.svelte.ts';
import { t } from '../lib/messages/messages.svelte.ts';
import { startVersion } from '../lib/start-version.ts';
import { toasts } from '../lib/toasts.svelte.ts';

/** Runs a write and shows a toast; false if it failed. */
export async function withToast(write: () => Promise<{ entry: number | null }>, text: string): Promise<boolean> {
  try {
    const { entry } = await write();
    toasts.done(text, entry);
    return true;
  } catch (thrown) {
    toasts.failed(thrown);
    return false;
  }
}

/**
 * Starts a translation: a linked draft with the texts of its source, or the one that was just started. Returns its ID; undefined
 * if it failed.
 */
export async function create(
  type: ContentType,
  row: GroupRow,
  code: string,
  name: string,
): Promise<number | undefined> {
  try {
    const { id, entry } = await startVersion({ kind: type.kind, id: row.value.source, lang: code, texts: 'source' });
    if (entry !== null) toasts.done(t('content.created', { language: name }), entry);
    return id;
  } catch (thrown) {
    toasts.failed(thrown);
    return undefined;
  }
}

/** Confirms a translation against the current source. */
export function confirm(type: ContentType, id: number, name: string): Promise<boolean> {
  return withToast(
    () => api.post(`/polydesk/v1/staleness/${type.kind}/${id}/confirm`, {}),
    t('content.confirmed', { language: name }),
  );
}

/** Removes a version from its group; it becomes a group of its own. */
export function unlink(type: ContentType, row: GroupRow, code: string, name: string): Promise<boolean> {
  const rest = Object.entries(row.value.items).filter(([each]) => each !== code);
  const keeper = rest.find(([, item]) => item.id === row.value.source) ?? rest[0];
  const translations = Object.fromEntries(rest.map(([each, { id }]) => [each, id]));
  return withToast(
    () => api.post(`/wp/v2/${type.base}/${keeper?.[1].id ?? 0}`, { translations }),
    t('content.unlinked', { language: name }),
  );
}

/** Links another item as the version in a language. */
export function link(type: ContentType, row: GroupRow, code: string, id: number): Promise<{ entry: number | null }> {
  const members = Object.entries(row.value.items).map(([each, item]) => [each, item.id] as const);
  const translations = { ...Object.fromEntries(members), [code]: id };
  return api.post(`/wp/v2/${type.base}/${row.value.source}`, { translations });
}

/** Moves one version to the trash. */
export function trash(type: ContentType, id: number, name: string): Promise<boolean> {
  return withToast(() => api.delete(`/wp/v2/${type.base}/${id}`), t('content.trashed', { title: name }));
}

/** Makes this version the source of the others. */
export function chooseSource(row: GroupRow, id: number, name: string): Promise<boolean> {
  return withToast(
    () => api.patch(`/polydesk/v1/groups/${row.value.group}`, { source: id }),
    t('content.source.chosen', { language: name }),
  );
}
