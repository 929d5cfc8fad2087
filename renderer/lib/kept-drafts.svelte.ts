import { untrack } from 'svelte';
import type { Draft } from './draft.svelte.ts';

/** Made outside the calling component: what is derived in it, and its effects, go on when that component is gone. */
export function lasting<T>(make: () => T): T {
  const made: T[] = [];
  $effect.root(() => void made.push(untrack(make)));
  return made[0] as T;
}

/**
 * The drafts of a screen that shows one at a time: what was written and not saved stays while another one, or another
 * screen, is looked at. One without edits is forgotten, also when its save is answered after it was left.
 */
export class KeptDrafts<Key, T extends object> {
  #kept = new Map<Key, Draft<T>>();
  #onchange: () => void;

  /** `onchange` is called when one has edits, or has no more: to mark the screen in the navigation. */
  constructor(onchange: () => void) {
    this.#onchange = onchange;
  }

  /** Keys of those with edits. */
  get keys(): Key[] {
    return [...this.#kept.keys()];
  }

  /** The draft of a key as it was left; `make` makes one that is not kept. */
  of(key: Key, make: () => Draft<T>): Draft<T> {
    return this.#kept.get(key) ?? this.#begin(key, make);
  }

  #begin(key: Key, make: () => Draft<T>): Draft<T> {
    return lasting(() => {
      const draft = make();
      $effect(() => {
        // While its save is under way another one of the same key would not know of it.
        const isKept = draft.isDirty || draft.isSaving;
        untrack(() => this.#keep(key, isKept ? draft : undefined));
      });
      return draft;
    });
  }

  #keep(key: Key, draft: Draft<T> | undefined): void {
    if (draft) this.#kept.set(key, draft);
    else this.#kept.delete(key);
    this.#onchange();
  }
}
