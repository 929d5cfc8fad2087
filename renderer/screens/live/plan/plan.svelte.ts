import type { LineState } from '../../../../core/schema/live/live.ts';
import type { LineGroup, PlanLine } from '../../../../core/schema/live/plan.ts';
import { isInGroup, isOnInGroups, type LineRule } from '../../../../core/schema/live/rule.ts';
import { isHeld, isUsual } from '../../../../core/schema/live/usual.ts';
import type { ReviewedLines } from '../../../../core/schema/live/push.ts';
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

/** The filter that shows lines by what all of them have in common. */
export function filterFor({ state, type, lang }: ReviewedLines['shared']): PlanFilter {
  return { search: '', state: state ?? '', type: type ?? '', lang };
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
  /** The next lines that arrive are shown from the first one, also if they were asked for once more meanwhile. */
  #isFromStart = false;
  /** Lines that take part by default and are not left out by the groups below, regardless of the filter. */
  #base = $state(0);
  /** Groups ticked or unticked as a whole, as filters: a large plan is not read for that. */
  #groups = $state.raw<readonly LineGroup[]>([]);
  /** Lines ticked differently from that; with the line, for its count. */
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
  ticked = $derived.by(() => Math.max(0, this.#base + this.#byHand()));
  /** Of these, the lines that the filter leaves out. */
  hidden = $derived.by(() => {
    if (!this.isFiltered) return 0;
    const shown = this.groups.all.reduce((sum, { ticked }) => sum + ticked, 0);
    return Math.max(0, this.ticked - shown - this.#byHand((line) => this.#isShown(line)));
  });
  tickedDeletions = $derived.by(
    () => [...this.#ticks.values()].filter(({ isOn, line }) => isOn && line.state === GONE[this.direction]).length,
  );

  /** How many lines more are ticked by hand than unticked. */
  #byHand(isMeant: (line: PlanLine) => boolean = () => true): number {
    let count = 0;
    for (const { isOn, line } of this.#ticks.values())
      if (isOn !== this.#isBase(line) && isMeant(line)) count += isOn ? 1 : -1;
    return count;
  }

  /** Whether a line takes part unless it is ticked or unticked by hand. */
  #isBase(line: PlanLine): boolean {
    return isUsual(line) && isOnInGroups(line, this.#groups);
  }

  get #states(): readonly LineState[] {
    return [...STATES[this.direction], GONE[this.direction]];
  }

  #isShown(line: PlanLine): boolean {
    return isInGroup(line, this.query);
  }

  /** The query of a request. */
  get query(): Omit<LineGroup, 'is_on'> & { states: LineState[] } {
    const { search, state, type, lang } = this.filter;
    const states = state ? [state] : [...this.#states];
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
    this.#isFromStart ||= isFromStart;
    const { query } = this;
    try {
      const groups = this.#groups.length > 0 ? { groups: this.#groups } : {};
      const [found, all] = await Promise.all([
        liveApi.types({ ...query, ...groups }),
        this.isFiltered ? liveApi.types({ states: this.#states, ...groups }) : undefined,
      ]);
      if (turn !== this.#turn) return;
      const isFirst = this.#isFromStart || this.groups.all.length === 0;
      this.#isFromStart = false;
      const { states, ...narrowed } = query;
      this.groups.take(found, { query: narrowed, states, gone: GONE[this.direction] });
      this.#base = (all ?? found).reduce((sum, { ticked }) => sum + ticked, 0);
      if (isFirst) this.active = this.groups.all[0]?.isOpen ? 1 : 0;
      this.error = null;
      this.isKnown = true;
    } catch (thrown) {
      if (turn === this.#turn) this.error = asApiError(thrown);
    }
  }

  isTicked(line: PlanLine): boolean {
    return this.#ticks.get(line.key)?.isOn ?? this.#isBase(line);
  }

  /** Sets the tick of a line; lines that cannot be sent are unchanged. */
  tick(line: PlanLine | undefined, isOn = line && !this.isTicked(line)): void {
    if (!line || isHeld(line) || isOn === undefined) return;
    const next = new Map(this.#ticks);
    if (isOn === this.#isBase(line)) next.delete(line.key);
    else next.set(line.key, { isOn, line });
    this.#ticks = next;
  }

  /** Ticks all filtered lines, deletions only if nothing else is listed; if all are ticked: none. */
  async tickAll(): Promise<number> {
    const gone = this.groups.all.find(({ type }) => type === '');
    if (this.filter.state === GONE[this.direction]) return gone ? this.#tickDeletions(gone) : this.ticked;
    const { states, ...query } = this.query;
    const wanted = states.filter((state) => state !== GONE[this.direction]);
    return this.#tickTogether({ ...query, states: wanted }, this.groups.all);
  }

  tickOf(group: PlanGroup): GroupTick {
    const count = this.#tickedIn(group);
    if (count <= 0) return 'none';
    return count >= (group.type === '' ? group.count : group.usual) ? 'all' : 'some';
  }

  /** Ticks all lines of a group; if all are ticked: none. */
  tickGroup(group: PlanGroup): Promise<number> {
    return group.type === '' ? this.#tickDeletions(group) : this.#tickTogether(group.query, [group]);
  }

  #tickedIn(group: PlanGroup): number {
    return group.ticked + this.#byHand((line) => isInGroup(line, group.query));
  }

  /** What the filter of these groups finds is ticked or unticked from now on, whatever was ticked of it before. */
  async #tickTogether(filter: Omit<LineGroup, 'is_on'>, groups: readonly PlanGroup[]): Promise<number> {
    const isOn = !groups.every((group) => group.type === '' || this.#tickedIn(group) >= group.usual);
    this.#ticks = new Map([...this.#ticks].filter(([, { line }]) => !isInGroup(line, filter)));
    const text = JSON.stringify(filter);
    const others = this.#groups.filter(({ is_on: _isOn, ...other }) => JSON.stringify(other) !== text);
    const isWhole = !this.isFiltered && groups === this.groups.all;
    const kept = isWhole ? [] : others;
    this.#groups = isOn && kept.length === 0 ? [] : [...kept, { ...filter, is_on: isOn }];
    await this.#read(false);
    return this.ticked;
  }

  /** Deletions are named one by one. */
  async #tickDeletions(group: PlanGroup): Promise<number> {
    const found = (await allLines(group.query)).filter((line) => !isHeld(line));
    const isOn = !found.every((line) => this.isTicked(line));
    const next = new Map(this.#ticks);
    for (const line of found)
      if (isOn) next.set(line.key, { isOn, line });
      else next.delete(line.key);
    this.#ticks = next;
    return this.ticked;
  }

  /** What is ticked, as a rule: all that take part by default, without some groups and lines, and some lines besides. */
  get rule(): LineRule & { except: string[]; lines: string[] } {
    const ticks = [...this.#ticks.values()].filter(({ isOn, line }) => isOn !== this.#isBase(line));
    const keys = (isWanted: boolean) => ticks.filter(({ isOn }) => isOn === isWanted).map(({ line }) => line.key);
    return {
      except: keys(false),
      lines: keys(true),
      ...(this.#groups.length > 0 && { groups: this.#groups }),
    };
  }

  /** After a push or pull, manual ticks are obsolete. */
  forget(): void {
    this.#groups = [];
    this.#ticks = new Map();
  }
}

/** Both lists, for the lifetime of the page: ticks stay when the screen is left. */
export const plans: Record<Direction, PlanList> = { push: new PlanList('push'), pull: new PlanList('pull') };
