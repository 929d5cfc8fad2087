import type { Json } from '../../types.ts';

/**
 * What to do with one item: take the file, keep what is here (a new item is left out), or take the file except for some fields.
 */
export type ItemChoice = 'file' | 'mine' | { mine: readonly string[] };

/** The person's choices after a preview (`contract/extras.md`, `/jobs/{id}/apply`). */
export interface Choices {
  /**
   * What to do with existing items: update them from the file or keep them. `unchanged`: update, unless only the number
   * identifies the item and it was changed here after the file was written.
   */
  existing: 'update' | 'keep' | 'unchanged';
  /** By key of the review: `p12`, `t5`. */
  items: Readonly<Record<string, ItemChoice>>;
  /** Language code in the file → corresponding code here. */
  languages: Readonly<Record<string, string>>;
  /** Login in the file → login here. */
  authors: Readonly<Record<string, string>>;
  /** Language for items without one; "" leaves them without. */
  language: string;
}

export const DEFAULT_CHOICES: Choices = { existing: 'unchanged', items: {}, languages: {}, authors: {}, language: '' };

/** Parses choices sent by a program; invalid ones are ignored. */
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

/** The choice for an item; undefined if there is none. */
export function choiceOf({ items }: Choices, key: string): ItemChoice | undefined {
  return Object.hasOwn(items, key) ? items[key] : undefined;
}

/** Whether this field of an item keeps its current value. */
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
