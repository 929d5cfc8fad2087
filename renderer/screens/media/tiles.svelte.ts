import type { GroupSelection } from '../../matrix/selection.svelte.ts';
import { app } from '../../lib/state.svelte.ts';
import { GridFocus } from '../../ui/grid/grid-focus.svelte.ts';
import type { CellName } from '../../ui/grid/grid-focus.svelte.ts';
import type { Library } from './library.svelte.ts';

const LEAST = 168;
const GAP = 14;
/** Horizontal margin: the page gutter. */
const SIDE = 20;
const NARROW_SIDE = 14;
/** Space below the thumbnail for name and glyphs, plus borders. */
const WORDS = 56;
/** Gap between rows. */
const LINE_GAP = 10;

/** The media tiles: a list laid out in rows, in which arrow keys move sideways and between rows. */
export class Tiles extends GridFocus {
  readonly names = [];
  #library: Library;
  #open: () => void;

  constructor(library: Library, open: () => void) {
    super();
    this.#library = library;
    this.#open = open;
  }

  #side = $derived(app.isNarrow ? NARROW_SIDE : SIDE);
  columns = $derived(Math.max(2, Math.floor((this.width - 2 * this.#side + GAP) / (LEAST + GAP))));
  tileWidth = $derived(Math.max(0, (this.width - 2 * this.#side - (this.columns - 1) * GAP) / this.columns));
  pictureHeight = $derived(Math.round((this.tileWidth - 10) * 0.625));

  get total(): number {
    return this.#library.rows.total;
  }
  get rowHeight(): number {
    return this.pictureHeight + WORDS + LINE_GAP;
  }
  override get perLine(): number {
    return this.columns;
  }
  override get selection(): GroupSelection {
    return this.#library.selection;
  }
  get active(): CellName {
    return this.#library.active;
  }
  /** The language shown in the inspector is kept. */
  set active({ row }) {
    this.#library.active = { row, column: this.active.column };
  }

  /** Position of a tile, in pixels from the start side. */
  startOf(at: number): number {
    return this.#side + (at % this.columns) * (this.tileWidth + GAP);
  }

  override cellAt(target: EventTarget | null): CellName | undefined {
    const tile = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null;
    if (!tile || !(target instanceof Element)) return undefined;
    return { row: Number(tile.dataset['at']), column: target.closest('.tick') ? 'check' : this.active.column };
  }

  protected override cellOf({ row }: CellName): HTMLElement | undefined {
    return this.root?.querySelector<HTMLElement>(`[data-at="${row}"]`) ?? undefined;
  }

  protected override onopen(): void {
    this.#open();
  }

  protected override onfocuschange(hasFocus: boolean): void {
    this.#library.isFocused = hasFocus;
  }

  protected override target(event: KeyboardEvent, { row, column }: CellName): CellName | undefined {
    const { key, altKey, ctrlKey, metaKey } = event;
    if (altKey || ((ctrlKey || metaKey) && key !== 'Home' && key !== 'End')) return undefined;
    const side = this.isRtl ? -1 : 1;
    const page = Math.max(1, Math.floor(this.height / this.rowHeight)) * this.columns;
    const last = this.total - 1;
    const steps: Record<string, number> = {
      ArrowRight: row + side,
      ArrowLeft: row - side,
      ArrowDown: row + this.columns,
      ArrowUp: row - this.columns,
      PageDown: Math.min(last, row + page),
      PageUp: Math.max(0, row - page),
      Home: 0,
      End: last,
    };
    const to = steps[key];
    return to === undefined ? undefined : { row: to < 0 || to > last ? row : to, column };
  }

  protected override extend(from: CellName, to: CellName): void {
    const row = this.#library.rows.at(from.row);
    if (row && !this.selection.has(row.key)) this.selection.toggle(from.row);
    super.extend(from, to);
  }
}
