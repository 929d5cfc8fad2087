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

/** What every control takes that chooses one of several. */
export interface ChoiceProps<T extends OptionValue> {
  value?: T | undefined;
  options: readonly Option<T>[];
  /** Needed outside a `Field`. */
  label?: string | undefined;
  disabled?: boolean | undefined;
  onchange?: ((value: T) => void) | undefined;
}

/** A choice as bits-ui holds it, which knows strings only: to read, and to set by what a person chose. */
export function asText<T extends OptionValue>(value: T | undefined): string {
  return value === undefined ? '' : String(value);
}

/** The value that `text` names, where that is another one than `value`. */
export function newChoice<T extends OptionValue>(
  options: readonly Option<T>[],
  value: T | undefined,
  text: string,
): T | undefined {
  const chosen = optionOf(options, text)?.value;
  return chosen === value ? undefined : chosen;
}

/** Where the Tab key stops among options that are all visible: at the chosen one, else at the first that can be chosen. */
export function stopOf<T extends OptionValue>(
  options: readonly Option<T>[],
  value: T | undefined,
): Option<T> | undefined {
  const open = options.filter(({ disabled }) => !disabled);
  return open.find((option) => isChosen(option, value)) ?? open[0];
}

/** Whether an option is what a value names: values of the wire may be numbers written as text. */
export function isChosen<T extends OptionValue>(option: Option<T>, value: T | undefined): boolean {
  return String(option.value) === asText(value);
}

/** The option that `text` names. */
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
