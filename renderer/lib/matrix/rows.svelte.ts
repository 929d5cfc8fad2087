import { untrack } from 'svelte';
import type { ChangeNotice, Dict } from '../../../core/types.ts';
import type { CellState, RowSource, TranslationRow } from '../../ui/translation-grid.ts';
import { asApiError } from '../api-error.ts';
import type { ApiError } from '../api-error.ts';
import { api, onChange } from '../api.ts';

/** A version, as `GET polydesk/v1/groups` answers it. */
export interface GroupItem {
  id: number;
  title: string;
  status: string | null;
  state: 'source' | 'translated' | 'needs_update' | 'draft';
  modified: string | null;
  /** Of terms only, as those below. */
  slug?: string;
  /** 0 for none. */
  parent?: number;
  /** Published posts that carry it. */
  count?: number;
}

/** A row of `GET polydesk/v1/groups`. */
export interface GroupValue {
  /** 0: an item without a language. */
  group: number;
  kind: 'post' | 'term';
  type: string;
  /** Id of the source. */
  source: number;
  title: string;
  modified: string | null;
  items: Record<string, GroupItem>;
}

/** A row, with what is drawn of it worked out once. */
export interface GroupRow extends TranslationRow {
  value: GroupValue;
  /** Code of the language of the source; "" for an item without a language. */
  sourceLang: string;
}

/** How a row is drawn: what depends on the languages of the site and of the interface. */
export interface RowLook {
  tagOf: (code: string) => string;
  dateOf: (time: string | null, value: GroupValue) => string;
}

/** What came, and of it the rows that were looked at: most are scrolled past. */
interface Page {
  values: readonly GroupValue[];
  rows: (GroupRow | undefined)[];
}

const PAGE = 100;
/** Pages that are kept: beyond, those farthest from the view go. */
const MOST_PAGES = 60;
const AT_ONCE = 2;
const MOST_SOUGHT = 2000;
/** Scrolling past a place is no wish to read it. */
const PAUSE_MS = 40;
const KINDS = ['post', 'media', 'term', 'group', 'language', 'settings', 'site', 'content-model'];

/**
 * The rows of a list of groups, read page by page where they are looked at. What is known stays while it is read again,
 * after another filter too, so that nothing flickers.
 */
