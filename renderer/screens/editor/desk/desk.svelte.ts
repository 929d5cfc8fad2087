import { createContext, untrack } from 'svelte';
import { t } from '../../../lib/messages/messages.svelte.ts';
import { site } from '../../../lib/site.svelte.ts';
import { focusRow } from '../rows/move.ts';
import { changeRow } from '../rows/change-row.ts';
import type { Editor } from '../editor.svelte.ts';
import type { Row } from '../rows/row.svelte.ts';
import { insertMatch, typeWords } from './insert.ts';
import { Terms, wordOf } from './terms.svelte.ts';
import type { FoundTerm } from '../../../../core/units/terms/terms.ts';
import { chosenWords, focusedBox, lettersIn, typeAt, type Letters } from './place.ts';
import { MemoryMatches, type Match } from './memory.svelte.ts';

interface Chosen {
  source: string;
  target: string;
}

export type DeskTab = 'memory' | 'terms' | 'item';

/** A term is a word or a few. */
const MOST_LETTERS = 80;

/** Chosen last, for every article. */
let lastTab = $state<DeskTab>('memory');

/** What helps to translate the row in work: it stays that while somebody looks at the panel. */
export class Desk {
  readonly editor: Editor;
  readonly memory: MemoryMatches;
  readonly terms: Terms;
  #key = $state('');
  /** The memory is being searched, for these words at first. */
  isSearching = $state(false);
  searched = '';
  /** A term is being added, of these words; undefined: none. */
  newTerm = $state.raw<Chosen>();
  /** What was chosen last on both sides of the row in work. */
  #chosen: Chosen = { source: '', target: '' };
  /** Where the caret was in the row in work, when the search began. */
  #place: Letters | undefined;

  constructor(editor: Editor) {
    this.editor = editor;
    this.memory = new MemoryMatches(editor);
    this.terms = new Terms(editor);
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
      this.terms.open(),
      this.#followSelection(),
      $effect.root(() => {
        $effect(() => {
          const key = this.editor.focusedKey;
          if (key === '' || key === untrack(() => this.#key)) return;
          this.#key = key;
          this.#chosen = { ...this.#chosen, target: '' };
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

  /** Writes the word for a term where the caret is in the row in work: for the next term that has none, unless one is named. */
  insertTerm(term: FoundTerm | undefined = this.row && this.terms.next(this.row)): void {
    const word = term && wordOf(term);
    if (!this.row || word === undefined || site.isReadOnly) return;
    if (focusedBox() || focusRow(this.row.key)) typeWords(word);
  }

  /** Opens the form of a new term. */
  addTerm(): void {
    // The page tells of a selection a little later.
    this.#noteSelection();
    this.newTerm = { ...this.#chosen };
  }

  /** Words are chosen on one side, then on the other: the page has one selection, so both are noted. */
  #followSelection(): () => void {
    const note = () => this.#noteSelection();
    document.addEventListener('selectionchange', note);
    return () => document.removeEventListener('selectionchange', note);
  }

  #noteSelection(): void {
    const words = chosenWords();
    const node = document.getSelection()?.anchorNode;
    const element = node instanceof Element ? node : node?.parentElement;
    if (words === '' || words.length > MOST_LETTERS || !element?.closest('[data-editor]')) return;
    const side = element.closest('[role="textbox"]') ? 'target' : 'source';
    const isFilled = side === 'target' && element.closest('[data-filled]') !== null;
    if (!isFilled) this.#chosen = { ...this.#chosen, [side]: words };
  }

  /** Why nothing can be inserted; "" where it can. */
  reason = $derived(site.isReadOnly ? t('frame.readonly') : '');
}

/** That of the editor around a component. */
export const [getDesk, setDesk] = createContext<Desk>();
