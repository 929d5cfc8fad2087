import type { LineState } from '../../../../core/schema/live/live.ts';
import type { PlanLine } from '../../../../core/schema/live/plan.ts';
import { isHeld, isUsual } from '../../../../core/schema/live/usual.ts';
import { asApiError, type ApiError } from '../../../lib/api/api-error.ts';
import { live } from '../../../lib/live/live.svelte.ts';
import { liveApi } from '../../../lib/live/live-api.ts';
import { PlanGroups, type PlanGroup } from './groups.svelte.ts';

export type Direction = 'push' | 'pull';

/** The states each direction lists; deletions separately, since they are never ticked by default. */
export const STATES = {
  push: ['here', 'merged', 'new_here'],
  pull: ['there', 'merged', 'new_there'],
} as const satisfies Record<Direction, readonly LineState[]>;
export const GONE = { push: 'deleted_here', pull: 'deleted_there' } as const satisfies Record<Direction, LineState>;

export interface PlanFilter {
  search: string;
  state: LineState | '';
  type: string;
  /** undefined: any. */
  lang: string | undefined;
}

const NO_FILTER: PlanFilter = { search: '', state: '', type: '', lang: undefined };

/** Page size when all lines are loaded. */
const WHOLE_PAGE = 200;

/** Every line of a query, page by page. */
export async function allLines(query: Readonly<Record<string, unknown>>): Promise<PlanLine[]> {
  const found: PlanLine[] = [];
  for (let page = 1; ; page++) {
    const { lines, total } = await liveApi.lines({ ...query, page, per_page: WHOLE_PAGE });
    found.push(...lines);
    if (lines.length === 0 || found.length >= total) return found;
  }
}

/** The filter that shows these lines, by what all of them have in common. */
export function filterFor(lines: readonly PlanLine[]): PlanFilter {
  const shared = <Name extends 'state' | 'type' | 'lang'>(name: Name): PlanLine[Name] | undefined =>
    lines.every((line) => line[name] === lines[0]?.[name]) ? lines[0]?.[name] : undefined;
  return { search: '', state: shared('state') ?? '', type: shared('type') ?? '', lang: shared('lang') };
}

/** Whether the lines of a group are ticked: all that can be, some, or none. */
export type GroupTick = 'all' | 'some' | 'none';

/** The lines of one direction, their filter, and their ticks. Ticks outlive filters. */
export class PlanList {
  readonly direction: Direction;
  groups = new PlanGroups();
  filter = $state.raw<PlanFilter>(NO_FILTER);
  /** Row of the list; heads of groups count. */
  active = $state(0);
  error = $state.raw<ApiError | null>(null);
  /** Whether there has been any response yet. */
  isKnown = $state(false);
  /** A push was ordered that needs a full check first. */
  isWaiting = $state(false);
  isFiltered = $derived(Object.entries(this.filter).some(([name, value]) => value !== NO_FILTER[name as 'type']));
  #isAsked = false;
  #turn = 0;
  /** Lines that take part by default, regardless of the filter. */
  #usual = $state(0);
  /** Lines ticked differently from the default; with the line, for its count. */
  #ticks = $state.raw<ReadonlyMap<string, { isOn: boolean; line: PlanLine }>>(new Map());

  constructor(direction: Direction) {
    this.direction = direction;
  }

