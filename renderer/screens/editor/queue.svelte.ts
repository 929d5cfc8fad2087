import { api } from '../../lib/api/api.ts';
import type { Group } from './item.ts';

/** What is left to do in one language, in the order of the list. It stays as it was found, so that places do not jump. */
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

  /** Reads the list unless it is this one already, or the group is not in it. */
  open(of: Wanted): Promise<void> {
    const opening = this.#open(of);
    this.#opening = opening.catch(() => undefined);
    return opening;
  }

  /** Waits for the list that is being read, if one is. */
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

  /** From 0; -1 when it is not in the list. */
  placeOf(group: number): number {
    return this.entries.findIndex((entry) => entry.group === group);
  }

  /** What comes after a group that is done: further down, else what was left out before. */
  after(group: number): Entry | undefined {
    this.#done.add(group);
    return this.next(group);
  }

  /** Where `after` would lead. */
  next(group: number): Entry | undefined {
    const place = this.placeOf(group);
    const rest = [...this.entries.slice(place + 1), ...this.entries.slice(0, Math.max(0, place))];
    return rest.find((entry) => !this.#done.has(entry.group));
  }

  /** Whether finishing a group of the list opens another one. */
  goesOn(group: number): boolean {
    return this.placeOf(group) >= 0 && this.next(group) !== undefined;
  }

  /** The one before or after a group. */
  adjacent(group: number, by: 1 | -1): Entry | undefined {
    const place = this.placeOf(group);
    return place < 0 ? (by > 0 ? this.entries[0] : undefined) : this.entries[place + by];
  }
}

export const queue = new Queue();
