import type { Json } from '../../types.ts';

export type Fields = Record<string, unknown>;

/** One thing in a bundle: the site itself, an author, a language, a term or an item. */
export interface Part {
  kind: 'site' | 'user' | 'language' | 'term' | 'post';
  /** Identifies it in another site: UUID, language code, login; "" for the site. */
  key: string;
  /** Post type or taxonomy. */
  type: string;
  /** Title or name. */
  title: string;
  lang: string;
  /**
   * As in the JSON of the bundle; a term or an item also has `translations` and `source`, which are in `translations.json`, and
   * `content`.
   */
  fields: Fields;
}

/** A custom field with its value. */
export interface MetaField {
  key: string;
  value: string;
}

/** Sorted by key; values of one key keep their order. */
export function sortedMeta(rows: readonly MetaField[]): MetaField[] {
  return rows.map(({ key, value }) => ({ key, value })).sort((a, b) => compare(a.key, b.key));
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The fields of `site.json` under flat names: `options.title`, `settings.sync`. */
export function flatSite({ options, settings, ...rest }: Fields): Fields {
  const named = (prefix: string, map: unknown): [string, unknown][] =>
    Object.entries(map as Fields).map(([name, value]) => [`${prefix}.${name}`, value]);
  return { ...rest, ...Object.fromEntries([...named('options', options), ...named('settings', settings)]) };
}

/** Names of the fields in which two parts differ, in the order of the first. */
export function differingFields(a: Fields, b: Fields): string[] {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].filter((name) => canonical(a[name], name) !== canonical(b[name], name));
}

/** A canonical text, equal for equal values. The order of keys counts only in translations, where it is stored. */
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
