import { api } from '../../lib/api.ts';
import type { Outcome } from '../../lib/import-run.svelte.ts';
import { SvelteMap } from 'svelte/reactivity';

/** A line of `GET /jobs/{id}/items`. */
export interface ReviewLine {
  key: string;
  kind: 'post' | 'term';
  type: string;
  id: number;
  title: string;
  lang: string;
  outcome: Outcome;
  fields: string[];
  languages: string[];
}

/** The same with its fields: what is here, and what the file says. */
export interface ReviewItem extends ReviewLine {
  changes: { field: string; mine: string; file: string }[];
  same: string[];
  mine_at?: string;
  file_at?: string;
  author?: string;
}

export interface LineFilter {
  outcomes: readonly Outcome[];
  type: string;
  /** undefined: any. */
  lang: string | undefined;
}

const PAGE = 100;

/** The lines of a preview as a long list: only pages that are looked at are read. */
export class ReviewLines {
  total = $state(0);
  isReady = $state(false);
  #job: number;
  #filter: LineFilter;
  #pages = new SvelteMap<number, ReviewLine[]>();
  #asked = new Set<number>();

  constructor(job: number, filter: LineFilter) {
    this.#job = job;
    this.#filter = filter;
    void this.#read(0);
  }

  /** The line, once it is there; asks for it. */
  at(index: number): ReviewLine | undefined {
    const page = Math.floor(index / PAGE);
    const found = this.#pages.get(page);
    if (!found && !this.#asked.has(page)) queueMicrotask(() => void this.#read(page));
    return found?.[index % PAGE];
  }

  async #read(page: number): Promise<void> {
    if (this.#asked.has(page)) return;
    this.#asked.add(page);
    const { outcomes, type, lang } = this.#filter;
    const query = {
      outcomes,
      page: page + 1,
      per_page: PAGE,
      ...(type && { type }),
      ...(lang !== undefined && { lang }),
    };
    try {
      const { body, headers } = await api.list<ReviewLine[]>(`/polydesk/v1/jobs/${this.#job}/items`, query);
      this.#pages.set(page, body);
      this.total = Number(headers['x-wp-total'] ?? 0);
    } catch {
      this.#asked.delete(page);
    }
    this.isReady = true;
  }
}
