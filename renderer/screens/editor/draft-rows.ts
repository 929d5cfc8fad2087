// Facts about rows besides their texts, as stored in a draft.
import type { Dict } from '../../../core/types.ts';
import type { Row } from './rows/row.svelte.ts';

/** Keys of rows by fact. */
export type DraftRows = {
  /** Handled since the source changed, or marked as right. */
  settled: string[];
  /** Still as machine translated. */
  machine: string[];
  /** Still showing the words of the source. */
  filled: string[];
  /** Of those in `machine`, the ones from the memory: their keys with the score, as `s12 86`. */
  memory: string[];
};

export function draftRows(rows: readonly Row[]): DraftRows {
  const keys = (which: (row: Row) => boolean) => rows.filter(which).map(({ key }) => key);
  return {
    settled: keys(({ isSettled }) => isSettled),
    machine: keys(({ isMachine }) => isMachine),
    filled: keys(({ isFilled }) => isFilled),
    memory: rows
      .filter(({ isMachine, memoryScore }) => isMachine && memoryScore > 0)
      .map(({ key, memoryScore }) => `${key} ${memoryScore}`),
  };
}

/** Restores these facts on rows that were rebuilt. */
export function restoreRows(rows: readonly Row[], kept: Dict): void {
  const list = (name: keyof DraftRows): unknown[] => (Array.isArray(kept[name]) ? kept[name] : []);
  const [settled, machine, filled] = [list('settled'), list('machine'), list('filled')];
  const scores = new Map(list('memory').map((each) => readScore(String(each))));
  for (const row of rows) {
    if (filled.includes(row.key)) row.fill();
    if (settled.includes(row.key)) row.settle();
    if (machine.includes(row.key) && !row.isEmpty) row.isMachine = true;
    row.memoryScore = (row.isMachine && scores.get(row.key)) || 0;
  }
}

function readScore(kept: string): [key: string, score: number] {
  const [key = '', score] = kept.split(' ');
  return [key, Number(score) || 0];
}
