import { createContext, tick, untrack } from 'svelte';
import { t } from '../../../lib/messages/messages.svelte.ts';
import { app } from '../../../lib/state.svelte.ts';
import { site } from '../../../lib/site.svelte.ts';
import { focusLine, focusRow } from '../rows/move.ts';
import { changeRow } from '../rows/change-row.ts';
import type { Editor } from '../editor.svelte.ts';
import type { Row } from '../rows/row.svelte.ts';
import { recordUse } from './record-use.ts';
import { insertMatch, typeWords } from './insert.ts';
import type { Suggestion } from '../../../../core/units/checks/suggest.ts';
import { Checks, type RowFinding } from './checks.svelte.ts';
import type { Steps } from '../steps.svelte.ts';
import { toasts } from '../../../lib/toasts.svelte.ts';
import { Terms, wordOf } from './terms.svelte.ts';
import type { FoundTerm } from '../../../../core/units/terms/terms.ts';
import { lettersIn, type Letters } from '../rows/text/format.ts';
import { chosenWords, focusedBox, rangeOf, rectOf, selectRange, typeAt } from './place.ts';
import { MemoryMatches, type Match } from './memory.svelte.ts';

interface Chosen {
  source: string;
  target: string;
}

export type DeskTab = 'memory' | 'terms' | 'checks' | 'item';

/** Maximum words of a term. */
const MOST_LETTERS = 80;

/** The last chosen tab, for all articles. */
let lastTab = $state<DeskTab>('memory');

/** Aids for translating the current row; it stays the current row while the panel has the focus. */
export class Desk {
  readonly editor: Editor;
  readonly memory: MemoryMatches;
  readonly terms: Terms;
  readonly checks: Checks;
  readonly #steps: Steps;
  #key = $state('');
  /** The memory search is open, initially for these words. */
  isSearching = $state(false);
  searched = '';
  /** A term is being added from these words; undefined: none. */
  newTerm = $state.raw<Chosen>();
  /** The last selection on each side of the current row. */
  #chosen: Chosen = { source: '', target: '' };
  /** What was selected in the article when a term was added. */
  #selection: Range | undefined;
  /** The caret position in the current row when the search was opened. */
  #place: Letters | undefined;

  constructor(editor: Editor, steps: Steps) {
    this.editor = editor;
    this.memory = new MemoryMatches(editor);
    this.terms = new Terms(editor);
    this.checks = new Checks(editor, this.terms);
    this.#steps = steps;
  }

  /** The focused row, else the last focused one. */
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
          this.#explained = undefined;
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

  /** Inserts a match into the current row and focuses it. */
  insert(match: Match | undefined = this.memory.best): void {
    const { row } = this;
    if (!row || !match) return;
    changeRow(this.editor, row, () => insertMatch(row, match));
    recordUse(match);
  }

  /** Opens the search for the selected words. */
  search(): void {
    const box = focusedBox();
    this.searched = chosenWords();
    this.#place = box && lettersIn(box);
    this.isSearching = true;
  }

  /** Opens find and replace for the selected words. */
  replace(): void {
    const words = chosenWords();
    app.go('replace', '', {
      lang: this.editor.lang,
      ...(words !== '' && words.length <= MOST_LETTERS && { q: words }),
    });
  }

