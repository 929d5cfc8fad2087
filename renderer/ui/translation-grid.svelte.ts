import { tick } from 'svelte';
import { isCombo } from '../lib/keys.ts';
import { focusTarget } from './grid.ts';
import { moveByKey } from './grid-keys.ts';
import { assignPlaces, columnsInView } from './translation-grid.ts';
import type { CellName, GridLanguage, RowSelection, RowSource, TranslationRow } from './translation-grid.ts';
import { scrollToRow, windowOf } from './virtual.ts';

/** What `TranslationGrid` is given, read anew each time. */
export interface TranslationGridInput<Row extends TranslationRow> {
  readonly rows: RowSource<Row>;
  readonly languages: readonly GridLanguage[];
  readonly rowHeight: number;
  readonly isGlyph: boolean;
  readonly selection: RowSelection;
  active: CellName;
  readonly onopen: (cell: CellName) => void;
}

/** A language in its place. */
export interface DrawnColumn {
  language: GridLanguage;
  /** `aria-colindex`. */
  index: number;
  /** Pixels from the first language. */
  left: number;
}

/** More languages than this are drawn as glyphs in narrow columns. */
export const MOST_WIDE = 8;
const WIDE = 84;
const NARROW = 38;
const CHECK = 56;
/** Columns whose signs come and go together. */
const SIGNS_AT_ONCE = 10;
/** Rows above the last that the toolbar of the selection does not cover. */
const FOOT = 64;

/** Focus, keys and the window of rows and columns of one `TranslationGrid`. */
export class TranslationGridState<Row extends TranslationRow> {
  root = $state<HTMLElement>();
  width = $state(0);
  height = $state(0);
  scrollTop = $state(0);
  /** From the start side. */
  scrolled = $state(0);
  #input: TranslationGridInput<Row>;
  #places: readonly number[] = [];
  #columnPlaces: readonly number[] = [];
  #drawn: readonly (DrawnColumn | undefined)[] = [];

  constructor(input: TranslationGridInput<Row>) {
    this.#input = input;
  }

