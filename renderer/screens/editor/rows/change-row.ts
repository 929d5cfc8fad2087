import { site } from '../../../lib/site.svelte.ts';
import type { Editor } from '../editor.svelte.ts';
import { focusRow } from './move.ts';
import type { Row } from './row.svelte.ts';

/** Changes a row by a press of a button, and goes on in its text. */
export function changeRow(editor: Editor, row: Row, change: () => void): void {
  if (site.isReadOnly) return;
  change();
  editor.saver.touch();
  focusRow(row.key);
}
