import { untrack } from 'svelte';
import { spokenNameIn } from '../../../core/schema/languages/names.ts';
import { api } from '../../lib/api/api.ts';
import { languageName, uiLocale } from '../../lib/messages/messages.svelte.ts';
import { Resource } from '../../lib/resource.svelte.ts';
import { fold } from '../../ui/controls/options.ts';
import type { LocaleEntry } from './form.ts';

interface Folded {
  entry: LocaleEntry;
  names: string[];
  all: string;
  /** The default region of the language: Brazil for Portuguese. */
  isUsual: boolean;
}

/** The language database. It is constant while the program runs: loaded once, then searched in the page. */
class Catalogue {
  #all = new Resource(() => api.get('/polydesk/v1/locales'));
  /** Names are looked up and folded once per interface language, not on every key press. */
  #folded = $derived((this.#all.value ?? []).map(foldEntry));

  get entries(): readonly LocaleEntry[] {
    return this.#all.value ?? [];
  }
  get state() {
    return this.#all.state;
  }

  /** Loads the database if needed. For an effect. */
  open(): void {
    // Untracked: a failed read must not trigger another immediately.
    untrack(() => this.#all.value === undefined && !this.#all.isLoading && void this.#all.reload());
  }

  /** Languages matching every word, by native, English or interface name, locale or code; the best match first. */
  search(text: string): LocaleEntry[] {
    const words = fold(text).split(/\s+/).filter(Boolean);
    const first = words[0];
    if (first === undefined) return [...this.entries];
    const found = this.#folded.filter(({ all }) => words.every((word) => all.includes(word)));
    const byRank = (a: Folded, b: Folded) =>
      rankOf(a, first) - rankOf(b, first) || Number(b.isUsual) - Number(a.isUsual);
    return found.toSorted(byRank).map(({ entry }) => entry);
  }
}

export const catalogue = new Catalogue();

function foldEntry(entry: LocaleEntry): Folded {
  const names = [entry.label, entry.english, languageName(entry.locale), spokenNameIn(entry.locale, uiLocale())].map(
    fold,
  );
  const all = [...names, entry.locale.toLowerCase(), entry.slug].join(' ');
  return { entry, names, all, isUsual: isUsual(entry.locale) };
}

function isUsual(locale: string): boolean {
  const [language = '', region] = locale.split('_');
  return region === undefined || region === new Intl.Locale(language).maximize().region;
}

function rankOf({ entry, names }: Folded, word: string): number {
  if (entry.slug === word || entry.locale.toLowerCase() === word) return 0;
  return names.some((name) => name.startsWith(word)) ? 1 : 2;
}
