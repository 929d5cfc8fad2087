import { findEntries, readQuery } from './palette.ts';
import type { Entry } from './palette.ts';
import { findItems, localEntries, routeEntries, settingNames } from './palette-sources.svelte.ts';

/** State of the palette: input, results, selection. */
export class PaletteState {
  text = $state('');
  #at = $state(0);
  #fields = $state.raw<string[]>([]);
  #items = $state.raw<Entry[]>([]);
  #recent = $state.raw<string[]>([]);
  /** Set if only the newest items were searched; null: all were. */
  newest = $state<number | null>(null);
  #isAsking = false;
  #isWanted = false;

  search = $derived(readQuery(this.text).search);
  found = $derived(findEntries([...localEntries(this.#fields), ...this.#items], this.text, this.#recent));
  groups = $derived([...new Set(this.found.map((entry) => entry.group))]);
  chosen = $derived(Math.min(this.#at, Math.max(0, this.found.length - 1)));

  /** Resets the palette for the next time it opens. */
  async begin(hasSettings: boolean): Promise<void> {
    this.text = '';
    this.#at = 0;
    this.newest = null;
    if (hasSettings && this.#fields.length === 0) this.#fields = await settingNames().catch(() => []);
  }

  /** Searches items immediately. Input typed during a request leads to one more, with the latest words. */
  async find(): Promise<void> {
    this.#isWanted = true;
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#isWanted) {
      this.#isWanted = false;
      const wanted = this.search;
      const isOfRoutes = this.text.trimStart().startsWith('/');
      const found = isOfRoutes ? { entries: await routeEntries(), newest: null } : await findItems(wanted);
      if (wanted === this.search) this.#items = found.entries;
      if (wanted === this.search) this.newest = found.newest;
    }
    this.#isAsking = false;
  }

  point(at: number): void {
    this.#at = at;
  }

  step(by: number): void {
    this.#at = (this.chosen + by + this.found.length) % Math.max(1, this.found.length);
  }

  remember(entry: Entry): void {
    this.#recent = [entry.id, ...this.#recent.filter((each) => each !== entry.id)].slice(0, 8);
  }
}
