import type { LineState } from '../../../../core/schema/live/live.ts';
import type { LineGroup, PlanLine, PlanType } from '../../../../core/schema/live/plan.ts';
import { RowWindow } from '../../../lib/api/row-window.svelte.ts';
import { PLAN } from '../../../lib/live/live-api.ts';

/** Above this many lines the groups start collapsed. */
const MOST_OPEN = 2000;

/** What the lines of a group have in common. */
type LineFilter = Omit<LineGroup, 'is_on'>;
type GroupCounts = Pick<PlanType, 'lines' | 'usual' | 'ticked'>;

/** The lines of one type, or all deletions, under their own head. */
export class PlanGroup {
  readonly key: string;
  /** Type of the lines; "" for the deletions, which are of any type. */
  readonly type: string;
  count = $state(0);
  /** Lines that take part by default, and those of them that are not left out together with others. */
  usual = $state(0);
  ticked = $state(0);
  isOpen = $state(true);
  lines: RowWindow<PlanLine, PlanLine>;
  #query: LineFilter = {};
  #isAsked = false;

  constructor(key: string, type: string) {
    this.key = key;
    this.type = type;
    this.lines = new RowWindow<PlanLine, PlanLine>({ path: PLAN, kinds: [], rowOf: (line) => line });
  }

  /** The query of a request. */
  get query(): LineFilter {
    return this.#query;
  }

  set(query: LineFilter, { lines, usual, ticked }: GroupCounts): void {
    this.count = lines;
    this.usual = usual;
    this.ticked = ticked;
    const isOther = JSON.stringify(query) !== JSON.stringify(this.#query);
    this.#query = query;
    if (!this.#isAsked) return;
    if (isOther) this.lines.ask(query);
    else this.lines.refresh();
  }

  need(from: number, to: number): void {
    if (!this.#isAsked) {
      this.#isAsked = true;
      this.lines.ask(this.#query);
    }
    this.lines.need(from, to);
  }
}

/** A row of the list: the head of a group (`line` -1), or one of its lines. */
export interface PlanPlace {
  group: PlanGroup;
  line: number;
}

/** Groups as consecutive rows; only the visible lines are loaded. */
export class PlanGroups {
  all = $state.raw<readonly PlanGroup[]>([]);
  rows = $derived(this.all.reduce((sum, group) => sum + rowsOf(group), 0));
  /** Rows that are heads. */
  heads = $derived.by(() => {
    let row = 0;
    return this.all.map((group) => {
      const head = row;
      row += rowsOf(group);
      return head;
    });
  });
  lines = $derived(this.all.reduce((sum, { count }) => sum + count, 0));

  /** Applies new counts; existing groups keep their rows and whether they are open. */
  take(
    types: readonly PlanType[],
    { query, states, gone }: { query: LineFilter; states: readonly LineState[]; gone: LineState },
  ): void {
    const known = new Map(this.all.map((group) => [group.key, group]));
    const isLarge = types.reduce((sum, { lines }) => sum + lines, 0) > MOST_OPEN;
    const groupOf = (key: string, type: string): PlanGroup => {
      const old = known.get(key);
      if (old) return old;
      const group = new PlanGroup(key, type);
      group.isOpen = !isLarge;
      return group;
    };
    const wanted = states.filter((state) => state !== gone);
    const groups = types
      .filter(({ lines, deleted }) => lines > deleted)
      .map(({ kind, type, lines, deleted, ...counts }) => {
        const group = groupOf(`${kind} ${type}`, type);
        group.set({ ...query, kind, type, states: wanted }, { ...counts, lines: lines - deleted });
        return group;
      });
    const deletions = types.reduce((sum, { deleted }) => sum + deleted, 0);
    if (deletions > 0) {
      const group = groupOf('gone', '');
      group.set({ ...query, states: [gone] }, { lines: deletions, usual: 0, ticked: 0 });
      groups.push(group);
    }
    this.all = groups;
  }

  at(row: number): PlanPlace | undefined {
    let start = 0;
    for (const group of this.all) {
      const end = start + rowsOf(group);
      if (row >= start && row < end) return { group, line: row - start - 1 };
      start = end;
    }
    return undefined;
  }

  lineAt(row: number): PlanLine | undefined {
    const place = this.at(row);
    return place && place.line >= 0 ? place.group.lines.at(place.line) : undefined;
  }

  /** The row of the head above a row. */
  headOf(row: number): number {
    const place = this.at(row);
    return place ? row - place.line - 1 : 0;
  }

  /** The number of a line among all, from 1; for a head the number of the line below. */
  numberOf(row: number): number {
    let before = 0;
    for (const group of this.all) {
      const place = this.at(row);
      if (place?.group === group) return before + Math.max(0, place.line) + 1;
      before += group.count;
    }
    return 0;
  }

  /** The row of the line with this index from 0; opens its group. */
  rowOf(number: number): number {
    let [start, left] = [0, number];
    for (const group of this.all) {
      if (left < group.count) {
        group.isOpen = true;
        return start + 1 + left;
      }
      left -= group.count;
      start += rowsOf(group);
    }
    return 0;
  }

  need(from: number, to: number): void {
    let start = 1;
    for (const group of this.all) {
      const [first, last] = [Math.max(0, from - start), Math.min(group.count, to - start)];
      if (group.isOpen && first < last) group.need(first, last);
      start += rowsOf(group);
    }
  }
}

function rowsOf({ isOpen, count }: PlanGroup): number {
  return 1 + (isOpen ? count : 0);
}
