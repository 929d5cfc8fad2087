/** A column of `Grid`. */
export interface GridColumn<Row> {
  /** What the `cell` snippet switches on. */
  id: string;
  title: string;
  /** The title is heard, not seen. */
  isTitleHidden?: boolean;
  /** A CSS grid track: `120px`, `minmax(160px, 2fr)`. Not `auto`: rows are laid out one by one. */
  width: string;
  /** Gone while the grid is narrower than this. */
  hideBelow?: number;
  /** The cell holds one control (button, switch, link), which takes the focus instead of the cell. */
  isWidget?: boolean | ((row: Row) => boolean);
  align?: 'start' | 'end';
}

/** Whether the focus of this cell goes to the control in it. */
export function holdsWidget<Row>(column: GridColumn<Row>, row: Row): boolean {
  return typeof column.isWidget === 'function' ? column.isWidget(row) : column.isWidget === true;
}

/** The control of a cell, or the cell. */
export function focusTarget(cell: HTMLElement | null | undefined): HTMLElement | undefined {
  return cell?.querySelector<HTMLElement>('button:not(:disabled), a[href], input:not(:disabled)') ?? cell ?? undefined;
}

/** The list with the row at `from` put at `to`. */
export function moved<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const next = rows.toSpliced(from, 1);
  return next.toSpliced(to, 0, ...rows.slice(from, from + 1));
}
