import { api } from './api/api.ts';
import { asApiError } from './api/api-error.ts';
import { isolateNames } from './messages/isolate-names.ts';
import { t } from './messages/messages.svelte.ts';

export interface Toast {
  id: number;
  text: string;
  tone: 'plain' | 'bad';
  action?: { label: string; run: () => void };
  /** Entries its action undoes. */
  entries?: readonly number[];
}

let list = $state.raw<Toast[]>([]);
let lastId = 0;

/** Short messages at the bottom of the page, each with at most one action. The newest is announced. */
export const toasts = {
  get list(): readonly Toast[] {
    return list;
  },
  /** Reports success: `toasts.done(t('languages.deleted', { name }), answer.entry)`. With one or more entries it offers Undo. */
  done(text: string, entry: number | null | readonly number[] = null): void {
    const entries = typeof entry === 'number' ? [entry] : (entry ?? []);
    const action = entries.length === 0 ? undefined : { label: t('ui.undo'), run: () => void undo(entries) };
    show({ text, tone: 'plain', entries, ...(action && { action }) });
  },
  /** Reports an error that has no place of its own on the screen. */
  failed(thrown: unknown): void {
    const { message, others } = asApiError(thrown);
    show({ text: [message || t('ui.failed'), ...others].join(' '), tone: 'bad' });
  },
  show,
  close(id: number): void {
    list = list.filter((toast) => toast.id !== id);
  },
};

function show(toast: Omit<Toast, 'id'>): void {
  lastId += 1;
  list = [...list.slice(-2), { ...toast, text: isolateNames(toast.text), id: lastId }];
}

/** Undoes the entries, newest first. */
async function undo(entries: readonly number[]): Promise<void> {
  try {
    for (const entry of entries.toReversed()) await api.post(`/polydesk/v1/history/${entry}/undo`, {});
    toasts.done(t('ui.undone'));
  } catch (thrown) {
    toasts.failed(thrown);
  }
}
