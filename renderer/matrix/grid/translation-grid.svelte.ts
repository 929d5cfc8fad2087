import { isCombo } from '../../lib/keys.ts';
import { t, uiLocale } from '../../lib/messages/messages.svelte.ts';
import { preferences } from '../../lib/preferences.svelte.ts';
import { innerWidth } from 'svelte/reactivity/window';
import { GridFocus, span } from '../../ui/grid/grid-focus.svelte.ts';
import type { CellName, RowSelection } from '../../ui/grid/grid-focus.svelte.ts';
import type { CellState } from '../../ui/state-glyphs.ts';
import { assignPlaces, columnsInView } from './translation-grid.ts';
import type { GridLanguage, RowSource, TranslationRow } from './translation-grid.ts';

/** What a `TranslationGrid` shows, read anew each time. */
export interface TranslationModel<Row extends TranslationRow> {
  readonly rows: RowSource<Row>;
  /** The languages that are columns. */
  readonly columns: readonly GridLanguage[];
  /** Languages of the site, shown or not. */
  readonly active_languages: readonly unknown[];
  /** Without it the grid has no check boxes, and the heads are plain words. */
  readonly selection?: RowSelection;
  active: CellName;
  /** The grid has the focus: single keys mean something. */
  isFocused: boolean;
}

/** A language in its place. */
export interface DrawnColumn {
  language: GridLanguage;
  /** `aria-colindex`. */
  index: number;
  /** Pixels from the first language. */
  left: number;
}

/** Pixels of the parts of a row. */
export interface TranslationWidths {
  column: number;
  head: number;
  /** 0: the last column is left out. */
  end: number;
  /** Least width of what stands before the languages. */
  lead: number;
}

/** More languages than this are drawn as glyphs in narrow columns. */
export const MOST_WIDE = 8;
const WIDE = 84;
const NARROW = 38;
/** Columns whose signs come and go together. */
const SIGNS_AT_ONCE = 10;
/** Rows above the last that the toolbar of the selection does not cover. */
const FOOT = 64;

/** One `TranslationGrid`: the window of its columns, and what its cells say. */
export class TranslationGridState<Row extends TranslationRow> extends GridFocus {
  /** From the start side. */
  scrolled = $state(0);
  readonly model: TranslationModel<Row>;
  #open: (cell: CellName) => void;
  #places: readonly number[] = [];
  #columnPlaces: readonly number[] = [];
  #drawn: readonly (DrawnColumn | undefined)[] = [];

  constructor(model: TranslationModel<Row>, open: (cell: CellName) => void) {
    super();
    this.model = model;
    this.#open = open;
  }

