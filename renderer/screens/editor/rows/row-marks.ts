// Converts decisions about texts in the editor to the marks a save stores, and back.
import type { BlockPair } from '../../../../core/units/align.ts';
import { blockSides, isBlockCurrent } from '../../../../core/units/states/judge.ts';
import type { MarkIndex } from '../../../../core/units/states/judge.ts';
import { textHash } from '../../../../core/units/states/hash.ts';
import type { MarkWord, UnitMark } from '../../../../core/units/states/marks.ts';
import { unitText } from '../../../../core/units/states/unit-text.ts';
import type { Row, RowBlock } from './row.svelte.ts';

/** Applies stored marks to rows without edits. */
export function recallMarks(rows: readonly Row[], { said, filled }: MarkIndex): void {
  for (const row of rows) {
    if (row.isTouched || row.isSettled || row.field === 'slug') continue;
    const { source, target } = pairOf(row);
    const word = said(source, target);
    if (word !== undefined && word !== 'filled') row.isSettled = true;
    else if (target !== '' && filled.has(target)) row.isFilled = true;
  }
}

/** The marks to store for rows: those not yet stored for their texts. */
export function marksOfRows(rows: readonly Row[], { said }: MarkIndex): UnitMark[] {
  return rows.flatMap((row) => {
    const word = wordOf(row);
    if (!word || row.field === 'slug') return [];
    const pair = pairOf(row);
    return said(pair.source, pair.target) === word ? [] : [{ ...pair, word }];
  });
}

/** The mark that the structure of a block is right; undefined if none is needed. */
export function markOfBlock(pair: BlockPair, { said }: MarkIndex): UnitMark | undefined {
  if (isBlockCurrent(pair, said)) return undefined;
  const { source = '', target = '' } = blockSides(pair);
  return { source: textHash(source), target: textHash(target), word: target === '' ? 'omitted' : 'right' };
}

/** Texts of a block that need attention since the source changed: keeping the block as it is confirms them too. */
export const rowsToSettle = ({ rows }: RowBlock): Row[] =>
  rows.filter((row) => row.change !== 'same' && !row.isSettled);

function wordOf(row: Row): MarkWord | undefined {
  if (row.isFilled) return 'filled';
  if (!row.isSettled || row.isMachine) return undefined;
  if (row.source && row.counts && row.saysTheSame) return 'same';
  // No mark is needed if the source still matches its confirmed text.
  if (row.change !== 'changed' && row.change !== 'added' && row.change !== 'removed') return undefined;
  if (row.isEmpty && row.source) return 'omitted';
  return row.isTouched ? 'edited' : 'right';
}

function pairOf({ source, target, isTouched, tokens, marks }: Row): Pick<UnitMark, 'source' | 'target'> {
  const hasTarget = target !== undefined || isTouched;
  return {
    source: source ? textHash(unitText(source)) : '',
    target: hasTarget ? textHash(unitText({ tokens, marks })) : '',
  };
}
