import { createContext, tick, untrack } from 'svelte';
import { t } from '../../../lib/messages/messages.svelte.ts';
import { app } from '../../../lib/state.svelte.ts';
import { site } from '../../../lib/site.svelte.ts';
import { focusRow } from '../rows/move.ts';
import { changeRow } from '../rows/change-row.ts';
import type { Editor } from '../editor.svelte.ts';
import type { Row } from '../rows/row.svelte.ts';
import { insertMatch, typeWords } from './insert.ts';
import { Checks, type RowFinding } from './checks.svelte.ts';
import type { Steps } from '../steps.svelte.ts';
import { toasts } from '../../../lib/toasts.svelte.ts';
import { Terms, wordOf } from './terms.svelte.ts';
import type { FoundTerm } from '../../../../core/units/terms/terms.ts';
import { lettersIn, type Letters } from '../rows/text/format.ts';
import { chosenWords, focusedBox, typeAt } from './place.ts';
import { MemoryMatches, type Match } from './memory.svelte.ts';

interface Chosen {
  source: string;
  target: string;
}

export type DeskTab = 'memory' | 'terms' | 'checks' | 'item';

/** A term is a word or a few. */
const MOST_LETTERS = 80;

/** Chosen last, for every article. */
let lastTab = $state<DeskTab>('memory');

/** What helps to translate the row in work: it stays that while somebody looks at the panel. */
export class Desk {
  readonly editor: Editor;
  readonly memory: MemoryMatches;
  readonly terms: Terms;
  readonly checks: Checks;
  readonly #steps: Steps;
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

  constructor(editor: Editor, steps: Steps) {
    this.editor = editor;
    this.memory = new MemoryMatches(editor);
    this.terms = new Terms(editor);
    this.checks = new Checks(editor, this.terms);
    this.#steps = steps;
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
      this.checks.open(),
      this.#followSelection(),
      $effect.root(() => {
        $effect(() => {
          const key = this.editor.focusedKey;
          if (key === '' || key === untrack(() => this.#key)) return;
          this.#key = key;
          this.checks.at = 0;
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

  /** To find and replace, for what is chosen. */
  replace(): void {
    const words = chosenWords();
    app.go('replace', '', {
      lang: this.editor.lang,
      ...(words !== '' && words.length <= MOST_LETTERS && { q: words }),
    });
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

  /** The finding that the keys mean. */
  finding: RowFinding | undefined = $derived.by(() => {
    const found = this.row ? this.checks.of(this.row) : [];
    return found[this.checks.at] ?? found[0];
  });

  /** Goes to the next finding, or the one before, of the whole article. */
  goToFinding(by: 1 | -1): void {
    const { all } = this.checks;
    if (all.length === 0) return;
    const here = this.finding ? all.indexOf(this.finding) : -1;
    const rows = this.editor.rows.map(({ key }) => key);
    const after = all.findIndex(({ key }) => rows.indexOf(key) > rows.indexOf(this.row?.key ?? ''));
    const from = here >= 0 ? here + by : by > 0 ? after : (after < 0 ? all.length : after) - 1;
    const next = all[(from + all.length) % all.length];
    if (next) this.show(next);
  }

  /** Shows what was found in a row. */
  showRow(row: Row): void {
    const [first] = this.checks.of(row);
    if (first) this.show(first);
    app.openInspector();
  }

  /** Into the row of a finding. */
  show(finding: RowFinding): void {
    this.tab = 'checks';
    focusRow(finding.key);
    const row = this.editor.rows.find(({ key }) => key === finding.key);
    // The row takes the focus first, which begins at its first finding.
    void tick().then(() => row && (this.checks.at = this.checks.of(row).indexOf(finding)));
  }

  /** Mends a finding where that is safe, as one step that is taken back. */
  fix(finding: RowFinding | undefined = this.finding): void {
    const row = this.editor.rows.find(({ key }) => key === finding?.key);
    const tokens = row && finding && this.checks.fixed(row, finding);
    if (!tokens || site.isReadOnly) return;
    this.#steps.changeRows(
      [row],
      (each) => each.edit(tokens),
      () => t('desk.fixed'),
    );
    focusRow(row.key);
  }

  /** Leaves a finding alone for as long as both texts stay. */
  async ignore(finding: RowFinding | undefined = this.finding): Promise<void> {
    if (!finding || this.editor.isNew || site.isReadOnly) return;
    try {
      toasts.done(t('desk.ignored'), await this.checks.ignore(finding));
      focusRow(finding.key);
    } catch (thrown) {
      toasts.failed(thrown);
    }
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
