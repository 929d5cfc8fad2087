import { untrack } from 'svelte';
import type { Dict } from '../../core/types.ts';
import type { ListedEntry } from '../../core/schema/site/history.ts';
import { ApiError, asApiError } from '../lib/api/api-error.ts';
import { api, onChange } from '../lib/api/api.ts';
import { summaryWords } from '../lib/history/summary-words.ts';

/** An entry for display: `summary` is in the interface language. */
export type Entry = ListedEntry;

const PAGE = 50;
const MOST = 200;

/** Parameters of `GET /history`. */
export type EntryQuery = Readonly<Dict>;

/** The history entries matching a query, newest first, page by page. */
export class Entries {
  #found = $state.raw<readonly ListedEntry[]>([]);
  list: readonly Entry[] = $derived(this.#found.map((entry) => ({ ...entry, summary: summaryWords(entry) })));
  isReady = $state(false);
  hasMore = $state(true);
  error = $state.raw<ApiError | null>(null);
  #query: EntryQuery;
  #isReading = false;
  #readings = 0;

  /** Total number of matches. */
  total = $state(0);

  constructor(query: EntryQuery) {
    this.#query = query;
  }

  /** Loads the newest, and reloads the displayed ones after every change. */
  open(): () => void {
    // Loaded entries are not reloaded.
    untrack(() => void this.#refresh());
    return onChange((notice) => {
      if (notice?.id !== 0) void untrack(() => this.#refresh());
    });
  }

  /** Retries after an error. */
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
    // A later read supersedes this one, whichever response came first.
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
