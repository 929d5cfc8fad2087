import { tick } from 'svelte';
import { focusTarget } from '../../ui/grid.ts';
import { moveByKey } from '../../ui/grid-keys.ts';
import type { CellPlace } from '../../ui/grid-keys.ts';
import { scrollToRow, windowOf } from '../../ui/virtual.ts';

/** Size of the matrix, read anew each time: without its heads. */
export interface CoverageSize {
  readonly rows: number;
  readonly columns: number;
  readonly rowHeight: number;
}

/** Focus, keys and the rows in view of the coverage matrix. One tab stop; row -1 and column -1 are the heads. */
export class CoverageGridState {
  root = $state<HTMLElement>();
  height = $state(0);
  scrollTop = $state(0);
  active = $state.raw<CellPlace>({ row: 0, column: 0 });
  #size: CoverageSize;

  constructor(size: CoverageSize) {
    this.#size = size;
  }

  /** Where the focus goes, also after rows or columns went. */
  here: CellPlace = $derived.by(() => ({
    row: Math.min(this.active.row, this.#size.rows - 1),
    column: Math.min(this.active.column, this.#size.columns - 1),
  }));
  view = $derived.by(() => windowOf(this.scrollTop, this.height, this.#size.rowHeight, this.#size.rows));
  /** Those in view, and the one with the focus. */
  places = $derived.by(() => {
    const { from, to } = this.view;
    const places = Array.from({ length: to - from }, (_, index) => from + index);
    return places.includes(this.here.row) || this.here.row < 0 ? places : [...places, this.here.row];
  });

  tabindex(row: number, column: number): 0 | -1 {
    return this.here.row === row && this.here.column === column ? 0 : -1;
  }

  keydown(event: KeyboardEvent): void {
    const from = placeOf(event.target);
    if (!from || !this.root) return;
    const isRtl = getComputedStyle(this.root).direction === 'rtl';
    const { rows, columns, rowHeight } = this.#size;
    const page = Math.max(1, Math.floor(this.height / rowHeight) - 1);
    const to = moveByKey(event, from, { rows, columns, page, isRtl });
    if (!to) return;
    event.preventDefault();
    void this.focus(to);
  }

  focusin(event: FocusEvent): void {
    const place = placeOf(event.target);
    if (place) this.active = place;
  }

  async focus(to: CellPlace): Promise<void> {
    const { rows, rowHeight } = this.#size;
    this.active = to;
    const list = { scrollTop: this.scrollTop, viewHeight: this.height - rowHeight, rowHeight, count: rows };
    const top = scrollToRow(to.row, list);
    if (this.root && top !== undefined) this.root.scrollTop = this.scrollTop = top;
    await tick();
    const cell = this.root?.querySelector<HTMLElement>(`[data-row="${to.row}"][data-column="${to.column}"]`);
    focusTarget(cell)?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}

function placeOf(target: EventTarget | null): CellPlace | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  return cell ? { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) } : undefined;
}