  current = $derived.by(() => this.groups.lineAt(this.active));
  /** Lines that differ, including deletions. */
  total = $derived.by(() => {
    const { states } = live.counts ?? {};
    return states ? this.#states.reduce((sum, state) => sum + states[state], 0) : 0;
  });
  deletions = $derived.by(() => live.counts?.states[GONE[this.direction]] ?? 0);
  /** The number of ticked lines, visible or not. */
  ticked = $derived.by(() => {
    let count = this.#usual;
    for (const { isOn, line } of this.#ticks.values()) if (isOn !== isUsual(line)) count += isOn ? 1 : -1;
    return Math.max(0, count);
  });
  /** Of these, the lines that the filter leaves out. */
  hidden = $derived.by(() => {
    if (!this.isFiltered) return 0;
    let shown = this.groups.all.reduce((sum, { usual }) => sum + usual, 0);
    for (const { isOn, line } of this.#ticks.values())
      if (isOn !== isUsual(line) && this.#isShown(line)) shown += isOn ? 1 : -1;
    return Math.max(0, this.ticked - shown);
  });
  tickedDeletions = $derived.by(
    () => [...this.#ticks.values()].filter(({ isOn, line }) => isOn && line.state === GONE[this.direction]).length,
  );

  get #states(): readonly LineState[] {
    return [...STATES[this.direction], GONE[this.direction]];
  }

  #isShown(line: PlanLine): boolean {
    const { search, state, type, lang } = this.filter;
    const isFound = line.title.toLowerCase().includes(search.toLowerCase());
    const isMeant = (wanted: string | undefined, own: string) => wanted === undefined || wanted === own;
    return (
      isFound &&
      isMeant(state || undefined, line.state) &&
      isMeant(type || undefined, line.type) &&
      isMeant(lang, line.lang)
    );
  }

  /** The query of a request. */
  get query(): Record<string, unknown> {
    const { search, state, type, lang } = this.filter;
    const states = state ? [state] : this.#states;
    return { states, ...(search && { search }), ...(type && { type }), ...(lang !== undefined && { lang }) };
  }

  /** Sets the filter; ticks stay. */
  narrow(part: Partial<PlanFilter>): void {
    this.filter = { ...this.filter, ...part };
    this.ask();
  }

  /** Loads the list from the beginning, and selects the first line. */
  ask(): void {
    this.#isAsked = true;
    void this.#read(true);
  }

  /** Reloads the displayed lines; the first time, all of them. */
  refresh(): void {
    if (this.#isAsked) void this.#read(false);
    else this.ask();
  }

  async #read(isFromStart: boolean): Promise<void> {
    const turn = ++this.#turn;
    const { query } = this;
    try {
      const [found, all] = await Promise.all([
        liveApi.types(query),
        this.isFiltered ? liveApi.types({ states: this.#states }) : undefined,
      ]);
      if (turn !== this.#turn) return;
      const isFirst = isFromStart || this.groups.all.length === 0;
      const { states, ...narrowed } = query;
      this.groups.take(found, { query: narrowed, states: states as LineState[], gone: GONE[this.direction] });
      this.#usual = (all ?? found).reduce((sum, { usual }) => sum + usual, 0);
      if (isFirst) this.active = this.groups.all[0]?.isOpen ? 1 : 0;
      this.error = null;
      this.isKnown = true;
    } catch (thrown) {
      if (turn === this.#turn) this.error = asApiError(thrown);
    }
  }

  isTicked(line: PlanLine): boolean {
    return this.#ticks.get(line.key)?.isOn ?? isUsual(line);
  }

  /** Sets the tick of a line; lines that cannot be sent are unchanged. */
  tick(line: PlanLine | undefined, isOn = line && !this.isTicked(line)): void {
    if (!line || isHeld(line) || isOn === undefined) return;
    const next = new Map(this.#ticks);
    if (isOn === isUsual(line)) next.delete(line.key);
    else next.set(line.key, { isOn, line });
    this.#ticks = next;
  }

  /** Ticks all filtered lines, deletions only if nothing else is listed; if all are ticked: none. */
  async tickAll(): Promise<number> {
    const isOnlyGone = this.filter.state === GONE[this.direction];
    const found = await allLines(this.query);
    return this.#tickLines(found.filter(({ state }) => isOnlyGone || state !== GONE[this.direction]));
  }

  tickOf(group: PlanGroup): GroupTick {
    const known = [...group.lines.known()].map(([, line]) => line).filter((line) => !isHeld(line));
    let count = group.usual;
    for (const line of known) if (this.isTicked(line) !== isUsual(line)) count += this.isTicked(line) ? 1 : -1;
    if (count <= 0) return 'none';
    return known.every((line) => this.isTicked(line)) ? 'all' : 'some';
  }

  /** Ticks all lines of a group; if all are ticked: none. */
  async tickGroup(group: PlanGroup): Promise<number> {
    return this.#tickLines(await allLines(group.query));
  }

  #tickLines(lines: readonly PlanLine[]): number {
    const found = lines.filter((line) => !isHeld(line));
    const isOn = !found.every((line) => this.isTicked(line));
    const next = new Map(this.#ticks);
    for (const line of found)
      if (isOn === isUsual(line)) next.delete(line.key);
      else next.set(line.key, { isOn, line });
    this.#ticks = next;
    return this.ticked;
  }

  /** What is ticked, as a rule: all that take part by default but some, and some besides. */
  get rule(): { except: string[]; lines: string[] } {
    const ticks = [...this.#ticks.values()].filter(({ isOn, line }) => isOn !== isUsual(line));
    const keys = (isWanted: boolean) => ticks.filter(({ isOn }) => isOn === isWanted).map(({ line }) => line.key);
    return { except: keys(false), lines: keys(true) };
  }

  /** Everything that is ticked: keys to send, keys to delete. Reads all lines if every tick is the default. */
  async chosen(): Promise<PlanLine[]> {
    const states = [...STATES[this.direction], ...(this.tickedDeletions > 0 ? [GONE[this.direction]] : [])];
    return (await allLines({ states })).filter((line) => this.isTicked(line));
  }

  /** After a push or pull, manual ticks are obsolete. */
  forget(): void {
    this.#ticks = new Map();
  }
}

/** Both lists, for the lifetime of the page: ticks stay when the screen is left. */
export const plans: Record<Direction, PlanList> = { push: new PlanList('push'), pull: new PlanList('pull') };
