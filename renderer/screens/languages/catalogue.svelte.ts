import { untrack } from 'svelte';
import { api } from '../../lib/api.ts';
import { languageName } from '../../lib/messages/messages.svelte.ts';
import { Resource } from '../../lib/resource.svelte.ts';
import { fold } from '../../ui/options.ts';
import type { LocaleEntry } from './form.ts';

/** The language database. It never changes while the program runs: read once, then searched in the page. */
class Catalogue {
  #all = new Resource(() => api.get<LocaleEntry[]>('/polydesk/v1/locales'));

  get entries(): readonly LocaleEntry[] {
    return this.#all.value ?? [];
  }
  get state() {
    return this.#all.state;
  }

  /** Reads the database if nobody did yet. For an effect. */
  open(): void {
    // Untracked: a reading that failed is not a reason to read again at once.
    untrack(() => this.#all.value === undefined && !this.#all.isLoading && void this.#all.reload());
  }

  /** Languages that have every word, by native, English or interface name, locale or code; the closest first. */
  search(text: string): LocaleEntry[] {
    const words = fold(text).split(/\s+/).filter(Boolean);
    const ranked = this.entries.flatMap((entry) => {
      const names = [entry.label, entry.english, languageName(entry.locale)].map(fold);
      const all = [...names, entry.locale.toLowerCase(), entry.slug].join(' ');
      if (!words.every((word) => all.includes(word))) return [];
      return [{ entry, rank: rankOf(entry, names, words[0] ?? '') }];
    });
    return ranked.toSorted((a, b) => a.rank - b.rank).map(({ entry }) => entry);
  }
}

export const catalogue = new Catalogue();

function rankOf(entry: LocaleEntry, names: readonly string[], word: string): number {
  if (word === '' || entry.slug === word || entry.locale.toLowerCase() === word) return 0;
  return names.some((name) => name.startsWith(word)) ? 1 : 2;
}
