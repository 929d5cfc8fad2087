/** The rows to render and their position. All rows have the same height. */
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
export function windowOf(scrollTop: number, viewHeight: number, rowHeight: number, count: number): Window {
  const full = rowHeight * count;
  const height = Math.min(full, tallest);
  const range = height - viewHeight;
  const share = range > 0 ? Math.min(1, Math.max(0, scrollTop / range)) : 0;
  const top = full === height ? scrollTop : share * (full - viewHeight);
  const first = Math.floor(Math.max(0, top) / rowHeight);
  const from = Math.max(0, first - spare);
  const to = Math.min(count, first + Math.ceil(viewHeight / rowHeight) + spare);
  return { from, to, offset: scrollTop - (top - from * rowHeight), height };
}

/** The scroll position that brings a row into view; undefined if it already is. */
export function scrollToRow(
  row: number,
  list: { scrollTop: number; viewHeight: number; rowHeight: number; count: number },
): number | undefined {
  const { scrollTop, viewHeight, rowHeight, count } = list;
  const full = rowHeight * count;
  const height = Math.min(full, tallest);
  const scale = full === height ? 1 : (height - viewHeight) / (full - viewHeight);
  const top = scrollTop / scale;
  const start = row * rowHeight;
  if (start < top) return start * scale;
  if (start + rowHeight > top + viewHeight) return (start + rowHeight - viewHeight) * scale;
  return undefined;
}
