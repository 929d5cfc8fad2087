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
