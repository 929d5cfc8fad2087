import { untrack } from 'svelte';
import { app } from '../lib/state.svelte.ts';

/** An item that an address asks for: `categories/12?lang=fr`. */
export interface Wanted {
  id: number;
  /** "" for its own. */
  lang: string;
}

/** The item the address of this screen names; the rest of the address is the filter of its list. */
export function readWanted(): Wanted | undefined {
  const { item, query } = app.place;
  return /^[1-9]\d*$/.test(item) ? { id: Number(item), lang: query['lang'] ?? '' } : undefined;
}

/**
 * For a list that shows one item beside itself: takes the item out of the address, so that only the filter is left there.
 * In a component only. `isComing` while the list must not be drawn yet; `value` is what it begins at.
 */
export class WantedItem {
  value = $state.raw<Wanted | undefined>();
  isComing = $derived(readWanted() !== undefined);

  constructor() {
    $effect(() => {
      const wanted = readWanted();
      if (!wanted) return;
      untrack(() => {
        this.value = wanted;
        const { lang: _lang, ...query } = app.place.query;
        app.refine(query, '');
      });
    });
  }
}
