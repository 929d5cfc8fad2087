import { tick } from 'svelte';
import { t } from '../../lib/messages/messages.svelte.ts';
import { GridFocus, isControl } from './grid-focus.svelte.ts';
import type { CellName } from './grid-focus.svelte.ts';
import { moved } from './grid.ts';
import type { GridColumn } from './grid.ts';
import type { Window } from './virtual.ts';

export type RowKey = string | number;

/** The inputs of `Grid`, read on each access. */
export interface GridInput<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly GridColumn<Row>[];
  readonly rowHeight: number;
  readonly isScrolling: boolean;
  active: RowKey | undefined;
  keyOf(row: Row): RowKey;
  nameOf(row: Row): string;
  /** Rows that keep their place. */
  readonly isFixed: ((row: Row) => boolean) | undefined;
  readonly onopen: ((row: Row) => void) | undefined;
  readonly onreorder: ((key: RowKey, to: number) => void) | undefined;
  readonly onrowkey: ((event: KeyboardEvent, row: Row) => void) | undefined;
}

const handleId = 'grid-handle';

/** The state of one `Grid`: rows are identified by keys, may be unscrolled, and can be reordered. */
export class GridState<Row> extends GridFocus {
  /** The last move, announced to screen readers. */
  said = $state('');
  #column = $state(0);
  /** By key: rows may be added, removed and moved during a drag. */
  #drag = $state<{ key: RowKey; start: number; to: number } | null>(null);
  #input: GridInput<Row>;

  constructor(input: GridInput<Row>) {
    super();
    this.#input = input;
  }

  columns = $derived.by(() => {
    const { columns, onreorder } = this.#input;
    const shown = columns.filter(({ hideBelow }) => !hideBelow || this.width === 0 || this.width >= hideBelow);
    const handle: GridColumn<Row> = {
      id: handleId,
      title: t('ui.grid.order'),
      isTitleHidden: true,
      width: '36px',
      isWidget: true,
    };
    return onreorder ? [handle, ...shown] : shown;
  });
  template = $derived(this.columns.map((column) => column.width).join(' '));
  names = $derived(this.columns.map(({ id }) => id));
  rows = $derived.by(() => {
    const from = this.#drag ? this.#placeOf(this.#drag.key) : -1;
    return this.#drag && from >= 0 ? moved(this.#input.rows, from, this.#drag.to) : this.#input.rows;
  });
  #activeRow = $derived.by(() =>
    Math.max(
      0,
      this.rows.findIndex((row) => this.isActive(row)),
    ),
  );

  get total(): number {
    return this.#input.rows.length;
  }
  get rowHeight(): number {
    return this.#input.rowHeight;
  }
  override get headHeight(): number {
    return 28;
  }
  get active(): CellName {
    return { row: this.#activeRow, column: this.names[this.#column] ?? this.names.at(-1) ?? '' };
  }
  set active({ row, column }) {
    const wanted = this.rows[row];
    if (wanted === undefined) return;
    this.#input.active = this.keyOf(wanted);
    this.#column = this.names.indexOf(column);
  }

  keyOf(row: Row): RowKey {
    return this.#input.keyOf(row);
  }

  isActive(row: Row): boolean {
    return this.keyOf(row) === this.#input.active;
  }

  isHandle(column: GridColumn<Row>): boolean {
    return column.id === handleId;
  }

  isFixed(row: Row): boolean {
    return this.#input.isFixed?.(row) ?? false;
  }

  isDragged(row: Row): boolean {
    return this.keyOf(row) === this.#drag?.key;
  }

  override keydown(event: KeyboardEvent): void {
    const cell = this.cellAt(event.target);
    const row = cell && this.rows[cell.row];
    if (!cell || row === undefined || event.defaultPrevented) return;
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const { onopen, onrowkey, onreorder } = this.#input;
    if (onreorder && event.altKey && by) {
      event.preventDefault();
      this.#reorder(cell.row, cell.row + by);
      return;
    }
    super.keydown(event);
    if (event.defaultPrevented) return;
    if (event.key === 'Enter' && onopen && !isControl(event.target)) {
      event.preventDefault();
      onopen(row);
    } else onrowkey?.(event, row);
  }

  override focusin(event: FocusEvent): void {
    super.focusin(event);
    // The first row is the tab stop while none is active.
    const cell = this.cellAt(event.target);
    if (cell) this.active = cell;
  }

  /** The row with this key is dragged `by` rows away from where it started. */
  drag(key: RowKey, by: number): void {
    const start = this.#drag?.key === key ? this.#drag.start : this.#placeOf(key);
    this.#drag = { key, start, to: Math.max(0, Math.min(this.total - 1, start + by)) };
  }

  /** Ends the drag; reverts it unless `isKept`. */
  drop(isKept: boolean): void {
    const done = this.#drag;
    this.#drag = null;
    if (done && isKept) this.#reorder(this.#placeOf(done.key), done.to);
  }

  protected override window(): Window {
    return this.#input.isScrolling ? super.window() : { from: 0, to: this.total, offset: 0, height: 0 };
  }

  protected override get page(): number {
    return this.#input.isScrolling ? super.page : 10;
  }

  protected override show(cell: CellName): void {
    if (this.#input.isScrolling) super.show(cell);
  }

  /** Scrolls the page if the grid itself does not scroll. */
  protected override reveal(target: HTMLElement): void {
    target.focus();
  }

  #placeOf(key: RowKey): number {
    return this.#input.rows.findIndex((row) => this.keyOf(row) === key);
  }

  #reorder(from: number, to: number): void {
    const { rows, nameOf, onreorder } = this.#input;
    const row = rows[from];
    const other = rows[to];
    if (row === undefined || other === undefined || to === from) return;
    if (this.isFixed(row) || this.isFixed(other)) return;
    this.said = t('ui.grid.moved', { name: nameOf(row), place: to + 1, count: rows.length });
    onreorder?.(this.keyOf(row), to);
    // The row has moved, and the focus moves with it.
    const { column } = this.active;
    void tick().then(() => this.focus({ row: this.#placeOf(this.keyOf(row)), column }));
  }
}
