// Where words chosen outside of a text are inserted: at the last caret position in it.
import { putCaret } from '../rows/move.ts';
import { chooseLetters } from '../rows/text/format.ts';
import type { Letters } from '../rows/text/format.ts';
import { typeWords } from './insert.ts';

/** The focused text; undefined if none has the focus. */
export function focusedBox(): HTMLElement | undefined {
  const box = document.activeElement;
  return box instanceof HTMLElement && box.matches('[data-editor] [role="textbox"]') ? box : undefined;
}

/** Inserts words at the former caret position of a text that has just been refocused. */
export function typeAt(letters: Letters | undefined, words: string): boolean {
  const box = focusedBox();
  if (!box) return false;
  // Filled-in words of the source are to be replaced: all of them are selected already.
  if (letters && box.dataset['filled'] === undefined) {
    if (letters.to > letters.from) chooseLetters(box, { ...letters, tokens: [] });
    else putCaret(box, letters.from);
  }
  return typeWords(words);
}

/** The words selected on the page, on one line. */
export function chosenWords(): string {
  return (document.getSelection()?.toString() ?? '').replace(/\s+/g, ' ').trim();
}

/** The selection in the article; undefined if there is none. */
export function rangeOf(): Range | undefined {
  const selection = document.getSelection();
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
  const node = range?.commonAncestorContainer;
  const element = node instanceof Element ? node : node?.parentElement;
  return element?.closest('[data-editor]') ? range?.cloneRange() : undefined;
}

/** Selects a former selection again, if its text is still on the page. */
export function selectRange(range: Range | undefined): void {
  if (!range?.startContainer.isConnected || !range.endContainer.isConnected) return;
  document.getSelection()?.removeAllRanges();
  document.getSelection()?.addRange(range);
}

/** Where a selection is in the window, else the text of a row. */
export function rectOf(range: Range | undefined, row: { key: string } | undefined): DOMRect {
  const own = range?.startContainer.isConnected ? range.getBoundingClientRect() : undefined;
  if (own && own.height > 0) return own;
  const text = row && document.querySelector(`[data-editor] [data-row="${CSS.escape(row.key)}"] [role="textbox"]`);
  return text?.getBoundingClientRect() ?? new DOMRect(innerWidth / 2, innerHeight / 3, 0, 0);
}
