import { untrack } from 'svelte';
import { Draft } from './draft.svelte.ts';
import { app } from './state.svelte.ts';
import { keepDraft } from './typed/kept-form.svelte.ts';
import type { FormPlace } from './typed/kept-form.svelte.ts';

/** Creates reactive state outside the calling component: its deriveds and effects outlive that component. */
export function lasting<T>(make: () => T): T {
  const made: T[] = [];
  $effect.root(() => void made.push(untrack(make)));
  return made[0] as T;
}

/**
 * The drafts of a screen that shows one item at a time: unsaved edits stay while another item or screen is shown. A draft without
 * edits is dropped, also when its save completes after leaving.
 */
export class KeptDrafts<Key, T extends object> {
  #kept = new Map<Key, Draft<T>>();
  #onchange: () => void;

  /** `onchange` is called when a draft gains or loses edits: to mark the screen in the navigation. */
  constructor(onchange: () => void) {
    this.#onchange = onchange;
  }

  /** Keys of the drafts with edits. */
  get keys(): Key[] {
    return [...this.#kept.keys()];
  }

  /** The draft of a key as it was left; a new one starts from `saved()` and from any edits in the page's own storage. */
  of(key: Key, saved: () => T, place?: FormPlace): Draft<T> {
    return this.#kept.get(key) ?? this.#begin(key, saved, place);
  }

  #begin(key: Key, saved: () => T, place: FormPlace | undefined): Draft<T> {
    return lasting(() => {
      const draft = new Draft(saved());
      if (place) keepDraft(draft, place);
      $effect(() => {
        // Another draft of the same key would not know about a save in progress.
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

/** The drafts of a screen, which is marked in the navigation while one of them has edits. */
export function draftsOf<Key, T extends object>(screen: string): KeptDrafts<Key, T> {
  const drafts = new KeptDrafts<Key, T>(() => app.mark(screen, drafts.keys.length > 0));
  return drafts;
}
