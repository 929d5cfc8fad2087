/** A column of `Grid`. */
export interface GridColumn<Row> {
  /** Passed to the `cell` snippet. */
  id: string;
  title: string;
  /** The title is for screen readers only. */
  isTitleHidden?: boolean;
  /** A CSS grid track: `120px`, `minmax(160px, 2fr)`. Not `auto`: rows are laid out independently. */
  width: string;
  /** Hidden while the grid is narrower than this. */
  hideBelow?: number;
  /** The cell holds one control (button, switch, link), which takes the focus instead of the cell. */
  isWidget?: boolean | ((row: Row) => boolean);
  align?: 'start' | 'end';
}

/** Whether focusing this cell focuses the control in it. */
export function holdsWidget<Row>(column: GridColumn<Row>, row: Row): boolean {
  return typeof column.isWidget === 'function' ? column.isWidget(row) : column.isWidget === true;
}

/** The control of a cell, or the cell itself. */
export function focusTarget(cell: HTMLElement | null | undefined): HTMLElement | undefined {
  return cell?.querySelector<HTMLElement>('button:not(:disabled), a[href], input:not(:disabled)') ?? cell ?? undefined;
}

/** The list with the row at `from` moved to `to`. */
export function moved<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const next = rows.toSpliced(from, 1);
  return next.toSpliced(to, 0, ...rows.slice(from, from + 1));
}
