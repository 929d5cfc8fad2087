import { untrack } from 'svelte';
import { ApiError, asApiError } from '../../lib/api-error.ts';
import { api, onChange } from '../../lib/api.ts';
import { followJob } from '../../lib/jobs.ts';
import type { HistoryEntry } from '../../lib/journal.svelte.ts';
import { meaningsOf } from '../../lib/summary-search.ts';
import { summaryWords } from '../../lib/summary-words.ts';

/** An entry as this screen shows it. */
export type Entry = HistoryEntry & { token: string; item_count: number };

export const SECTIONS = ['all', 'content', 'languages', 'settings', 'imports'] as const;
export type Section = (typeof SECTIONS)[number];

const KINDS: Partial<Record<Section, readonly string[]>> = {
  content: ['post', 'term', 'media', 'group', 'comment'],
  languages: ['language'],
  settings: ['settings', 'site', 'content-model', 'user'],
};

/** What is asked for. */
export interface Wish {
  section: Section;
  author: string;
  search: string;
}

const PAGE = 50;
const MOST = 200;

/** The journal, newest first, page by page. */
export class Entries {
  #found = $state.raw<readonly Entry[]>([]);
  /** As a person reads them. */
  list: readonly Entry[] = $derived(this.#found.map((entry) => ({ ...entry, summary: summaryWords(entry.summary) })));
  isReady = $state(false);
  hasMore = $state(true);
  error = $state.raw<ApiError | null>(null);
  #wish: Wish;
  #isReading = false;
  #readings = 0;

  constructor(wish: Wish) {
    this.#wish = wish;
  }

  /** Reads the newest, and again what is shown after every change. */
  open(): () => void {
    // What is shown is no reason to read it again.
    untrack(() => void this.#refresh());
    return onChange(() => void untrack(() => this.#refresh()));
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

  async #read(page: { before?: number; limit: number }, merge: (found: Entry[]) => readonly Entry[]): Promise<void> {
    const { section, author, search } = this.#wish;
    const kinds = KINDS[section];
    const query = {
      ...page,
      ...(kinds && { kinds }),
      ...(section === 'imports' && { origin: 'import' }),
      ...(author && { author }),
      ...(search.trim() && { search: search.trim(), ...meaningsOf(search) }),
    };
    const reading = ++this.#readings;
    this.#isReading = true;
    const answer = await api.get<Entry[]>('/polydesk/v1/history', query).catch(asApiError);
    // A later reading tells more, also where it was answered first.
    if (reading !== this.#readings) return;
    this.#isReading = false;
    if (answer instanceof ApiError) this.error = answer;
    else {
      this.#found = merge(answer);
      if (answer.length < page.limit) this.hasMore = false;
      this.error = null;
    }
    this.isReady = true;
  }
}

/** A field that was changed again since. */
export interface Conflict {
  kind: string;
  id: number | string;
  field: string;
  now: unknown;
  then: unknown;
}

/** Takes an entry back; large ones go on as a job. Throws what the API says; `conflictsIn` reads it. */
export async function takeBack(id: number, force = false): Promise<void> {
  const { status, body } = await api.post<{ job?: number }>(`/polydesk/v1/history/${id}/undo`, { force });
  if (status === 202 && body.job !== undefined) await followJob(body.job);
}

/** What stands in the way of an undo: the first fields, and how many there are. */
export interface Conflicts {
  list: readonly Conflict[];
  total: number;
}

/** The conflicts of an undo that was refused; undefined when it failed for another reason. */
export function conflictsIn(thrown: unknown): Conflicts | undefined {
  if (!(thrown instanceof ApiError) || thrown.code !== 'polydesk_conflict') return undefined;
  const { conflicts, total } = thrown.data;
  const list = Array.isArray(conflicts) ? (conflicts as Conflict[]) : [];
  return { list, total: Math.max(list.length, Number(total ?? 0)) };
}
