import type { HistoryEntry } from '../../../core/schema/site/history.ts';
import { summaryOfRedo, summaryOfUndo, type Summary } from '../../../core/schema/site/summaries.ts';
import { api } from '../api/api.ts';
import { t } from '../messages/messages.svelte.ts';
import { Resource } from '../resource.svelte.ts';
import { site } from '../site.svelte.ts';
import { summaryWords } from './summary-words.ts';
import { toasts } from '../toasts.svelte.ts';

/** The entry that Undo or Redo would revert, and the change it concerns. */
export interface HistoryStep {
  entry: number;
  change: Summary;
  /** The change was sent to the live site: only the report of the push can revert it. */
  isPush?: true;
}

/** Origins of the entries that Undo goes through: changes of this interface, pulls and pushes. */
const OURS: ReadonlySet<string> = new Set(['window', 'undo', 'pull', 'push']);

/**
 * Determines what Undo and Redo would do, from the newest entries. Each undo is an entry of its own, so redo is the undo of an
 * undo, and a redone change is undone by undoing the redo. A new change ends the chain of redos.
 */
export function planSteps(entries: readonly HistoryEntry[]): { undo?: HistoryStep; redo?: HistoryStep } {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const chain = (entry: HistoryEntry): HistoryEntry[] => {
    const before = entry.undoes === null ? undefined : byId.get(entry.undoes);
    return before ? [entry, ...chain(before)] : [entry];
  };
  const isTakingBack = (entry: HistoryEntry) =>
    (chain(entry).length + (chain(entry).at(-1)?.undoes === null ? 1 : 0)) % 2 === 1;
  const step = (entry: HistoryEntry | undefined): HistoryStep | undefined =>
    entry && {
      entry: entry.id,
      change: chain(entry).at(-1) ?? entry,
      ...(entry.origin === 'push' && { isPush: true }),
    };
  const ours = entries.filter((entry) => OURS.has(entry.origin));
  const alive = ours.filter((entry) => entry.undone_by === null);
  const newest = ours.find((entry) => entry.undoes === null);
  const undo = step(alive.find((entry) => !isTakingBack(entry)));
  const redo = step(alive.find((entry) => isTakingBack(entry) && entry.id > (newest?.id ?? 0)));
  return { ...(undo && { undo }), ...(redo && { redo }) };
}

class SiteHistory {
  #entries = new Resource(() => api.get<HistoryEntry[]>('/polydesk/v1/history', { limit: 50 }));
  #steps = $derived(site.isReadOnly ? {} : planSteps(this.#entries.value ?? []));

  /** Description of what Undo would revert; undefined if there is nothing to undo or the site is read-only. */
  readonly undo = $derived(this.#steps.undo && summaryWords(this.#steps.undo.change));
  readonly redo = $derived(this.#steps.redo && summaryWords(this.#steps.redo.change));

  open(): () => void {
    return this.#entries.open();
  }

  /** Whether an entry has been undone, here or elsewhere; unknown for old entries. */
  isUndone(id: number): boolean {
    return this.#entries.value?.some((entry) => entry.id === id && entry.undone_by !== null) ?? false;
  }

  /** Undoes the last change of this interface or the last pull, or redoes it; never writes to the live site. */
  async go(way: 'undo' | 'redo'): Promise<void> {
    const step = this.#steps[way];
    if (!step) return;
    if (step.isPush) {
      toasts.done(t('live.said.undo'));
      return;
    }
    try {
      await api.post(`/polydesk/v1/history/${step.entry}/undo`, {});
      toasts.done(summaryWords(way === 'undo' ? summaryOfUndo(step.change) : summaryOfRedo(step.change)));
    } catch (thrown) {
      toasts.failed(thrown);
    }
    await this.#entries.reload();
  }
}

export const siteHistory = new SiteHistory();
