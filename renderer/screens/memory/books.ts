// Updates to books of the memory, each with Undo.
import type { AnswerTo } from '../../lib/api/answers.ts';
import { api } from '../../lib/api/api.ts';
import { sendBatch } from '../../lib/api/batch.ts';
import { dayText } from '../../lib/messages/day-text.ts';
import { formatDate, t } from '../../lib/messages/messages.svelte.ts';
import { toasts } from '../../lib/toasts.svelte.ts';
import { moved } from '../../ui/grid/grid.ts';

export type Book = AnswerTo<'GET', '/polydesk/v1/memory'>['books'][number];
/** Languages and size of a book; a book without texts has no entry. */
export type Contents = AnswerTo<'GET', '/polydesk/v1/memory/books'>[number];

/** The row of the site itself among the books. */
export const SITE = 0;

/** The row of the site, in the fields of a book. */
export const siteRow = (entries: number): Book => ({
  ...{ id: SITE, name: t('memory.site'), priority: 0, penalty: 0, used: true, entries },
  ...{ last_used: null, uses: 0, file: '', tool: '', imported_at: '' },
});

/** Where the texts of a book come from; "" if that was not recorded. */
export function sourceOf({ id, file, imported_at }: Book): string {
  if (id === SITE) return t('memory.site.what');
  if (imported_at === '') return '';
  return file === '' ? t('memory.book.kept') : t('memory.book.file', { file, date: dayText(imported_at) });
}

/** When a book was last used, and how often on that day. */
export const usesOf = ({ last_used, uses }: Book): string =>
  last_used === null
    ? t('memory.last-used.never')
    : t('memory.last-used.count', { date: formatDate(last_used, { dateStyle: 'medium' }), count: uses });

/** The day on which a text of a book was last inserted. */
export function lastUsed(at: string | null): string {
  return at === null ? t('memory.last-used.never') : formatDate(at, { dateStyle: 'medium' });
}

/** Whether the texts of a book are offered. */
export async function use({ id, name }: Book, used: boolean): Promise<void> {
  const { entry } = await api.patch(`/polydesk/v1/memory/books/${id}`, { used });
  toasts.done(t(used ? 'memory.book.used' : 'memory.book.unused', { name }), entry);
}

/** At the same score, an earlier book comes first. */
export async function place(books: readonly Book[], book: Book, to: number): Promise<void> {
  const from = books.findIndex(({ id }) => id === book.id);
  if (from < 0 || to < 0 || to >= books.length || from === to) return;
  const writes = moved(books, from, to).flatMap(({ id, priority }, at) =>
    priority === at
      ? []
      : [{ method: 'PATCH' as const, path: `/polydesk/v1/memory/books/${id}`, body: { priority: at } }],
  );
  const { entry } = await sendBatch(writes);
  toasts.done(t('memory.book.moved', { name: book.name }), entry);
}

export async function remove({ id, name }: Book): Promise<void> {
  const { entry } = await api.delete(`/polydesk/v1/memory/books/${id}`);
  toasts.done(t('memory.book.deleted', { name }), entry);
}
