// What of a stale version waits for somebody since its source changed: a text, or how a block is built.
import { isBlockCurrent } from '../../../../core/units/states/judge.ts';
import type { Editor } from '../editor.svelte.ts';
import { drawBlock, focusRow } from './move.ts';
import type { RowBlock } from './row.svelte.ts';

/** Whether how a block is built waits for somebody since the source changed. */
export function isBlockOpen({ staleness, document }: Editor, { pair }: RowBlock): boolean {
  return Boolean(staleness?.confirmed_at) && !isBlockCurrent(pair, document.marks.said);
}

/** Puts the focus on the first change of the source, in the order of the page: into its text, or on what can be done with its block. */
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

/** On the first act of a block; false where it has none. */
function focusBlock(block: RowBlock): boolean {
  drawBlock((each) => each === block);
  const { key } = block;
  const act = document.querySelector<HTMLElement>(`[data-editor] [data-block="${CSS.escape(key)}"] button`);
  act?.focus();
  act?.scrollIntoView({ block: 'nearest' });
  return act !== null;
}
