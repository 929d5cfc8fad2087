import type { CellState } from '../../ui/state-glyphs.ts';

/** A language as a column. */
export interface GridLanguage {
  code: string;
  /** In the interface language. */
  name: string;
  flag: string;
}

/** A row: an article or a term with its versions. */
export interface TranslationRow {
  /** Stays the same while the row does. */
  key: number;
  title: string;
  /** Of the title: `fr-FR`; "" when nobody knows. */
  lang: string;
  /** By code of the language; what is not there is missing. undefined: the row has no languages at all. */
  states: Readonly<Record<string, CellState>> | undefined;
  /** In the last column: the date of the last change. */
  note: string;
  /** Versions that are done, for the bar of wide matrices. */
  done: number;
  /** In a tree: how deep, from 1; and whether what is below it is shown, undefined where nothing is. */
  level?: number;
  isOpen?: boolean | undefined;
}

/** Where rows come from: known ones at once, the others when they were read. */
export interface RowSource<Row extends TranslationRow = TranslationRow> {
  readonly total: number;
  at(index: number): Row | undefined;
  /** These are in view. */
  need(from: number, to: number): void;
}

/** Which languages of many are drawn, and where they begin. */
export interface ColumnWindow {
  from: number;
  to: number;
}

/** The columns in view, one more at each side. `scrolled` counts from the start side, whatever the direction. */
export function columnsInView(scrolled: number, room: number, width: number, count: number): ColumnWindow {
  const from = Math.max(0, Math.floor(scrolled / width) - 1);
  return { from, to: Math.min(count, Math.ceil((scrolled + room) / width) + 1) };
}

/**
 * Which row each place of the page draws. A place keeps its row while that is in view, so that scrolling by one row changes
 * one place; rows that come take the places of those that went. -1: the place is empty.
 */
export function assignPlaces(before: readonly number[], rows: Iterable<number>): number[] {
  const wanted = new Set(rows);
  const places = before.map((row) => (row >= 0 && wanted.delete(row) ? row : -1));
  let next = 0;
  for (const row of wanted) {
    while (next < places.length && places[next] !== -1) next += 1;
    places[next] = row;
  }
  return places;
}

/** A row of cells of one width, in pixels. */
interface CellRow {
  left: number;
  width: number;
  top: number;
  height: number;
}

/** By state a path around all cells that have it; neighbours are one rectangle. undefined: a cell without a state. */
export function fillRuns(
  states: readonly (CellState | undefined)[],
  { left, width, top, height }: CellRow,
): { [State in CellState]?: string } {
  const paths: { [State in CellState]?: string } = {};
  let at = 0;
  while (at < states.length) {
    const state = states[at];
    const next = states.findIndex((each, place) => place > at && each !== state);
    const end = next < 0 ? states.length : next;
    const length = (end - at) * width;
    if (state) paths[state] = `${paths[state] ?? ''}M${left + at * width} ${top}h${length}v${height}h${-length}z`;
    at = end;
  }
  return paths;
}
