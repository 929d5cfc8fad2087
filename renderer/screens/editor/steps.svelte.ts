import { createContext, tick } from 'svelte';
import { sameTokens } from '../../../core/units/tokens.ts';
import type { Token } from '../../../core/units/tokens.ts';
import { t } from '../../lib/messages/messages.svelte.ts';
import { toasts } from '../../lib/toasts.svelte.ts';
import type { Editor } from './editor.svelte.ts';
import { focusRow } from './rows/move.ts';
import type { Row } from './rows/row.svelte.ts';
import { layOut } from './rows/text/writing.ts';

/** How a row was, and what was written over it. */
interface RowBefore {
  key: string;
  tokens: readonly Token[];
  written: readonly Token[];
  isSettled: boolean;
  isFilled: boolean;
  isMachine: boolean;
}

/** Changes of several texts, or of blocks, by one act: taken back as one step, by the message or the key of Undo. */
export class Steps {
  readonly #editor: Editor;
  #last = $state.raw<(() => void) | undefined>();

  constructor(editor: Editor) {
    this.#editor = editor;
  }

  /** The last thing done was such an act. */
  canUndo = $derived(this.#last !== undefined);

  /** A letter was typed: what the key of Undo takes back is the text's own again. */
  forget(): void {
    this.#last = undefined;
  }

  undo(): void {
    const last = this.#last;
    this.#last = undefined;
    last?.();
  }

  /** Changes rows, and says it with their number; `words`: the message for so many. */
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

  /** Something was pasted: `before` is the content without it, `key` the row it was pasted into; `text` says it, if not "". */
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

  /** `back` answers whether it could be taken back. */
  #announce(text: string, back: () => boolean): void {
    const undo = () => {
      if (this.#last === undo) this.#last = undefined;
      if (back()) toasts.done(t('ui.undone'));
    };
    this.#last = undo;
    if (text !== '') toasts.show({ text, tone: 'plain', action: { label: t('ui.undo'), run: undo } });
  }

  /** Where a row still says what was written: after a save it is another object of the same key. */
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

/** Those of the editor around a component. */
export const [getSteps, setSteps] = createContext<Steps>();
