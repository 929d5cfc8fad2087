import { untrack } from 'svelte';
import type { Dict } from '../../../core/types.ts';
import { asApiError } from './api-error.ts';
import type { ApiError } from './api-error.ts';
import { api, onChange } from './api.ts';

/** The data source of a row window. */
export interface RowReader<Value, Row> {
  /** Path of a route that takes `page` and `per_page` and reports its total. */
  path: string;
  /** Kinds of changed items that trigger a reload. */
  kinds: readonly string[];
  /** Builds a row, once for each value that is accessed. */
  rowOf: (value: Value) => Row;
}

/** The values received, and the rows built from them on access: most are only scrolled past. */
interface Page<Value, Row> {
  values: readonly Value[];
  rows: (Row | undefined)[];
}

/** Rows per page. */
export const PAGE = 100;
/** Maximum number of cached pages; beyond it, those farthest from the view are evicted. */
const MOST_PAGES = 60;
const AT_ONCE = 2;
/** Debounce: rows that are only scrolled past are not read. */
const PAUSE_MS = 40;

/**
 * The rows of a long list, loaded page by page as they come into view. Known rows stay while they are reloaded, after a filter
 * change too, so that nothing flickers.
 */
export class RowWindow<Value, Row> {
  total = $state(0);
  error = $state.raw<ApiError | null>(null);
  /** Whether there has been any response yet. */
  isKnown = $state(false);
  /** Incremented with the first response to a new filter: the list scrolls to the top. */
  turn = $state(0);
  #pages = $state.raw<ReadonlyMap<number, Page<Value, Row>>>(new Map());
  /** undefined until `ask` is called: nothing is read before that. */
  #query: Dict | undefined;
  #reader: RowReader<Value, Row>;
  /** Identifies the current query; responses of older generations are discarded. */
  #generation = 0;
  /** Whether the displayed pages belong to an older generation. */
  #isOld = false;
  #isOtherFilter = false;
  #view = { from: 0, to: 50 };
  #reading = new Set<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(reader: RowReader<Value, Row>) {
    this.#reader = reader;
  }

  at(index: number): Row | undefined {
    const page = this.#pages.get(Math.floor(index / PAGE));
    return page && this.#rowIn(page, index % PAGE);
  }

  /** Iterates over all loaded rows, in order, each with its index. */
  *known(): Generator<[index: number, row: Row]> {
    const pages = [...this.#pages].sort(([a], [b]) => a - b);
    for (const [at, page] of pages)
      for (const place of page.values.keys()) {
        const row = this.#rowIn(page, place);
        if (row) yield [at * PAGE + place, row];
      }
  }

  need(from: number, to: number): void {
    this.#view = { from, to };
    if (!this.#query || this.#missing().length === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#pump(), this.isKnown ? PAUSE_MS : 0);
  }

  /** Sets the expected number of rows, so that placeholders are drawn. */
  expect(total: number): void {
    if (!this.isKnown) this.total = total;
  }

  /** Sets a new query: reads its first page, which then replaces the current rows. */
  ask(query: Dict): void {
    this.#query = query;
    this.#isOtherFilter = true;
    this.#view = { from: 0, to: 50 };
    this.#again();
  }

  /** Reloads the displayed rows. */
  refresh(): void {
    if (this.#query) this.#again();
  }

  /** Applies the result of a write. Reads in flight may not reflect it and are repeated. */
  change(part: (value: Value) => Value): void {
    this.#pages = new Map([...this.#pages].map(([at, { values }]) => [at, { values: values.map(part), rows: [] }]));
    if (this.#reading.size > 0) this.#again();
  }

  /** Reads a row that is not in view. */
  async load(index: number): Promise<Row | undefined> {
    const page = Math.floor(index / PAGE);
    if (!this.#pages.has(page) && index >= 0 && index < this.total) await this.#read(page);
    return this.at(index);
  }

  /** Reloads after every relevant change, or calls the given function instead. Returns the unsubscribe function. */
  open(refresh = () => this.refresh()): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onChange((notice) => {
      if (notice && !notice.items.some(({ kind }) => this.#reader.kinds.includes(kind))) return;
      clearTimeout(timer);
      timer = setTimeout(refresh, 30);
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

  /** Pages in view that are not loaded, nearest first. */
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
      const { body, headers } = await api.list<Value[]>(this.#reader.path, query);
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

  #take(page: number, values: readonly Value[], total: number): void {
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

  #rowIn({ values, rows }: Page<Value, Row>, place: number): Row | undefined {
    const value = values[place];
    return value && (rows[place] ??= untrack(() => this.#reader.rowOf(value)));
  }
}

function farthest(pages: Iterable<number>, from: number, keep: number): number[] {
  return [...pages].sort((a, b) => Math.abs(a - from) - Math.abs(b - from)).slice(keep);
}
