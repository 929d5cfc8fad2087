/** The states of a matrix cell: the same words and shapes everywhere. */
export type CellState = 'source' | 'translated' | 'update' | 'partial' | 'draft' | 'missing' | 'error';

/** A glyph on a 16-unit grid: its start, and the relative path from there. */
type Sign = readonly [x: number, y: number, path: string];

const SIGNS: Record<CellState, Sign> = {
  source: [6, 4, 'h4a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-4a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2z'],
  translated: [3.5, 8.5, 'l3 3 6-7'],
  update: [13, 8, 'a5 5 0 1 1-1.6-3.7m1.6-1.8v3h-3'],
  // Even-odd fill of the two shapes: the left half.
  partial: [13.2, 8, 'a5.2 5.2 0 1 1-10.4 0a5.2 5.2 0 1 1 10.4 0m-5.2-5.2a5.2 5.2 0 0 1 0 10.4z'],
  draft: [3.5, 12.5, 'l.7-2.7 6.6-6.6 2 2-6.6 6.6zm6-8l2 2'],
  missing: [13.2, 8, 'a5.2 5.2 0 1 1-10.4 0a5.2 5.2 0 1 1 10.4 0'],
  error: [8, 2.8, 'l5.7 10h-11.4zm0 3.7v3m0 1.8v.01'],
};

/**
 * The glyph of a state as a path with its upper left corner at x and y: for drawings with thousands of cells, where many glyphs
 * share one path. Elsewhere use `StateCell`.
 */
export function signAt(state: CellState, x = 0, y = 0): string {
  const [startX, startY, path] = SIGNS[state];
  return `M${hundredths(startX + x)} ${hundredths(startY + y)}${path}`;
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
