import { plainText } from '../../../../core/units/tokens.ts';
import { hasWords } from '../../../../core/units/states/words.ts';
import type { Row } from '../rows/row.svelte.ts';

/**
 * Whether a cell without words is to be copied: it is empty, or shows the current or former source text and was never touched.
 * What a person typed stays.
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

/** Copies the source text, by explicit action. */
export function copyNumber(row: Row): void {
  row.copySource();
  row.settle();
}
