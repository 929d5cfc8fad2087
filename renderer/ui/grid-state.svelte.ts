import { tick } from 'svelte';
import { t } from '../lib/messages/messages.svelte.ts';
import { focusTarget, moved } from './grid.ts';
import type { GridColumn } from './grid.ts';
import { moveByKey } from './grid-keys.ts';
import type { CellPlace } from './grid-keys.ts';
import { scrollToRow, windowOf } from './virtual.ts';

export type RowKey = string | number;

/** What `Grid` is given, read anew each time. */
export interface GridInput<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly GridColumn<Row>[];
  readonly rowHeight: number;
  readonly isScrolling: boolean;
  active: RowKey | undefined;
  keyOf(row: Row): RowKey;
  nameOf(row: Row): string;
  readonly onopen: ((row: Row) => void) | undefined;
  readonly onreorder: ((key: RowKey, to: number) => void) | undefined;
  readonly onrowkey: ((event: KeyboardEvent, row: Row) => void) | undefined;
}

const headHeight = 28;
const handleId = 'grid-handle';

/** Focus, keys, dragging and the window of rows of one `Grid`. */
export class GridState<Row> {
  root = $state<HTMLElement>();
  width = $state(0);
  viewHeight = $state(0);
  scrollTop = $state(0);
  /** What was just moved, for screen readers. */
  said = $state('');
  #column = $state(0);
  /** By its key: rows may come, go and move while one is held. */
  #drag = $state<{ key: RowKey; start: number; to: number } | null>(null);
  #input: GridInput<Row>;

  constructor(input: GridInput<Row>) {
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
  rows = $derived.by(() => {
    const from = this.#drag ? this.#placeOf(this.#drag.key) : -1;
    return this.#drag && from >= 0 ? moved(this.#input.rows, from, this.#drag.to) : this.#input.rows;
  });
  /** The cell that Tab comes to. */
  focusedRow = $derived.by(() =>
    Math.max(
      0,
      this.rows.findIndex((row) => this.isActive(row)),
    ),
  );
  focusedColumn = $derived(Math.min(this.#column, this.columns.length - 1));
  view = $derived.by(() => {
    const { rows, rowHeight, isScrolling } = this.#input;
    if (!isScrolling) return { from: 0, to: rows.length, offset: 0, height: 0 };
    return windowOf(this.scrollTop, this.viewHeight - headHeight, rowHeight, rows.length);
  });

  keyOf(row: Row): RowKey {
    return this.#input.keyOf(row);
  }

  isActive(row: Row): boolean {
    return this.keyOf(row) === this.#input.active;
  }

  isHandle(column: GridColumn<Row>): boolean {
    return column.id === handleId;
  }

  isDragged(row: Row): boolean {
    return this.keyOf(row) === this.#drag?.key;
  }

  /** Moves the focus to a cell, scrolling it into view first. */
  async focus(place: CellPlace): Promise<void> {
    const row = this.rows[place.row];
    if (row === undefined) return;
    this.#input.active = this.#input.keyOf(row);
    this.#column = place.column;
    this.#scrollTo(place.row);
    await tick();
    const cell = this.root?.querySelector<HTMLElement>(`[data-cell="${place.row}:${place.column}"]`);
    focusTarget(cell)?.focus();
  }

  keydown(event: KeyboardEvent): void {
    const place = placeOf(event.target);
    const row = place && this.rows[place.row];
    if (!place || row === undefined || event.defaultPrevented) return;
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const to = this.#target(event, place);
    const { onopen, onrowkey, onreorder } = this.#input;
    if (onreorder && event.altKey && by) {
      event.preventDefault();
      this.#reorder(place.row, place.row + by);
    } else if (to) {
      event.preventDefault();
      void this.focus(to);
    } else if (event.key === 'Enter' && onopen && !isControl(event.target)) {
      event.preventDefault();
      onopen(row);
    } else onrowkey?.(event, row);
  }

  focusin(event: FocusEvent): void {
    const place = placeOf(event.target);
    const row = place && this.rows[place.row];
    if (!place || row === undefined) return;
    this.#input.active = this.#input.keyOf(row);
    this.#column = place.column;
  }

  /** The row with this key is held `by` rows away from where it began. */
  drag(key: RowKey, by: number): void {
    const start = this.#drag?.key === key ? this.#drag.start : this.#placeOf(key);
    this.#drag = { key, start, to: Math.max(0, Math.min(this.#input.rows.length - 1, start + by)) };
  }

  /** The dragged row is let go; or put back. */
  drop(isKept: boolean): void {
    const done = this.#drag;
    this.#drag = null;
    if (done && isKept) this.#reorder(this.#placeOf(done.key), done.to);
  }

  #placeOf(key: RowKey): number {
    return this.#input.rows.findIndex((row) => this.#input.keyOf(row) === key);
  }

  #reorder(from: number, to: number): void {
    const { rows, keyOf, nameOf, onreorder } = this.#input;
    const row = rows[from];
    if (row === undefined || to < 0 || to >= rows.length || to === from) return;
    this.said = t('ui.grid.moved', { name: nameOf(row), place: to + 1, count: rows.length });
    onreorder?.(keyOf(row), to);
    // The row is elsewhere now, and the focus goes with it.
    void tick().then(() =>
      this.focus({ row: this.rows.findIndex((each) => keyOf(each) === keyOf(row)), column: this.#column }),
    );
  }

  #target(event: KeyboardEvent, place: CellPlace): CellPlace | undefined {
    const isRtl = this.root !== undefined && getComputedStyle(this.root).direction === 'rtl';
    const page = this.#input.isScrolling ? Math.max(1, Math.floor(this.viewHeight / this.#input.rowHeight) - 1) : 10;
    return moveByKey(event, place, { rows: this.rows.length, columns: this.columns.length, page, isRtl });
  }

  #scrollTo(row: number): void {
    const { rows, rowHeight, isScrolling } = this.#input;
    if (!isScrolling || !this.root) return;
    const viewHeight = this.viewHeight - headHeight;
    const to = scrollToRow(row, { scrollTop: this.scrollTop, viewHeight, rowHeight, count: rows.length });
    if (to !== undefined) this.root.scrollTop = this.scrollTop = to;
  }
}

function placeOf(target: EventTarget | null): CellPlace | undefined {
  const name = target instanceof Element ? target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] : undefined;
  const [row, column] = name?.split(':').map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a, input') !== null;
}
