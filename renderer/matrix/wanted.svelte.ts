import { untrack } from 'svelte';
import { app } from '../lib/state.svelte.ts';

/** An item named by an address: `categories/12?lang=fr`. */
export interface Wanted {
  id: number;
  /** "" for its own language. */
  lang: string;
}

/** The item named by this screen's address; the rest of the address is the filter of its list. */
export function readWanted(): Wanted | undefined {
  const { item, query } = app.place;
  return /^[1-9]\d*$/.test(item) ? { id: Number(item), lang: query['lang'] ?? '' } : undefined;
}

/**
 * For a list with an inspector: removes the item from the address, so that only the filter remains. Call it in a component.
 * `isComing` while the list must not be rendered yet; `value` is the initial item.
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
