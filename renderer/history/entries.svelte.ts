import { untrack } from 'svelte';
import type { Dict } from '../../core/types.ts';
import type { ListedEntry } from '../../core/schema/site/history.ts';
import { ApiError, asApiError } from '../lib/api/api-error.ts';
import { api, onChange } from '../lib/api/api.ts';
import { summaryWords } from '../lib/history/summary-words.ts';

/** An entry as people read it: `summary` in the language of the interface. */
export type Entry = ListedEntry;

const PAGE = 50;
const MOST = 200;

/** What is asked of the history: parameters of `GET /history`. */
export type EntryQuery = Readonly<Dict>;

/** Entries of the history that a query finds, newest first, page by page. */
export class Entries {
  #found = $state.raw<readonly ListedEntry[]>([]);
  list: readonly Entry[] = $derived(this.#found.map((entry) => ({ ...entry, summary: summaryWords(entry) })));
  isReady = $state(false);
  hasMore = $state(true);
  error = $state.raw<ApiError | null>(null);
  #query: EntryQuery;
  #isReading = false;
  #readings = 0;

  /** How many the query finds. */
  total = $state(0);

  constructor(query: EntryQuery) {
    this.#query = query;
  }

  /** Reads the newest, and again what is shown after every change. */
  open(): () => void {
    // What is shown already is not read again.
    untrack(() => void this.#refresh());
    return onChange((notice) => {
      if (notice?.id !== 0) void untrack(() => this.#refresh());
    });
  }

  /** After a fault. */
  reload(): Promise<void> {
    return this.#refresh();
  }

  async more(): Promise<void> {
    const last = this.#found.at(-1);
    if (this.#isReading || !this.hasMore || !last) return;
    await this.#read({ before: last.id, limit: PAGE }, (found) => [...this.#found, ...found]);
  }

  async #refresh(): Promise<void> {
    const limit = Math.min(MOST, Math.max(PAGE, this.#found.length));
    await this.#read({ limit }, (found) => {
      const oldest = found.at(-1)?.id ?? 0;
      return found.length < limit ? found : [...found, ...this.#found.filter(({ id }) => id < oldest)];
    });
  }

  async #read(
    page: { before?: number; limit: number },
    merge: (found: ListedEntry[]) => readonly ListedEntry[],
  ): Promise<void> {
    const query = { ...page, ...this.#query };
    const reading = ++this.#readings;
    this.#isReading = true;
    const answer = await api.list<ListedEntry[]>('/polydesk/v1/history', query).catch(asApiError);
    // A later reading tells more, also where it was answered first.
    if (reading !== this.#readings) return;
    this.#isReading = false;
    if (answer instanceof ApiError) this.error = answer;
    else {
      const { body, headers } = answer;
      this.#found = merge(body);
      if (page.before === undefined) this.total = Number(headers['x-wp-total'] ?? body.length);
      if (body.length < page.limit) this.hasMore = false;
      this.error = null;
    }
    this.isReady = true;
  }
}
