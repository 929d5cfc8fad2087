import type { CellState } from './translation-grid.ts';

/** The signs of the states as paths on 16 pixels, for drawings with thousands of cells; elsewhere `StateCell`. */
export const GLYPHS: Record<CellState, string> = {
  source: 'M6 4h4a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z',
  translated: 'M3.5 8.5l3 3 6-7',
  update: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5v3h-3',
  draft: 'M3.5 12.5l.7-2.7 6.6-6.6 2 2-6.6 6.6zM9.5 4.5l2 2',
  missing: 'M13.2 8A5.2 5.2 0 1 1 2.8 8a5.2 5.2 0 1 1 10.4 0',
  error: 'M8 2.8l5.7 10H2.3zM8 6.5v3M8 11.3v.01',
};
