import { createContext, untrack } from 'svelte';
import { t } from '../../../lib/messages/messages.svelte.ts';
import { site } from '../../../lib/site.svelte.ts';
import { focusRow } from '../rows/move.ts';
import { changeRow } from '../rows/change-row.ts';
import type { Editor } from '../editor.svelte.ts';
import type { Row } from '../rows/row.svelte.ts';
import { insertMatch } from './insert.ts';
import { chosenWords, focusedBox, lettersIn, typeAt, type Letters } from './place.ts';
import { MemoryMatches, type Match } from './memory.svelte.ts';

export type DeskTab = 'memory' | 'item';

/** Chosen last, for every article. */
let lastTab = $state<DeskTab>('memory');

/** What helps to translate the row in work: it stays that while somebody looks at the panel. */
export class Desk {
  readonly editor: Editor;
  readonly memory: MemoryMatches;
  #key = $state('');
  /** The memory is being searched, for these words at first. */
  isSearching = $state(false);
  searched = '';
  /** Where the caret was in the row in work, when the search began. */
  #place: Letters | undefined;

  constructor(editor: Editor) {
    this.editor = editor;
    this.memory = new MemoryMatches(editor);
  }

  /** The row with the focus, else the last one that had it. */
  row: Row | undefined = $derived.by(() => {
    const key = this.editor.focusedKey || this.#key;
    return this.editor.rows.find((row) => row.key === key);
  });

  get tab(): DeskTab {
    return lastTab;
  }

  set tab(tab: DeskTab) {
    lastTab = tab;
  }

  /** Follows the focus. Called once, in an effect. */
  open(): () => void {
    const stops = [
      this.memory.open(),
      $effect.root(() => {
        $effect(() => {
          if (this.editor.focusedKey) this.#key = this.editor.focusedKey;
        });
        $effect(() => {
          const { row } = this;
          void row?.source;
          return untrack(() => this.memory.follow(row));
        });
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Writes a match into the row in work, and goes on there. */
  insert(match: Match | undefined = this.memory.best): void {
    const { row } = this;
    if (row && match) changeRow(this.editor, row, () => insertMatch(row, match));
  }

  /** Opens the search, for what is chosen. */
  search(): void {
    const box = focusedBox();
    this.searched = chosenWords();
    this.#place = box && lettersIn(box);
    this.isSearching = true;
  }

  /** Writes a translation that was found where the caret was. */
  insertFound(words: string): void {
    this.isSearching = false;
    const { row } = this;
    if (!row || site.isReadOnly) return;
    // Closing gives the focus back to the opener first.
    requestAnimationFrame(() => {
      if (focusRow(row.key)) typeAt(this.#place, words);
    });
  }

  /** Why nothing can be inserted; "" where it can. */
  reason = $derived(site.isReadOnly ? t('frame.readonly') : '');
}

/** That of the editor around a component. */
export const [getDesk, setDesk] = createContext<Desk>();