  columnWidth = $derived.by(() => (this.#input.isGlyph ? NARROW : WIDE));
  headHeight = $derived.by(() => (this.#input.isGlyph ? 38 : 28));
  /** Modified or coverage; in very narrow windows nothing. */
  endWidth = $derived.by(() => (this.width > 0 && this.width < 620 ? 0 : this.#input.isGlyph ? 124 : 96));
  languagesWidth = $derived.by(() => this.#input.languages.length * this.columnWidth);
  /** Check box and title. The title has what the languages leave, but stays readable. */
  leadWidth = $derived.by(() => {
    const least = Math.min(336, Math.max(200, this.width * 0.36));
    return Math.round(Math.max(least, this.width - this.languagesWidth - this.endWidth));
  });
  contentWidth = $derived(this.leadWidth + this.languagesWidth + this.endWidth);
  /**
   * Where the languages begin in the page. Rows stay where they are while it is scrolled to the side, and their languages are
   * moved: first and last columns that each keep their place by themselves are layers of the browser, a hundred of them.
   */
  languagesLeft = $derived(this.leadWidth - this.scrolled);
  view = $derived.by(() =>
    windowOf(this.scrollTop, this.height - this.headHeight, this.#input.rowHeight, this.#input.rows.total),
  );
  // Numbers, so that what follows from them is left alone while they stay the same: it is scrolled by pixels, drawn by rows.
  #from = $derived(this.view.from);
  #to = $derived(this.view.to);
  /** Where row 0 stands, in pixels: above all where the list is taller than a page can be. */
  #top = $derived.by(() => this.view.offset - this.view.from * this.#input.rowHeight);
  #activeRow = $derived.by(() => {
    const { active, rows } = this.#input;
    return active.row < rows.total ? active.row : -1;
  });
  #activePlace = $derived.by(() => this.#input.languages.findIndex(({ code }) => code === this.#input.active.column));
  /** Which row each place draws; the focused one always has a place. */
  places = $derived.by(() => {
    this.#places = assignPlaces(this.#places, span(this.#from, this.#to, this.#activeRow));
    return this.#places;
  });
  #inView = $derived.by(() => {
    const room = this.width - this.leadWidth - this.endWidth;
    return columnsInView(this.scrolled, room, this.columnWidth, this.#input.languages.length);
  });
  #firstColumn = $derived(this.#inView.from);
  #lastColumn = $derived(this.#inView.to);
  /** Which language each place of a row draws, as `places` does for rows; undefined: the place is empty. */
  columns = $derived.by(() => {
    const { languages } = this.#input;
    this.#columnPlaces = assignPlaces(this.#columnPlaces, span(this.#firstColumn, this.#lastColumn, this.#activePlace));
    const before = this.#drawn;
    this.#drawn = this.#columnPlaces.map((place, at): DrawnColumn | undefined => {
      const language = languages[place];
      if (!language) return undefined;
      const left = place * this.columnWidth;
      // The same object where nothing changed: else every cell of it would be looked at again.
      const known = before[at];
      if (known?.language === language && known.index === place + 3 && known.left === left) return known;
      return { language, index: place + 3, left };
    });
    return this.#drawn;
  });
  // Signs are cheap to have and dear to change: some more than are in view, which last while it is scrolled by a few columns.
  #firstSign = $derived(Math.floor(this.#inView.from / SIGNS_AT_ONCE) * SIGNS_AT_ONCE);
  #lastSign = $derived(Math.ceil(this.#inView.to / SIGNS_AT_ONCE) * SIGNS_AT_ONCE);
  /** The languages whose signs are drawn, with their place. */
  signs = $derived.by(() => {
    const { languages } = this.#input;
    const drawn = languages.slice(this.#firstSign, this.#lastSign);
    return drawn.map(({ code }, at) => ({ code, left: (this.#firstSign + at) * this.columnWidth }));
  });
  names = $derived.by(() => ['check', 'title', ...this.#input.languages.map(({ code }) => code), 'end']);

  /** Where a row stands, in pixels. */
  topOf(row: number): number {
    return this.#top + row * this.#input.rowHeight;
  }

  isActive(row: number, column: string): boolean {
    const { active } = this.#input;
    return active.row === row && active.column === column;
  }

  /** The column of the active cell where that is in this row, else "". */
  activeColumn(row: number): string {
    const { active } = this.#input;
    return active.row === row ? active.column : '';
  }

  /** The cell that Tab comes to: the active one, or the first while that is not there. */
  tabindex(row: number, column: string): 0 | -1 {
    return this.isActive(row, column) ? 0 : -1;
  }

  scroll(): void {
    this.scrollTop = this.root?.scrollTop ?? 0;
    this.scrolled = Math.abs(this.root?.scrollLeft ?? 0);
  }

  /** To the first row, e.g. after another filter. */
  scrollToTop(): void {
    if (this.root) this.root.scrollTop = this.scrollTop = 0;
  }

  /** Moves the focus to a cell, scrolling it into view first. */
  async focus(cell: CellName): Promise<void> {
    this.#input.active = cell;
    this.show(cell);
    await tick();
    this.cellOf(cell)?.focus({ preventScroll: true });
  }

  /** The element of the active cell, or the control in it. */
  cellOf({ row, column }: CellName): HTMLElement | undefined {
    const place = this.names.indexOf(column) + 1;
    const cell = this.root?.querySelector<HTMLElement>(`[data-at="${row}"] [aria-colindex="${place}"]`);
    return focusTarget(cell ?? null) ?? undefined;
  }

  keydown(event: KeyboardEvent): void {
    const cell = this.cellAt(event.target);
    if (!cell || event.defaultPrevented) return;
    const { selection, onopen } = this.#input;
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const to = this.#target(event, cell);
    if (event.key === 'Home' && to) this.#scrollAcross(0);
    if (event.shiftKey && by && cell.row >= 0) this.#extend(cell, by);
    else if (to) void this.focus(to);
    else if (isCombo(event, 'Ctrl+A')) selection.all();
    else if (event.key === 'Escape' && selection.size > 0) selection.clear();
    else if (cell.row < 0) return;
    else if (event.key === ' ') selection.toggle(cell.row);
    else if (event.key === 'Enter') onopen(cell);
    else return;
    event.preventDefault();
  }

  focusin(event: FocusEvent): void {
    const cell = this.cellAt(event.target);
    if (cell && !this.isActive(cell.row, cell.column)) this.#input.active = cell;
  }

  click(event: MouseEvent): void {
    const cell = this.cellAt(event.target);
    if (!cell || cell.row < 0) return;
    const { selection } = this.#input;
    if (event.shiftKey) selection.extend(cell.row);
    else if (cell.column === 'check' || event.ctrlKey || event.metaKey) selection.toggle(cell.row);
    void this.focus(cell);
  }

  doubleClick(event: MouseEvent): void {
    const cell = this.cellAt(event.target);
    if (cell && cell.row >= 0 && cell.column !== 'check') this.#input.onopen(cell);
  }

  cellAt(target: EventTarget | null): CellName | undefined {
    const cell = target instanceof Element ? target.closest('[aria-colindex]') : null;
    const row = cell?.closest<HTMLElement>('[data-at]')?.dataset['at'];
    const column = this.names[Number(cell?.ariaColIndex) - 1];
    return row === undefined || column === undefined ? undefined : { row: Number(row), column };
  }

  #extend(cell: CellName, by: number): void {
    const { rows, selection } = this.#input;
    const row = Math.max(0, Math.min(rows.total - 1, cell.row + by));
    if (selection.size === 0) selection.toggle(cell.row);
    selection.extend(row);
    void this.focus({ ...cell, row });
  }

  /** Rows of `moveByKey` begin at 0; ours at -1, the heads. */
  #target(event: KeyboardEvent, { row, column }: CellName): CellName | undefined {
    const isRtl = this.root !== undefined && getComputedStyle(this.root).direction === 'rtl';
    const page = Math.max(1, Math.floor((this.height - this.headHeight) / this.#input.rowHeight) - 1);
    const columns = this.names.length - (this.endWidth === 0 ? 1 : 0);
    const size = { rows: this.#input.rows.total + 1, columns, page, isRtl };
    const to = moveByKey(event, { row: row + 1, column: this.names.indexOf(column) }, size);
    if (!to) return undefined;
    // What leads to the beginning leads to the first row, not to the heads above it.
    const isFar = event.ctrlKey || event.metaKey || event.key === 'PageUp';
    const first = isFar ? 0 : -1;
    return { row: Math.max(first, to.row - 1), column: this.names[to.column] ?? column };
  }

  /** Scrolls so that a cell is in view. */
  show({ row, column }: CellName): void {
    const { root } = this;
    const { rows, rowHeight, languages, selection } = this.#input;
    if (!root) return;
    const viewHeight = this.height - this.headHeight - (selection.size > 0 ? FOOT : 0);
    const { scrollTop } = this;
    const to = row < 0 ? 0 : scrollToRow(row, { scrollTop, viewHeight, rowHeight, count: rows.total });
    if (to !== undefined) root.scrollTop = this.scrollTop = to;
    const place = languages.findIndex(({ code }) => code === column);
    if (place < 0) return;
    const room = this.width - this.leadWidth - this.endWidth;
    const start = place * this.columnWidth;
    const wanted = Math.min(start, Math.max(this.scrolled, start + this.columnWidth - room));
    this.#scrollAcross(wanted);
  }

  #scrollAcross(to: number): void {
    const { root } = this;
    if (!root || to === this.scrolled) return;
    this.scrolled = to;
    root.scrollLeft = getComputedStyle(root).direction === 'rtl' ? -to : to;
  }
}

/** Width of the column of check boxes. */
export const CHECK_WIDTH = CHECK;

/** The numbers from one to before the other, and one more where it is not -1. */
function span(from: number, to: number, also: number): number[] {
  const all = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  return also < 0 ? all : [...all, also];
}
