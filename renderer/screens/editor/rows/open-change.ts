// The parts of a stale version that need attention since its source changed: texts, or the structure of blocks.
import { isBlockCurrent } from '../../../../core/units/states/judge.ts';
import type { Editor } from '../editor.svelte.ts';
import { drawBlock, focusRow } from './move.ts';
import type { RowBlock } from './row.svelte.ts';

/** Whether the structure of a block needs attention since the source changed. */
export function isBlockOpen({ staleness, document }: Editor, { pair }: RowBlock): boolean {
  return Boolean(staleness?.confirmed_at) && !isBlockCurrent(pair, document.marks.said);
}

/** Focuses the first change of the source in page order: its text, or the actions of its block. */
export function focusFirstChange(editor: Editor): boolean {
  const { fields, workspace } = editor.document;
  const field = fields.find((row) => row.isToUpdate);
  if (field) return focusRow(field.key);
  for (const block of workspace.blocks) {
    if (isBlockOpen(editor, block) && focusBlock(block)) return true;
    const row = block.rows.find((each) => each.isToUpdate);
    if (row) return focusRow(row.key);
  }
  return false;
}

/** Focuses the first action of a block; false if it has none. */
function focusBlock(block: RowBlock): boolean {
  drawBlock((each) => each === block);
  const { key } = block;
  const act = document.querySelector<HTMLElement>(`[data-editor] [data-block="${CSS.escape(key)}"] button`);
  act?.focus();
  act?.scrollIntoView({ block: 'nearest' });
  return act !== null;
}
