import type { Run } from '../../../core/schema/live/run.ts';

/**
 * How far a run is. A check goes through its lists one by one, whose lengths are known once they are read: each counts as one, so
 * that its progress never goes back.
 */
export function progressOf({ kind, phase, lists, done, total }: Run): { done: number; total: number } {
  if (kind !== 'check' || lists.length === 0) return { done, total };
  const isOver = (state: string): boolean => state === 'read' || state === 'forbidden';
  const read = lists.reduce((sum, one) => sum + (isOver(one.state) ? 1 : one.total > 0 ? one.done / one.total : 0), 0);
  // Comparing comes last.
  const last = phase === 'plan' ? 0.5 : 0;
  return { done: Math.floor((Math.min(read, lists.length) + last) * 100), total: (lists.length + 1) * 100 };
}

/** Items that a finished check could not read; 0 for any other run. */
export function unreadableOf(run: Run | null): number {
  const { unreadable = 0 } = (run?.kind === 'check' && run.state === 'done' ? (run.report ?? {}) : {}) as {
    unreadable?: number;
  };
  return unreadable;
}

/** Whether a push only asked what it would do. */
export function isDryRun({ report }: Run): boolean {
  return typeof report === 'object' && report !== null && 'dry' in report && report.dry === true;
}

/** What a push stored, by what it is there now, and whether a backup was made before it; undefined: it does not say. */
export function storedBy({ report }: Run): { counts: Record<StoredKind, number>; isBackedUp: boolean } | undefined {
  if (typeof report !== 'object' || report === null || !('stored' in report)) return undefined;
  const { stored, backup = '' } = report as { stored: Record<StoredKind, number>; backup?: string };
  return { counts: stored, isBackedUp: backup !== '' };
}

export const STORED_KINDS = ['public', 'drafts', 'others', 'deleted'] as const;
export type StoredKind = (typeof STORED_KINDS)[number];

/** The last push that sent something, and whether it was undone; undefined if there is none. */
export function lastPush(pushes: readonly Run[]): { run: Run; isUndone: boolean } | undefined {
  const run = pushes.find((one) => one.kind === 'push' && !isDryRun(one));
  return run && { run, isUndone: pushes.some(({ undoes }) => undoes === run.id) };
}
