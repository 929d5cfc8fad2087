// Where words go that are chosen outside of a text: to the caret that was left there.
import { putCaret } from '../rows/move.ts';
import { chooseLetters } from '../rows/text/format.ts';
import type { Letters } from '../rows/text/format.ts';
import { typeWords } from './insert.ts';

/** The text that has the focus; undefined where none has it. */
export function focusedBox(): HTMLElement | undefined {
  const box = document.activeElement;
  return box instanceof HTMLElement && box.matches('[data-editor] [role="textbox"]') ? box : undefined;
}

/** Writes words into a text that has just got the focus again, where the caret was. */
export function typeAt(letters: Letters | undefined, words: string): boolean {
  const box = focusedBox();
  if (!box) return false;
  // Words of the source are there to be written over: they are all chosen already.
  if (letters && box.dataset['filled'] === undefined) {
    if (letters.to > letters.from) chooseLetters(box, { ...letters, tokens: [] });
    else putCaret(box, letters.from);
  }
  return typeWords(words);
}

/** The words chosen on the page, on one line. */
export function chosenWords(): string {
  return (document.getSelection()?.toString() ?? '').replace(/\s+/g, ' ').trim();
}
