import type { Snippet } from 'svelte';

/** The type of an option's value. Numbers and booleans keep their type. */
export type OptionValue = string | number | boolean;

/** One option of `Select`, `Combobox`, `RadioGroup` and `Segmented`. */
export interface Option<T extends OptionValue = string> {
  value: T;
  label: string;
  /** Second line, or small text after the label. */
  help?: string;
  /** Language of the label (`lang`, with its own direction). */
  lang?: string;
  /** Additional search keywords. */
  keywords?: string;
  disabled?: boolean;
  /** Of a card in a `RadioGroup`: said at its end, such as "Recommended". */
  badge?: string;
  /** Of a `CheckList`: the number of what it chooses. */
  count?: number | undefined;
}

/** Rendered for an option: before its label in lists, above it in `RadioGroup`. */
export type OptionSnippet<T extends OptionValue> = Snippet<[Option<T>]>;

/** Props shared by all single-choice controls. */
export interface ChoiceProps<T extends OptionValue> {
  value?: T | undefined;
  options: readonly Option<T>[];
  /** Required outside a `Field`. */
  label?: string | undefined;
  disabled?: boolean | undefined;
  onchange?: ((value: T) => void) | undefined;
}

/** Converts a value to the string that bits-ui needs. */
export function asText<T extends OptionValue>(value: T | undefined): string {
  return value === undefined ? '' : String(value);
}

/** The value of the option named by `text`, if it differs from `value`. */
export function newChoice<T extends OptionValue>(
  options: readonly Option<T>[],
  value: T | undefined,
  text: string,
): T | undefined {
  const chosen = optionOf(options, text)?.value;
  return chosen === value ? undefined : chosen;
}

/** The tab stop among options that are all visible: the chosen one, else the first enabled one. */
export function stopOf<T extends OptionValue>(
  options: readonly Option<T>[],
  value: T | undefined,
): Option<T> | undefined {
  const open = options.filter(({ disabled }) => !disabled);
  return open.find((option) => isChosen(option, value)) ?? open[0];
}

/** Whether an option matches a value: API values may be numbers written as strings. */
export function isChosen<T extends OptionValue>(option: Option<T>, value: T | undefined): boolean {
  return String(option.value) === asText(value);
}

/** The option named by `text`. */
export function optionOf<T extends OptionValue>(options: readonly Option<T>[], text: string): Option<T> | undefined {
  return options.find((option) => String(option.value) === text);
}

/** Options that contain every word of the search; those that start with it first. */
export function searchOptions<T extends OptionValue>(options: readonly Option<T>[], search: string): Option<T>[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...options];
  const rank = (option: Option<T>) => (fold(option.label).startsWith(words[0] ?? '') ? 0 : 1);
  const text = (option: Option<T>) =>
    fold(`${option.label} ${option.value} ${option.help ?? ''} ${option.keywords ?? ''}`);
  const found = options.filter((option) => words.every((word) => text(option).includes(word)));
  return found.toSorted((a, b) => rank(a) - rank(b));
}

/** Removes case and accents: "Français" matches "franc". */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
