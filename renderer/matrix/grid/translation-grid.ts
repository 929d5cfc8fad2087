import type { CellState } from '../../ui/state-glyphs.ts';

/** A language column. */
export interface GridLanguage {
  code: string;
  /** In the interface language. */
  name: string;
  /** Its own name, and the language of that. */
  ownName: string;
  tag: string;
  flag: string;
}

/** A row: an article or a term with its versions. */
export interface TranslationRow {
  /** Stable for the lifetime of the row. */
  key: number;
  title: string;
  /** Language of the title: `fr-FR`; "" if unknown. */
  lang: string;
  /** By language code; a code without a state is missing. undefined: the row has no languages at all. */
  states: Readonly<Record<string, CellState>> | undefined;
  /** Shown in the last column: the date of the last change. */
  note: string;
  /** Number of finished versions, for the bar of wide matrices. */
  done: number;
  /** In a tree: the depth, from 1; and whether its children are shown, undefined without children. */
  level?: number;
  isOpen?: boolean | undefined;
}

/** A source of rows: cached ones synchronously, others after loading. */
export interface RowSource<Row extends TranslationRow = TranslationRow> {
  readonly total: number;
  at(index: number): Row | undefined;
  /** Called with the range of rows in view. */
  need(from: number, to: number): void;
}

/** The range of languages rendered, and its offset. */
export interface ColumnWindow {
  from: number;
  to: number;
}

/** The columns in view, plus one on each side. `scrolled` counts from the start side, whatever the direction. */
export function columnsInView(scrolled: number, room: number, width: number, count: number): ColumnWindow {
  const from = Math.max(0, Math.floor(scrolled / width) - 1);
  return { from, to: Math.min(count, Math.ceil((scrolled + room) / width) + 1) };
}

/**
 * Assigns rows to slots. A slot keeps its row while that is in view, so that scrolling by one row changes one slot; new rows take
 * the slots of those that left. -1: an empty slot.
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

/** A row of equally wide cells, in pixels. */
interface CellRow {
  left: number;
  width: number;
  top: number;
  height: number;
}

/** For each state a path around all its cells; adjacent ones are merged into one rectangle. undefined: a cell without a state. */
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
