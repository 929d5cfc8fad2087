// Moves the focus between the rows of the editor.
import type { RowBlock } from './row.svelte.ts';

const boxes = () => [...document.querySelectorAll<HTMLElement>('[data-editor] [role="textbox"]')];

/** Moves to the text before or after the focused one; false at the ends. */
export function focusAdjacent(from: HTMLElement, by: 1 | -1): boolean {
  const all = boxes();
  const next = all[all.indexOf(from) + by];
  if (!next) return false;
  focusText(next);
  return true;
}

type IsWanted = (block: RowBlock) => boolean;
let draw: (isWanted: IsWanted) => void = () => undefined;

/** Registers a renderer of deferred blocks, called when one is needed now. Returns a function that unregisters it. */
export function onUndrawn(wanted: (isWanted: IsWanted) => void): () => void {
  draw = wanted;
  return () => {
    if (draw === wanted) draw = () => undefined;
  };
}

/** Renders a deferred block now. */
export const drawBlock = (isWanted: IsWanted): void => draw(isWanted);

/** Moves to the text of a row, with the caret at its end. */
export function focusRow(key: string): boolean {
  if (!boxOf(key)) drawBlock(({ rows }) => rows.some((row) => row.key === key));
  const box = boxOf(key);
  if (box) focusText(box);
  return box !== null;
}

/** Moves to a row as such, whose text cannot be edited. */
export function focusLine(key: string): boolean {
  const line = document.querySelector<HTMLElement>(`[data-editor] [data-row="${CSS.escape(key)}"]`);
  line?.focus();
  return line !== null;
}

function boxOf(key: string): HTMLElement | null {
  return document.querySelector(`[data-editor] [data-row="${CSS.escape(key)}"] [role="textbox"]`);
}

/** The caret position in a text, in characters; undefined if there is a selection, or the caret is elsewhere. */
export function caretIn(box: HTMLElement): number | undefined {
  const selection = document.getSelection();
  if (!selection?.isCollapsed || !selection.anchorNode || !box.contains(selection.anchorNode)) return undefined;
  const range = document.createRange();
  range.setStart(box, 0);
  range.setEnd(selection.anchorNode, selection.anchorOffset);
  return range.toString().length;
}

/** Sets the caret after this many characters of a text, or at its end. */
export function putCaret(box: HTMLElement, letters: number): void {
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  let left = letters;
  for (let text = texts.nextNode(); text instanceof Text; text = texts.nextNode()) {
    if (left <= text.length) return document.getSelection()?.collapse(text, left);
    left -= text.length;
  }
  document.getSelection()?.selectAllChildren(box);
  document.getSelection()?.collapseToEnd();
}

function focusText(box: HTMLElement): void {
  box.focus();
  // With its source above it in narrow windows.
  box.closest('[data-row]')?.scrollIntoView({ block: 'nearest' });
  const selection = document.getSelection();
  if (!selection?.containsNode(box, true)) return;
  selection.selectAllChildren(box);
  // Filled-in words of the source are to be replaced.
  if (box.dataset['filled'] === undefined) selection.collapseToEnd();
}
