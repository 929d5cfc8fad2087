import { plainText } from '../../../../core/units/tokens.ts';
import { hasWords } from '../../../../core/units/states/words.ts';
import type { Row } from '../rows/row.svelte.ts';

/**
 * Whether a cell without words waits to be copied: nothing stands there yet, or what the source says now or said before, and
 * nobody has looked at it. What a person wrote there stays.
 */
export function isNumberToCopy(row: Row): boolean {
  const { source, before, change, isSettled, isEmpty, isFilled, target } = row;
  if (!source || source.kind !== 'cell' || isSettled || target?.isLocked) return false;
  const text = plainText(source.tokens, source.marks);
  if (text.trim() === '' || hasWords(text)) return false;
  return (
    isEmpty ||
    isFilled ||
    (change === 'changed' && before !== undefined && row.text === plainText(before.tokens, before.marks))
  );
}

/** Says what its source says, by a person's act. */
export function copyNumber(row: Row): void {
  row.copySource();
  row.settle();
}
