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
  /** Of those of `machine`, what the memory wrote: their keys with how like the texts were, as `s12 86`. */
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

/** Says it again of rows that were read anew. */
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
