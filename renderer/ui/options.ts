import type { Snippet } from 'svelte';

/** What a choice may be worth. Numbers and booleans keep their type. */
export type OptionValue = string | number | boolean;

/** One of several, for `Select`, `Combobox`, `RadioGroup` and `Segmented`. */
export interface Option<T extends OptionValue = string> {
  value: T;
  label: string;
  /** Second line or small words behind. */
  help?: string;
  /** The label is in this language (`lang`, with its own direction). */
  lang?: string;
  /** More words that find it when searching. */
  keywords?: string;
  disabled?: boolean;
}

/** Something drawn for an option: before its words in lists, above them in `RadioGroup`. */
export type OptionSnippet<T extends OptionValue> = Snippet<[Option<T>]>;

/** The option that `text` names; bits-ui knows strings only. */
export function optionOf<T extends OptionValue>(options: readonly Option<T>[], text: string): Option<T> | undefined {
  return options.find((option) => String(option.value) === text);
}

/** Options that have every word of the search, wherever it stands; those that begin with it first. */
export function searchOptions<T extends OptionValue>(options: readonly Option<T>[], search: string): Option<T>[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...options];
  const rank = (option: Option<T>) => (fold(option.label).startsWith(words[0] ?? '') ? 0 : 1);
  const text = (option: Option<T>) =>
    fold(`${option.label} ${option.value} ${option.help ?? ''} ${option.keywords ?? ''}`);
  const found = options.filter((option) => words.every((word) => text(option).includes(word)));
  return found.toSorted((a, b) => rank(a) - rank(b));
}

/** Without case and accents: "Français" is found by "franc". */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
