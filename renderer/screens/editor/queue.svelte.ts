import { api } from '../../lib/api/api.ts';
import type { Group } from './item.ts';

/** The work left in one language, in list order. Fixed once loaded, so that positions do not jump. */
export type Work = 'todo' | 'needs_update' | 'partial' | 'missing' | 'draft';

interface Entry {
  group: number;
  source: number;
}

interface Wanted {
  type: string;
  lang: string;
  work: Work;
  group: number;
}

class Queue {
  entries = $state.raw<readonly Entry[]>([]);
  total = $state(0);
  work = $state<Work>('todo');
  #name = '';
  #done = new Set<number>();
  #opening: Promise<unknown> = Promise.resolve();

  /** Loads the list unless it is the current one, or does not contain the group. */
  open(of: Wanted): Promise<void> {
    const opening = this.#open(of);
    this.#opening = opening.catch(() => undefined);
    return opening;
  }

  /** Waits for a list that is being loaded. */
  async opened(): Promise<void> {
    await this.#opening;
  }

  async #open(of: Wanted): Promise<void> {
    const name = `${of.type} ${of.lang} ${of.work}`;
    if (name === this.#name && this.placeOf(of.group) >= 0) return;
    this.#name = name;
    this.#done = new Set();
    this.work = of.work;
    const { type, lang, work: state } = of;
    const query = { kind: 'post', type, lang, state, per_page: 200 };
    const { body, headers } = await api.list<(Group & Entry)[]>('/polydesk/v1/groups', query);
    if (name !== this.#name) return;
    this.entries = body.map(({ group, source }) => ({ group, source }));
    this.total = Number(headers['x-wp-total'] ?? body.length);
  }

  /** From 0; -1 if not in the list. */
  placeOf(group: number): number {
    return this.entries.findIndex((entry) => entry.group === group);
  }

  /** The next group after a finished one: further down, else one skipped before. */
  after(group: number): Entry | undefined {
    this.#done.add(group);
    return this.next(group);
  }

  /** The target of `after`. */
  next(group: number): Entry | undefined {
    const place = this.placeOf(group);
    const rest = [...this.entries.slice(place + 1), ...this.entries.slice(0, Math.max(0, place))];
    return rest.find((entry) => !this.#done.has(entry.group));
  }

  /** Whether finishing a group of the list opens another one. */
  goesOn(group: number): boolean {
    return this.placeOf(group) >= 0 && this.next(group) !== undefined;
  }

  /** The previous or next group. */
  adjacent(group: number, by: 1 | -1): Entry | undefined {
    const place = this.placeOf(group);
    return place < 0 ? (by > 0 ? this.entries[0] : undefined) : this.entries[place + by];
  }
}

export const queue = new Queue();