  /** Inserts a translation from the search at the caret. */
  insertFound(found: Pick<Match, 'origin'> & { target: string }): void {
    this.isSearching = false;
    const { row } = this;
    if (!row || site.isReadOnly) return;
    // Closing first returns the focus to the opener.
    requestAnimationFrame(() => {
      if (!focusRow(row.key)) return;
      typeAt(this.#place, found.target);
      recordUse(found);
    });
  }

  /** Inserts the translation of a term at the caret of the current row: of the given term, else of the next one not yet used. */
  insertTerm(term: FoundTerm | undefined = this.row && this.terms.next(this.row)): void {
    const word = term && wordOf(term);
    if (!this.row || word === undefined || site.isReadOnly) return;
    if (focusedBox() || focusRow(this.row.key)) typeWords(word);
  }

  /** The finding the shortcuts apply to. */
  finding: RowFinding | undefined = $derived.by(() => {
    const found = this.row ? this.checks.of(this.row) : [];
    return found[this.checks.at] ?? found[0];
  });

  #explained = $state.raw<RowFinding>();
  /** The finding that is explained below its row: until the text changes, or another row has the focus. */
  explained: RowFinding | undefined = $derived.by(() => {
    const isHere = this.#explained?.key === this.editor.focusedKey && this.#explained === this.finding;
    return isHere ? this.#explained : undefined;
  });

  /** Explains a finding of the current row below it; undefined: none. */
  explain(finding: RowFinding | undefined): void {
    this.#explained = finding;
    const { row } = this;
    if (finding && row?.key === finding.key) this.checks.at = this.checks.of(row).indexOf(finding);
  }

  /** Whether a key fixes it: that is safe, or there is nothing to choose. */
  canFix = $derived(this.finding?.fix !== undefined || onlyOne(this.finding) !== undefined);

  /** Goes to the next or previous finding in the whole article. */
  goToFinding(by: 1 | -1): void {
    const { all } = this.checks;
    if (all.length === 0) return;
    const here = this.finding ? all.indexOf(this.finding) : -1;
    const rows = this.editor.rows.map(({ key }) => key);
    const after = all.findIndex(({ key }) => rows.indexOf(key) > rows.indexOf(this.row?.key ?? ''));
    const from = here >= 0 ? here + by : by > 0 ? after : (after < 0 ? all.length : after) - 1;
    const next = all[(from + all.length) % all.length];
    if (next) this.show(next, true);
  }

  /** Shows a finding in its row. */
  showRow(row: Row): void {
    const [first] = this.checks.of(row);
    if (first) this.show(first);
    app.openInspector();
  }

  /** Goes to the row of a finding. */
  show(finding: RowFinding, isExplained = false): void {
    this.tab = 'checks';
    // The address of a picture's link is locked: its row has no text that could take the focus.
    if (!focusRow(finding.key) && focusLine(finding.key)) this.#key = finding.key;
    const row = this.editor.rows.find(({ key }) => key === finding.key);
    // The row gets the focus first, which starts at its first finding.
    void tick().then(() => {
      if (row) this.checks.at = this.checks.of(row).indexOf(finding);
      if (isExplained) this.#explained = finding;
    });
  }

  /**
   * Fixes a finding if that is safe, or as suggested, as one step that can be undone.
   * @param suggested default: its only suggestion
   */
  fix(finding: RowFinding | undefined = this.finding, suggested: Suggestion | undefined = onlyOne(finding)): void {
    const link = finding?.link;
    const row = this.editor.rows.find(({ key }) => key === (link?.key ?? finding?.key));
    const written = () => row && finding && this.checks.written(row, finding.fix ?? suggested?.target);
    const tokens = link?.better === undefined ? written() : [{ kind: 'text' as const, text: link.better }];
    if (!row || !finding || !tokens || site.isReadOnly) return;
    // Undone at once, the finding is there again, and its explanation would be.
    this.#explained = undefined;
    this.#steps.changeRows(
      [row],
      (each) => {
        // Addresses are locked: only those that were unlocked are saved.
        each.isUnlocked ||= each.isLink;
        each.edit(tokens);
      },
      () => t('desk.fixed'),
    );
    focusRow(finding.key);
  }

  /** Ignores a finding while both texts stay the same. */
  async ignore(finding: RowFinding | undefined = this.finding): Promise<void> {
    if (!finding || this.editor.isNew || site.isReadOnly) return;
    this.#explained = undefined;
    try {
      toasts.done(t('desk.ignored'), await this.checks.ignore(finding));
      focusRow(finding.key);
    } catch (thrown) {
      toasts.failed(thrown);
    }
  }

  /** Opens the form for a new term. */
  addTerm(): void {
    // The page reports a selection slightly later.
    this.#noteSelection();
    this.#selection = rangeOf();
    this.newTerm = { ...this.#chosen };
  }

  /** Where the form for a new term belongs: at the selection. */
  termPlace = (): DOMRect => rectOf(this.#selection, this.row);

  /** Returns from the form for a new term to the selection. */
  leaveTerm(): void {
    if (this.row) focusRow(this.row.key);
    selectRange(this.#selection);
  }

  /** Words are selected on one side, then on the other: the page has only one selection, so both are recorded. */
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

  /** Why nothing can be inserted; "" if possible. */
  reason = $derived(site.isReadOnly ? t('frame.readonly') : '');
}

function onlyOne(finding: RowFinding | undefined): Suggestion | undefined {
  return finding?.suggestions.length === 1 ? finding.suggestions[0] : undefined;
}

/** The desk of the editor around a component. */
export const [getDesk, setDesk] = createContext<Desk>();