export class GroupRows implements RowSource<GroupRow> {
  total = $state(0);
  error = $state.raw<ApiError | null>(null);
  /** Whether anything was ever answered. */
  isKnown = $state(false);
  /** Grows with every answer to another filter: the list begins at its top. */
  turn = $state(0);
  #pages = $state.raw<ReadonlyMap<number, Page>>(new Map());
  #query: Dict = {};
  #look: RowLook;
  /** What is read belongs to this; what was asked for before is thrown away. */
  #generation = 0;
  /** Whether the pages shown belong to an older generation. */
  #isOld = false;
  #isOtherFilter = false;
  #view = { from: 0, to: 50 };
  #reading = new Set<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(look: RowLook) {
    this.#look = look;
  }

  at(index: number): GroupRow | undefined {
    const page = this.#pages.get(Math.floor(index / PAGE));
    return page && this.#rowIn(page, index % PAGE);
  }

  /** All rows that are known, in order, each with its place. */
  *known(): Generator<[index: number, row: GroupRow]> {
    const pages = [...this.#pages].sort(([a], [b]) => a - b);
    for (const [at, page] of pages)
      for (const place of page.values.keys()) {
        const row = this.#rowIn(page, place);
        if (row) yield [at * PAGE + place, row];
      }
  }

  need(from: number, to: number): void {
    this.#view = { from, to };
    if (this.#missing().length === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#pump(), this.isKnown ? PAUSE_MS : 0);
  }

  /** So many rows will come: their places are drawn. */
  expect(total: number): void {
    if (!this.isKnown) this.total = total;
  }

  /** Another list: its first page is read, and shown in the place of what is there. */
  ask(query: Dict): void {
    this.#query = query;
    this.#isOtherFilter = true;
    this.#view = { from: 0, to: 50 };
    this.#again();
  }

  /** Reads what is shown again. */
  refresh(): void {
    this.#again();
  }

  /** Puts in place what a write has just answered. What is being read may not know of it, and is read again. */
  change(part: (value: GroupValue) => GroupValue): void {
    this.#pages = new Map([...this.#pages].map(([at, { values }]) => [at, { values: values.map(part), rows: [] }]));
    if (this.#reading.size > 0) this.#again();
  }

  /** Reads a row that is not in view. */
  async load(index: number): Promise<GroupRow | undefined> {
    const page = Math.floor(index / PAGE);
    if (!this.#pages.has(page) && index >= 0 && index < this.total) await this.#read(page);
    return this.at(index);
  }

  /** Where the row of an item stands, reading on until it is found; -1 when it is not among the first two thousand. */
  async find(id: number): Promise<number> {
    for (let from = 0; from === 0 || (from < this.total && from < MOST_SOUGHT); from += PAGE) {
      await this.load(from);
      for (const [place, row] of this.known()) if (place >= from && place < from + PAGE && holds(row, id)) return place;
    }
    return -1;
  }

  /** Reads again after every change that concerns it. Returns the function that stops that. */
  open(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onChange((notice) => {
      if (!concerns(notice)) return;
      clearTimeout(timer);
      timer = setTimeout(() => this.refresh(), 30);
    });
    return () => {
      stop();
      clearTimeout(timer);
      clearTimeout(this.#timer);
      this.#generation += 1;
    };
  }

  #again(): void {
    this.#generation += 1;
    this.#isOld = true;
    this.#reading.clear();
    this.#pump();
  }

  /** Pages in view that are not there, nearest first. */
  #missing(): number[] {
    const first = Math.floor(this.#view.from / PAGE);
    const last = Math.floor(Math.max(this.#view.from, this.#view.to - 1) / PAGE);
    const pages = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    return pages.filter((page) => !this.#reading.has(page) && (this.#isOld || !this.#pages.has(page)));
  }

  #pump(): void {
    for (const page of this.#missing()) {
      if (this.#reading.size >= AT_ONCE) return;
      void this.#read(page);
    }
  }

  async #read(page: number): Promise<void> {
    const generation = this.#generation;
    this.#reading.add(page);
    try {
      const query = { ...this.#query, page: page + 1, per_page: PAGE };
      const { body, headers } = await api.list<GroupValue[]>('/polydesk/v1/groups', query);
      if (generation === this.#generation) this.#take(page, body, Number(headers['x-wp-total'] ?? 0));
    } catch (thrown) {
      if (generation === this.#generation) this.error = asApiError(thrown);
    } finally {
      if (generation === this.#generation) {
        this.#reading.delete(page);
        if (!this.error) this.#pump();
      }
    }
  }

  #take(page: number, values: readonly GroupValue[], total: number): void {
    const pages = new Map(this.#isOld ? [] : this.#pages);
    pages.set(page, { values, rows: [] });
    if (pages.size > MOST_PAGES) for (const far of farthest(pages.keys(), page, MOST_PAGES)) pages.delete(far);
    this.#pages = pages;
    this.total = total;
    this.error = null;
    this.isKnown = true;
    this.#isOld = false;
    if (this.#isOtherFilter) this.turn += 1;
    this.#isOtherFilter = false;
  }

  #rowIn({ values, rows }: Page, place: number): GroupRow | undefined {
    const value = values[place];
    return value && (rows[place] ??= untrack(() => rowOf(value, this.#look)));
  }
}

/** What is drawn of a group. */
export function rowOf(value: GroupValue, look: RowLook): GroupRow {
  const items = Object.entries(value.items);
  const [sourceLang = ''] = items.find(([, item]) => item.id === value.source) ?? [];
  const states = Object.fromEntries(items.map(([code, { state }]) => [code, stateOf(state)]));
  return {
    key: value.source,
    title: plainText(value.title),
    lang: look.tagOf(sourceLang),
    states: value.group === 0 ? undefined : states,
    note: look.dateOf(value.modified, value),
    done: items.filter(([, { state }]) => state !== 'draft').length,
    value,
    sourceLang,
  };
}

/** Whether an item is one of the versions of a row. */
export function holds({ value }: GroupRow, id: number): boolean {
  return value.source === id || Object.values(value.items).some((item) => item.id === id);
}

/** The column of an item in its row: the code of its language, or the title. */
export function columnOf({ value }: GroupRow, id: number): string {
  return Object.entries(value.items).find(([, item]) => item.id === id)?.[0] ?? 'title';
}

/** The word of the matrix for a state of the engine. */
export function stateOf(state: GroupItem['state']): CellState {
  return state === 'needs_update' ? 'update' : state;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#039': "'", '#8217': '’' };

/** A title as people read it: stored ones may hold entities. Markup is shown as it is written. */
export function plainText(title: string): string {
  return title.includes('&')
    ? title.replace(/&(amp|lt|gt|quot|#039|#8217);/g, (all, name: string) => entities[name] ?? all)
    : title;
}

function concerns(notice: ChangeNotice | null): boolean {
  return !notice || notice.items.some(({ kind }) => KINDS.includes(kind));
}

function farthest(pages: Iterable<number>, from: number, keep: number): number[] {
  return [...pages].sort((a, b) => Math.abs(a - from) - Math.abs(b - from)).slice(keep);
}
