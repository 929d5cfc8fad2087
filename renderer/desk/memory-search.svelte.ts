import { asApiError, type ApiError } from '../lib/api/api-error.ts';
import type { AnswerTo } from '../lib/api/answers.ts';
import { api } from '../lib/api/api.ts';
import { t } from '../lib/messages/messages.svelte.ts';
import { destinationOf } from './origin.ts';

type Found = AnswerTo<'GET', '/polydesk/v1/memory/search'>;
/** Slugs of two languages, and the side that is searched; the source if it is left out. */
type Where = { from: string; to: string; in?: 'source' | 'target' | 'both' };

const PAUSE_MS = 200;
/** The most letters of a search. */
export const LONGEST = 200;

/** A search of the memory that follows its words as they are typed (`contract/extras.md`, `/memory/search`). */
export class MemorySearch {
  words = $state('');
  found = $state.raw<Found>();
  fault = $state.raw<ApiError | null>(null);
  /** Place of the current pair; -1: none. */
  active = $state(0);
  #turn = 0;

  /** Filters; undefined: any. `book` 0 is the site itself. */
  isWhole = $state(false);
  book = $state<number>();
  type = $state<string>();

  pairs = $derived(this.found?.pairs ?? []);
  /** How many were found, and in how many items if all of them are listed; undefined before there is an answer. */
  note = $derived.by(() => {
    if (!this.found) return undefined;
    const { more, total, pairs } = this.found;
    const matches = t(more ? 'desk.search.more' : 'desk.search.count', { count: total });
    const items = new Set(pairs.flatMap(({ origin }) => (origin.kind ? `${origin.kind} ${origin.id}` : []))).size;
    return more || total > pairs.length || items === 0 ? matches : t('desk.search.in', { matches, items });
  });
  /** Where the current pair is edited, if it can be opened. */
  destination = $derived.by(() => {
    const pair = this.pairs[this.active];
    return pair && destinationOf(pair.origin);
  });

  /**
   * Created while a component is initialised.
   * @param where where to search; undefined while nothing should be searched
   */
  constructor(where: () => Where | undefined, words = '') {
    this.words = words.slice(0, LONGEST);
    $effect(() => {
      const [q, asked] = [this.words.trim(), where()];
      const { isWhole, book, type } = this;
      const filter = {
        ...(isWhole && { whole: true }),
        ...(book !== undefined && { book }),
        ...(type !== undefined && { type }),
      };
      this.#turn += 1;
      if (q === '' || !asked) {
        this.found = undefined;
        return;
      }
      const timer = setTimeout(() => void this.#read({ q, ...asked, ...filter }), PAUSE_MS);
      return () => clearTimeout(timer);
    });
  }

  async #read(asked: Where & { q: string; whole?: boolean; book?: number; type?: string }): Promise<void> {
    const turn = ++this.#turn;
    try {
      const answer = await api.get('/polydesk/v1/memory/search', asked);
      if (turn !== this.#turn) return;
      this.found = answer;
      this.active = answer.pairs.length > 0 ? 0 : -1;
      this.fault = null;
    } catch (thrown) {
      if (turn === this.#turn) this.fault = asApiError(thrown);
    }
  }
}
