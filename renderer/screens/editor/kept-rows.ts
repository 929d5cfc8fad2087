// What is known of rows beside their texts, as it is kept with a draft.
import type { Dict } from '../../../core/types.ts';
import type { Row } from './row.svelte.ts';

/** Keys of the rows that were dealt with, and of those that still say what the machine wrote. */
export function keptRows(rows: readonly Row[]): { settled: string[]; machine: string[] } {
  const keys = (which: (row: Row) => boolean) => rows.filter(which).map(({ key }) => key);
  return { settled: keys(({ isSettled }) => isSettled), machine: keys(({ isMachine }) => isMachine) };
}

/** Says it again of rows that were read anew. */
export function restoreRows(rows: readonly Row[], kept: Dict): void {
  const list = (name: string): unknown[] => (Array.isArray(kept[name]) ? kept[name] : []);
  const [settled, machine] = [list('settled'), list('machine')];
  for (const row of rows) {
    if (settled.includes(row.key)) row.isSettled = true;
    if (machine.includes(row.key) && !row.isEmpty) row.isMachine = true;
  }
}
