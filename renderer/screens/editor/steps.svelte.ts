import { createContext, tick } from 'svelte';
import { sameTokens } from '../../../core/units/tokens.ts';
import type { Token } from '../../../core/units/tokens.ts';
import { t } from '../../lib/messages/messages.svelte.ts';
import { toasts } from '../../lib/toasts.svelte.ts';
import type { Editor } from './editor.svelte.ts';
import { focusRow } from './rows/move.ts';
import type { Row } from './rows/row.svelte.ts';
import { layOut } from './rows/text/writing.ts';

/** The former state of a row, and what was written over it. */
interface RowBefore {
  key: string;
  tokens: readonly Token[];
  written: readonly Token[];
  isSettled: boolean;
  isFilled: boolean;
  isMachine: boolean;
}

/** Changes of several texts, or of blocks, by one action: undone as one step, by the message or the undo key. */
export class Steps {
  readonly #editor: Editor;
  #last = $state.raw<(() => void) | undefined>();

  constructor(editor: Editor) {
    this.#editor = editor;
  }

  /** The last action was such a step. */
  canUndo = $derived(this.#last !== undefined);

  /** Something was typed: the undo key now applies to the text itself. */
  forget(): void {
    this.#last = undefined;
  }

  undo(): void {
    const last = this.#last;
    this.#last = undefined;
    last?.();
  }

  /** Changes rows, and reports it with their number; `words`: the message for that number. */
  changeRows(rows: readonly Row[], change: (row: Row) => void, words: (count: number) => string): void {
    const before = rows.map((row): RowBefore => {
      const { key, tokens, isSettled, isFilled, isMachine } = row;
      change(row);
      return { key, tokens, written: row.tokens, isSettled, isFilled, isMachine };
    });
    if (before.length === 0) return;
    this.#editor.saver.touch();
    this.#announce(words(before.length), () => this.#putBack(before));
  }

  /**
   * Something was pasted: `before` is the content without it, `key` the row it was pasted into; `text` is the message, if not "".
   */
  changedBlocks({ before, key, text }: { before: string; key: string; text: string }): void {
    const { workspace } = this.#editor.document;
    const after = workspace.html();
    this.#editor.saver.touch();
    this.#announce(text, () => {
      if (workspace.html() !== after) {
        toasts.show({ text: t('editor.step.edited'), tone: 'bad' });
        return false;
      }
      layOut(workspace, before);
      this.#editor.saver.touch();
      void tick().then(() => focusRow(key));
      return true;
    });
  }

  /** `back` returns whether it could be undone. */
  #announce(text: string, back: () => boolean): void {
    const undo = () => {
      if (this.#last === undo) this.#last = undefined;
      if (back()) toasts.done(t('ui.undone'));
    };
    this.#last = undo;
    if (text !== '') toasts.show({ text, tone: 'plain', action: { label: t('ui.undo'), run: undo } });
  }

  /** Rows that still have the written text: after a save they are other objects with the same keys. */
  #putBack(before: readonly RowBefore[]): boolean {
    for (const { key, tokens, written, ...was } of before) {
      const row = this.#editor.rows.find((each) => each.key === key);
      if (!row || !sameTokens(row.tokens, written)) continue;
      row.edit(tokens);
      Object.assign(row, was);
    }
    this.#editor.saver.touch();
    return true;
  }
}

/** The steps of the editor around a component. */
export const [getSteps, setSteps] = createContext<Steps>();
