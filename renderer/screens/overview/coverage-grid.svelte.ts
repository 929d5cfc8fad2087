import { GridFocus } from '../../ui/grid/grid-focus.svelte.ts';
import type { CellName } from '../../ui/grid/grid-focus.svelte.ts';

/** Size of the matrix without its headers, read on each access. */
export interface CoverageSize {
  readonly rows: number;
  /** Keys of the columns. */
  readonly columns: readonly string[];
}

/** Focus and visible rows of the coverage matrix. It is a single tab stop; its headers are none. */
export class CoverageGridState extends GridFocus {
  readonly rowHeight = 68;
  #place = $state.raw({ row: 0, column: 1 });
  #size: CoverageSize;

  constructor(size: CoverageSize) {
    super();
    this.#size = size;
  }

  names = $derived.by(() => ['', ...this.#size.columns]);

  get total(): number {
    return this.#size.rows;
  }
  /** The active cell, clamped if rows or columns were removed. */
  get active(): CellName {
    const { row, column } = this.#place;
    return { row: Math.min(row, this.total - 1), column: this.names[column] ?? this.names.at(-1) ?? '' };
  }
  set active({ row, column }) {
    this.#place = { row, column: this.names.indexOf(column) };
  }
  protected override get firstColumn(): number {
    return 1;
  }
  /** The headers, about as high as a row, cover the first row. */
  override get foot(): number {
    return this.rowHeight;
  }

  protected override reveal(target: HTMLElement): void {
    super.reveal(target);
    target.closest('[role="gridcell"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
}