  isGlyph = $derived.by(() => this.hasGlyphs());
  #widths = $derived.by(() => this.widths());
  columnWidth = $derived(this.#widths.column);
  #headHeight = $derived(this.#widths.head);
  endWidth = $derived(this.#widths.end);
  languagesWidth = $derived.by(() => this.model.columns.length * this.columnWidth);
  /** Check box and title. The title has what the languages leave, but stays readable. */
  leadWidth = $derived.by(() =>
    Math.round(Math.max(this.#widths.lead, this.width - this.languagesWidth - this.endWidth)),
  );
  contentWidth = $derived(this.leadWidth + this.languagesWidth + this.endWidth);
  /**
   * Where the languages begin in the page. Rows stay where they are while it is scrolled to the side, and their languages are
   * moved: first and last columns that each keep their place by themselves are layers of the browser, a hundred of them.
   */
  languagesLeft = $derived(this.leadWidth - this.scrolled);
  names = $derived.by(() => [
    ...(this.selection ? ['check'] : []),
    'title',
    ...this.model.columns.map(({ code }) => code),
    ...(this.endWidth > 0 ? ['end'] : []),
  ]);
  #activePlace = $derived.by(() => this.model.columns.findIndex(({ code }) => code === this.active.column));
  /** Which row each place draws; the focused one always has a place. */
  places = $derived.by(() => {
    this.#places = assignPlaces(this.#places, this.shown);
    return this.#places;
  });
  #inView = $derived.by(() => {
    const room = this.width - this.leadWidth - this.endWidth;
    return columnsInView(this.scrolled, room, this.columnWidth, this.model.columns.length);
  });
  #firstColumn = $derived(this.#inView.from);
  #lastColumn = $derived(this.#inView.to);
  /** Which language each place of a row draws, as `places` does for rows; undefined: the place is empty. */
  columns = $derived.by(() => {
    const languages = this.model.columns;
    this.#columnPlaces = assignPlaces(this.#columnPlaces, span(this.#firstColumn, this.#lastColumn, this.#activePlace));
    const before = this.#drawn;
    const first = this.selection ? 3 : 2;
    this.#drawn = this.#columnPlaces.map((place, at): DrawnColumn | undefined => {
      const language = languages[place];
      if (!language) return undefined;
      const left = place * this.columnWidth;
      // The same object where nothing changed: else every cell of it would be looked at again.
      const known = before[at];
      if (known?.language === language && known.index === place + first && known.left === left) return known;
      return { language, index: place + first, left };
    });
    return this.#drawn;
  });
  // Signs are cheap to have and dear to change: some more than are in view, which last while it is scrolled by a few columns.
  #firstSign = $derived(Math.floor(this.#inView.from / SIGNS_AT_ONCE) * SIGNS_AT_ONCE);
  #lastSign = $derived(Math.ceil(this.#inView.to / SIGNS_AT_ONCE) * SIGNS_AT_ONCE);
  /** The languages whose signs are drawn, with their place. */
  signs = $derived.by(() => {
    const drawn = this.model.columns.slice(this.#firstSign, this.#lastSign);
    return drawn.map(({ code }, at) => ({ code, left: (this.#firstSign + at) * this.columnWidth }));
  });
  /** Names of cells, made once each: a text is looked up for every cell that comes into view. */
  #labels = $derived.by(() => {
    void uiLocale();
    return new Map<string, string>();
  });

  get total(): number {
    return this.model.rows.total;
  }
  get rowHeight(): number {
    return preferences.rowHeight;
  }
  get active(): CellName {
    return this.model.active;
  }
  set active(cell) {
    this.model.active = cell;
  }
  override get selection(): RowSelection | undefined {
    return this.model.selection;
  }
  override get headHeight(): number {
    return this.#headHeight;
  }
  override get foot(): number {
    return this.selection && this.selection.size > 0 ? FOOT : 0;
  }
  protected override get firstRow(): 0 | -1 {
    return this.selection ? -1 : 0;
  }
  /** Rows are a tree. */
  get isTree(): boolean {
    return false;
  }

  /** The column of the active cell where that is in this row, else "". */
  activeColumn(row: number): string {
    return this.active.row === row ? this.active.column : '';
  }

  /** The sign of a cell; undefined where it has none. */
  stateOf(row: Row, code: string): CellState | undefined {
    return row.states && (row.states[code] ?? 'missing');
  }

  /** What a screen reader says of a cell. */
  labelOf(row: Row, language: GridLanguage): string | undefined {
    const state = this.stateOf(row, language.code);
    return state && this.nameOf(state, language);
  }

  /** What is wrong with what was written in a cell; "" for nothing. */
  faultOf(_row: Row, _code: string): string {
    return '';
  }

  protected nameOf(state: CellState, language: GridLanguage): string {
    const key = `${state} ${language.code}`;
    let name = this.#labels.get(key);
    if (name === undefined) {
      name = t(`ui.state.name.${state}`, { language: language.name });
      if (state === 'missing') name = t('ui.grid.missing', { name });
      this.#labels.set(key, name);
    }
    return name;
  }

  /** Cells have room for their sign alone. */
  protected hasGlyphs(): boolean {
    return this.model.columns.length > MOST_WIDE || (innerWidth.current ?? 0) <= 760;
  }

  protected widths(): TranslationWidths {
    const { isGlyph, width } = this;
    return {
      column: isGlyph ? NARROW : WIDE,
      head: isGlyph ? 38 : 28,
      // Modified or coverage; in very narrow windows nothing.
      end: width > 0 && width < 620 ? 0 : isGlyph ? 124 : 96,
      lead: Math.min(336, Math.max(200, width * 0.36)),
    };
  }

  protected override onopen(cell: CellName): void {
    this.#open(cell);
  }

  protected override onfocuschange(hasFocus: boolean): void {
    this.model.isFocused = hasFocus;
  }

  override scroll(): void {
    super.scroll();
    this.scrolled = Math.abs(this.root?.scrollLeft ?? 0);
  }

  override keydown(event: KeyboardEvent): void {
    const isMove = isCombo(event, 'Home') || isCombo(event, 'Ctrl+Home');
    if (isMove && !event.defaultPrevented && this.cellAt(event.target)) this.#scrollAcross(0);
    super.keydown(event);
  }

  protected override show(cell: CellName): void {
    super.show(cell);
    const place = this.model.columns.findIndex(({ code }) => code === cell.column);
    if (place < 0) return;
    const room = this.width - this.leadWidth - this.endWidth;
    const start = place * this.columnWidth;
    this.#scrollAcross(Math.min(start, Math.max(this.scrolled, start + this.columnWidth - room)));
  }

  #scrollAcross(to: number): void {
    const { root } = this;
    if (!root || to === this.scrolled) return;
    this.scrolled = to;
    root.scrollLeft = this.isRtl ? -to : to;
  }
}
