// Key handling in the text of a row, and on the row itself.
import { site } from '../../../lib/site.svelte.ts';
import type { Editor } from '../editor.svelte.ts';
import type { RowSelection } from '../selection/row-selection.svelte.ts';
import { caretIn, focusAdjacent, focusRow } from './move.ts';
import type { Row } from './row.svelte.ts';
import { cellBeside, edgeOf, isArrow } from './table-keys.ts';
import { breakAfter, removeEmpty } from './text/writing.ts';

interface TextPlace {
  editor: Editor;
  row: Row;
  box: HTMLElement;
  /** Called after rows were added or removed, with the key of the one to continue in; false if nothing was done. */
  written: (next: string | undefined) => boolean;
}

/**
 * Escape focuses the row, Tab and Enter the next text, in a table arrows the next cell; in an article without a source, Enter
 * adds one.
 */
export function textKey(event: KeyboardEvent, { editor, row, box, written }: TextPlace): void {
  const { key, shiftKey } = event;
  if (key === 'Escape') {
    event.preventDefault();
    box.closest<HTMLElement>('[data-row]')?.focus();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (isArrow(key) && !shiftKey) {
    const next = edgeOf(box, key) ? cellBeside(box, key) : undefined;
    if (next && focusRow(next.dataset['row'] ?? '')) event.preventDefault();
    return;
  }
  const by = shiftKey ? -1 : 1;
  const { workspace } = editor.document;
  const isFree = workspace.isFree && row.field === undefined && !site.isReadOnly;
  if (key === 'Tab' && focusAdjacent(box, by)) event.preventDefault();
  else if (key === 'Enter' && !row.keepsLines) {
    event.preventDefault();
    if (!isFree || shiftKey || !written(breakAfter(workspace, row, caretIn(box)))) focusAdjacent(box, by);
  } else if (key === 'Backspace' && isFree && !row.keepsLines && written(removeEmpty(workspace, row)))
    event.preventDefault();
}

interface LinePlace {
  row: Row;
  line: HTMLElement;
  selection: RowSelection;
  onleave: () => void;
}

/** Escape leaves the editor, Enter focuses the text, arrows move to the next row or cell; Space and Shift+arrows select rows. */
export function lineKey(event: KeyboardEvent, { row, line, selection, onleave }: LinePlace): void {
  const { key, shiftKey } = event;
  const isAll = (event.ctrlKey || event.metaKey) && key.toLowerCase() === 'a';
  if (!isAll && (event.ctrlKey || event.metaKey || event.altKey)) return;
  const next = isArrow(key) ? lineBeside(line, key, shiftKey) : undefined;
  if (isAll) selection.all();
  else if (key === 'Escape' && selection.keys.size > 0) selection.clear();
  else if (key === 'Escape') onleave();
  else if (key === 'Enter' || key === 'F2') focusRow(row.key);
  else if (key === ' ') selection.toggle(row.key);
  else if (next && shiftKey) selection.extend(next.dataset['row'] ?? '', row.key);
  else if (!isArrow(key)) return;
  event.preventDefault();
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/** In a table the adjacent cell; otherwise, and beyond its edge, the previous or next row. */
function lineBeside(line: HTMLElement, key: string, isRange: boolean): HTMLElement | undefined {
  const cell = isRange ? undefined : cellBeside(line, key);
  if (cell || key === 'ArrowLeft' || key === 'ArrowRight') return cell;
  const lines = [...document.querySelectorAll<HTMLElement>('[data-editor] [data-row]')];
  const by = key === 'ArrowDown' ? 1 : -1;
  const table = isRange ? null : line.closest('[data-table]');
  for (let at = lines.indexOf(line) + by; at >= 0 && at < lines.length; at += by)
    if (!table?.contains(lines[at] ?? null)) return lines[at];
  return undefined;
}
