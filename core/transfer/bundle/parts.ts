import type { Json } from '../../types.ts';

export type Fields = Record<string, unknown>;

/** One thing that a bundle holds: the site itself, an author, a language, a term or an item. */
export interface Part {
  kind: 'site' | 'user' | 'language' | 'term' | 'post';
  /** What finds it in another site: UUID, code of a language, login; "" for the site. */
  key: string;
  /** Post type or taxonomy. */
  type: string;
  /** Title or name. */
  title: string;
  lang: string;
  /**
   * As the JSON of the bundle has them; of a term and an item also `translations` and `source`, which stand in
   * `translations.json`, and `content`.
   */
  fields: Fields;
}

/** A custom field with its value. */
export interface MetaField {
  key: string;
  value: string;
}

/** By key; values of one key in their order. */
export function sortedMeta(rows: readonly MetaField[]): MetaField[] {
  return rows.map(({ key, value }) => ({ key, value })).sort((a, b) => compare(a.key, b.key));
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The fields of `site.json` by one name each: `options.title`, `settings.sync`. */
export function flatSite({ options, settings, ...rest }: Fields): Fields {
  const named = (prefix: string, map: unknown): [string, unknown][] =>
    Object.entries(map as Fields).map(([name, value]) => [`${prefix}.${name}`, value]);
  return { ...rest, ...Object.fromEntries([...named('options', options), ...named('settings', settings)]) };
}

/** Names of the fields in which two of the same thing differ, in the order of the first. */
export function differingFields(a: Fields, b: Fields): string[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].filter((name) => canonical(a[name], name) !== canonical(b[name], name));
}

/** The same text for the same value. The order of keys counts in translations alone: it is stored. */
export function canonical(value: unknown, name = ''): string {
  return (
    JSON.stringify(name === 'translations' ? Object.entries((value ?? {}) as Fields) : sorted(value as Json)) ?? ''
  );
}

function sorted(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((one) => sorted(one) as Json);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => compare(a, b));
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one) as Json]));
}
