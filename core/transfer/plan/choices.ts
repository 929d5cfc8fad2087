import type { Json } from '../../types.ts';

/**
 * What becomes of one item: what the file says, or it stays (a new one is left out), or what the file says but for some
 * fields, which keep what is here.
 */
export type ItemChoice = 'file' | 'mine' | { mine: readonly string[] };

/** What the person chose after a preview (`contract/extras.md`, `/jobs/{id}/apply`). */
export interface Choices {
  /**
   * What becomes of an item that is here already: it becomes what the file says, or it stays. `unchanged`: it becomes what
   * the file says unless only its number tells which one it is, and it was changed here after the file was written.
   */
  existing: 'update' | 'keep' | 'unchanged';
  /** By the key of the review: `p12`, `t5`. */
  items: Readonly<Record<string, ItemChoice>>;
  /** Code of the file → code of the language here that it is. */
  languages: Readonly<Record<string, string>>;
  /** Login in the file → login here. */
  authors: Readonly<Record<string, string>>;
  /** Language of items that have none; "" leaves them without. */
  language: string;
}

export const DEFAULT_CHOICES: Choices = { existing: 'unchanged', items: {}, languages: {}, authors: {}, language: '' };

/** Reads choices as a program sends them; what is none is passed over. */
export function readChoices(sent: Json | undefined): Choices {
  const { existing, items, languages, authors, language } = mapOf(sent);
  return {
    existing: existing === 'keep' || existing === 'update' ? existing : 'unchanged',
    items: Object.fromEntries(Object.entries(mapOf(items)).flatMap(([key, value]) => itemChoice(key, value))),
    languages: wordsOf(languages),
    authors: wordsOf(authors),
    language: typeof language === 'string' ? language : '',
  };
}

/** What was chosen for an item; undefined when nothing was. */
export function choiceOf({ items }: Choices, key: string): ItemChoice | undefined {
  return Object.hasOwn(items, key) ? items[key] : undefined;
}

/** Whether this field of an item keeps what is here. */
export function keepsField(choices: Choices, key: string, field: string): boolean {
  const choice = choiceOf(choices, key);
  return typeof choice === 'object' && choice.mine.includes(field);
}

function itemChoice(key: string, value: Json): [string, ItemChoice][] {
  if (value === 'file' || value === 'mine') return [[key, value]];
  const { mine } = mapOf(value);
  return Array.isArray(mine) ? [[key, { mine: mine.map(String) }]] : [];
}

function wordsOf(sent: Json | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(mapOf(sent)).flatMap(([from, to]) => (typeof to === 'string' && to !== '' ? [[from, to]] : [])),
  );
}

export function mapOf(sent: Json | undefined): Record<string, Json> {
  return typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? sent : {};
}
