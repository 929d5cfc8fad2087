export interface CellPlace {
  row: number;
  column: number;
}

export interface GridSize {
  rows: number;
  columns: number;
  /** Rows that PageUp and PageDown move. */
  page: number;
  isRtl: boolean;
}

/** The target of a key according to the ARIA grid pattern; undefined for keys that do not move. */
export function moveByKey(event: KeyboardEvent, from: CellPlace, size: GridSize): CellPlace | undefined {
  if (event.altKey || event.shiftKey) return undefined;
  const isWhole = event.ctrlKey || event.metaKey;
  const last: CellPlace = { row: size.rows - 1, column: size.columns - 1 };
  const forward = size.isRtl ? -1 : 1;
  const to = (row: number, column: number): CellPlace => ({
    row: Math.max(0, Math.min(last.row, row)),
    column: Math.max(0, Math.min(last.column, column)),
  });
  switch (event.key) {
    case 'ArrowDown':
      return to(isWhole ? last.row : from.row + 1, from.column);
    case 'ArrowUp':
      return to(isWhole ? 0 : from.row - 1, from.column);
    case 'ArrowRight':
      return to(from.row, from.column + forward);
    case 'ArrowLeft':
      return to(from.row, from.column - forward);
    case 'Home':
      return to(isWhole ? 0 : from.row, 0);
    case 'End':
      return to(isWhole ? last.row : from.row, last.column);
    case 'PageDown':
      return to(from.row + size.page, from.column);
    case 'PageUp':
      return to(from.row - size.page, from.column);
    default:
      return undefined;
  }
}
