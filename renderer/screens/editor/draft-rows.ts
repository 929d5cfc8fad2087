// What is known of rows besides their texts, as a draft stores it.
import type { Dict } from '../../../core/types.ts';
import type { Row } from './rows/row.svelte.ts';

/** Keys of rows by what is known of them. */
export type DraftRows = {
  /** Dealt with since the source changed, or found right as they are. */
  settled: string[];
  /** Still as a machine wrote them. */
  machine: string[];
  /** Still in the words of the source. */
  filled: string[];
};

export function draftRows(rows: readonly Row[]): DraftRows {
  const keys = (which: (row: Row) => boolean) => rows.filter(which).map(({ key }) => key);
  return {
    settled: keys(({ isSettled }) => isSettled),
    machine: keys(({ isMachine }) => isMachine),
    filled: keys(({ isFilled }) => isFilled),
  };
}

/** Says it again of rows that were read anew. */
export function restoreRows(rows: readonly Row[], kept: Dict): void {
  const list = (name: keyof DraftRows): unknown[] => (Array.isArray(kept[name]) ? kept[name] : []);
  const [settled, machine, filled] = [list('settled'), list('machine'), list('filled')];
  for (const row of rows) {
    if (filled.includes(row.key)) row.fill();
    if (settled.includes(row.key)) row.settle();
    if (machine.includes(row.key) && !row.isEmpty) row.isMachine = true;
  }
}
