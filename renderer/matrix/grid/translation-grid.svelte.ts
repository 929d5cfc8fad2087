import { isCombo } from '../../lib/keys.ts';
import { t, uiLocale } from '../../lib/messages/messages.svelte.ts';
import { preferences } from '../../lib/preferences.svelte.ts';
import { innerWidth } from 'svelte/reactivity/window';
import { GridFocus, span } from '../../ui/grid/grid-focus.svelte.ts';
import type { CellName, RowSelection } from '../../ui/grid/grid-focus.svelte.ts';
import type { CellState } from '../../ui/state-glyphs.ts';
import { assignPlaces, columnsInView } from './translation-grid.ts';
import type { GridLanguage, RowSource, TranslationRow } from './translation-grid.ts';

/** The inputs of a `TranslationGrid`, read on each access. */
export interface TranslationModel<Row extends TranslationRow> {
  readonly rows: RowSource<Row>;
  /** The languages shown as columns. */
  readonly columns: readonly GridLanguage[];
  /** The site's active languages, shown or not. */
  readonly active_languages: readonly unknown[];
  /** Without it the grid has no checkboxes, and the headers are plain text. */
  readonly selection?: RowSelection;
  active: CellName;
  /** Whether the grid has the focus: enables single-key shortcuts. */
  isFocused: boolean;
}

/** A language with its position. */
export interface DrawnColumn {
  language: GridLanguage;
  /** `aria-colindex`. */
  index: number;
  /** Offset in pixels from the first language. */
  left: number;
}

/** Widths of the parts of a row in pixels. */
export interface TranslationWidths {
  column: number;
  head: number;
  /** 0: no last column. */
  end: number;
  /** Minimum width of the part before the languages. */
  lead: number;
}

/** More languages than this are shown as glyphs in narrow columns. */
export const MOST_WIDE = 8;
const WIDE = 84;
const NARROW = 38;
/** Number of columns whose glyphs are rendered or removed together. */
const SIGNS_AT_ONCE = 10;
/** Height of the selection toolbar, in pixels: rows are scrolled above it. */
const FOOT = 64;

/** The state of one `TranslationGrid`: the column window, and the content of its cells. */
export class TranslationGridState<Row extends TranslationRow> extends GridFocus {
  /** Offset from the start side. */
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
  /** Width of checkbox and title. The title takes the space the languages leave, but stays readable. */
  leadWidth = $derived.by(() =>
    Math.round(Math.max(this.#widths.lead, this.width - this.languagesWidth - this.endWidth)),
  );
  contentWidth = $derived(this.leadWidth + this.languagesWidth + this.endWidth);
  /**
   * Position of the first language on the page. On horizontal scrolling, rows stay in place and their languages are moved: sticky
   * first and last columns would create a hundred compositing layers.
   */
  languagesLeft = $derived(this.leadWidth - this.scrolled);
  names = $derived.by(() => [
    ...(this.selection ? ['check'] : []),
    'title',
    ...this.model.columns.map(({ code }) => code),
    ...(this.endWidth > 0 ? ['end'] : []),
  ]);
  #activePlace = $derived.by(() => this.model.columns.findIndex(({ code }) => code === this.active.column));
  /** The row rendered in each slot; the focused one always has a slot. */
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
  /** The language rendered in each slot of a row, as `places` does for rows; undefined: an empty slot. */
  columns = $derived.by(() => {
    const languages = this.model.columns;
    this.#columnPlaces = assignPlaces(this.#columnPlaces, span(this.#firstColumn, this.#lastColumn, this.#activePlace));
    const before = this.#drawn;
    const first = this.selection ? 3 : 2;
    this.#drawn = this.#columnPlaces.map((place, at): DrawnColumn | undefined => {
      const language = languages[place];
      if (!language) return undefined;
      const left = place * this.columnWidth;
      // The same object if unchanged: otherwise every cell would be updated.
      const known = before[at];
      if (known?.language === language && known.index === place + first && known.left === left) return known;
      return { language, index: place + first, left };
    });
    return this.#drawn;
  });
  // Glyphs are cheap to keep and expensive to change: more than are in view are rendered, so that scrolling by a few columns
  // changes nothing.
  #firstSign = $derived(Math.floor(this.#inView.from / SIGNS_AT_ONCE) * SIGNS_AT_ONCE);
  #lastSign = $derived(Math.ceil(this.#inView.to / SIGNS_AT_ONCE) * SIGNS_AT_ONCE);
  /** The languages whose glyphs are rendered, with their positions. */
  signs = $derived.by(() => {
    const drawn = this.model.columns.slice(this.#firstSign, this.#lastSign);
    return drawn.map(({ code }, at) => ({ code, left: (this.#firstSign + at) * this.columnWidth }));
  });
  /** Labels of cells, cached: each cell that comes into view needs one. */
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
  /** Whether the rows form a tree. */
  get isTree(): boolean {
    return false;
  }

  /** The column of the active cell if it is in this row, else "". */
  activeColumn(row: number): string {
    return this.active.row === row ? this.active.column : '';
  }

  /** The state of a cell; undefined if it has none. */
  stateOf(row: Row, code: string): CellState | undefined {
    return row.states && (row.states[code] ?? 'missing');
  }

  /** The accessible name of a cell. */
  labelOf(row: Row, language: GridLanguage): string | undefined {
    const state = this.stateOf(row, language.code);
    return state && this.nameOf(state, language);
  }

  /** The error of a cell that was edited; "" for none. */
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

  /** Cells only have space for the glyph. */
  protected hasGlyphs(): boolean {
    return this.model.columns.length > MOST_WIDE || (innerWidth.current ?? 0) <= 760;
  }

  protected widths(): TranslationWidths {
    const { isGlyph, width } = this;
    return {
      column: isGlyph ? NARROW : WIDE,
      head: isGlyph ? 38 : 28,
      // Modified or coverage; nothing in very narrow windows.
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
