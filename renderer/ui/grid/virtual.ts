/** A scrolled list of rows. */
export interface Scrolled {
  scrollTop: number;
  viewHeight: number;
  count: number;
  /** All rows have the same height, except the heads of groups, if there are any. */
  rowHeight: number;
  heads?: Heads | undefined;
}

/** The rows that head a group, in order, and their height. There are few of them. */
export interface Heads {
  rows: readonly number[];
  height: number;
}

/** The rows to render and their position. */
export interface Window {
  from: number;
  /** One past the last. */
  to: number;
  /** Position of row `from`, in pixels from the top of the scrolled content. */
  offset: number;
  /** Height of the scrolled content. */
  height: number;
}

/** Chromium stops at about 33.5 million pixels; for taller lists scrolling is scaled. */
const tallest = 30_000_000;
/** Overscan rows on each side. Each costs time on every jump; the browser scrolls less than this between two frames. */
const spare = 3;

/** The rows in view plus overscan. Also works for a million rows, where the scroll height is scaled. */
export function windowOf(list: Scrolled): Window {
  const { scrollTop, viewHeight, count } = list;
  const full = topOf(count, list);
  const height = Math.min(full, tallest);
  const range = height - viewHeight;
  const share = range > 0 ? Math.min(1, Math.max(0, scrollTop / range)) : 0;
  const top = full === height ? scrollTop : share * (full - viewHeight);
  const from = Math.max(0, rowAt(Math.max(0, top), list) - spare);
  const to = Math.min(count, rowAt(Math.max(0, top) + viewHeight, list) + spare);
  return { from, to, offset: scrollTop - (top - topOf(from, list)), height };
}

/** The scroll position that brings a row into view; undefined if it already is. */
export function scrollToRow(row: number, list: Scrolled): number | undefined {
  const { scrollTop, viewHeight, count } = list;
  const full = topOf(count, list);
  const height = Math.min(full, tallest);
  const scale = full === height ? 1 : (height - viewHeight) / (full - viewHeight);
  const top = scrollTop / scale;
  const [start, end] = [topOf(row, list), topOf(row + 1, list)];
  if (start < top) return start * scale;
  if (end > top + viewHeight) return (end - viewHeight) * scale;
  return undefined;
}

/** Where a row begins, in pixels from the top of the first one. */
export function topOf(row: number, { rowHeight, heads }: Pick<Scrolled, 'rowHeight' | 'heads'>): number {
  const before = heads?.rows.filter((head) => head < row).length ?? 0;
  return row * rowHeight - before * (rowHeight - (heads?.height ?? rowHeight));
}

/** The row at a position. */
function rowAt(top: number, list: Scrolled): number {
  // Heads are lower than other rows, so it is this one or a later one.
  let row = Math.floor(top / list.rowHeight);
  while (list.heads && row + 1 < list.count && topOf(row + 1, list) <= top) row++;
  return row;
}
