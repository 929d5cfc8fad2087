import { SvelteMap } from 'svelte/reactivity';
import type * as v from 'valibot';
import type { TermUses as Answer } from '../../../core/schema/desk/glossary.ts';
import { api, onChange } from '../../lib/api/api.ts';
import { formatNumber } from '../../lib/messages/messages.svelte.ts';

export type Uses = v.InferOutput<typeof Answer>;

/** "84"; "1,000+" if there are more than were counted. */
export const countText = ({ texts, more }: Uses): string => `${formatNumber(texts)}${more ? '+' : ''}`;

const PAUSE_MS = 120;
/** The most terms of one request. */
const MOST = 50;

/** In how many texts terms are used: read for the rows in view, some at a time, and again after changes. */
export class TermUses {
  #known = new SvelteMap<number, Uses>();
  #version = $state(0);
  /** The version for which a term was last requested. */
  #asked = new Map<number, number>();
  #wanted = new Set<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Follows changes; returns a function that stops this. Called once, in an effect. */
  open(): () => void {
    const end = onChange(() => (this.#version += 1));
    return () => {
      clearTimeout(this.#timer);
      end();
    };
  }

  /** The uses of a term as far as they are known; requests them otherwise. */
  of(id: number): Uses | undefined {
    if (this.#asked.get(id) !== this.#version) {
      this.#asked.set(id, this.#version);
      this.#wanted.add(id);
      this.#timer ??= setTimeout(() => void this.#read(), PAUSE_MS);
    }
    return this.#known.get(id);
  }

  async #read(): Promise<void> {
    try {
      while (this.#wanted.size > 0) {
        const include = [...this.#wanted].slice(0, MOST);
        for (const id of include) this.#wanted.delete(id);
        for (const one of await api.get<Uses[]>('/polydesk/v1/glossary/uses', { include }))
          this.#known.set(one.id, one);
      }
    } catch {
      // The column stays empty: the list itself reports that the server does not answer.
      this.#wanted.clear();
    } finally {
      this.#timer = undefined;
    }
  }
}
