import { site } from '../../../lib/site.svelte.ts';
import type { Editor } from '../editor.svelte.ts';
import { focusRow } from './move.ts';
import type { Row } from './row.svelte.ts';

/** Changes a row on a button press, and moves the focus into its text. */
export function changeRow(editor: Editor, row: Row, change: () => void): void {
  if (site.isReadOnly) return;
  change();
  editor.saver.touch();
  focusRow(row.key);
}
