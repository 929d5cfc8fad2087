import type { Kinds } from '../../schema/content/fields/field.ts';
import type { SqlValue } from '../../store/sql.ts';
import { dateOf } from '../wxr/values.ts';

/** How a bundle names what a site has by number, each "" for what does not leave. */
export interface WriteNames {
  user(id: number): string;
  item(id: number): string;
}

/** The number that an item of a bundle has in its records; 0 for what is no UUID. */
export type ReadNumber = (uuid: string) => number;

interface Codec {
  write(stored: unknown, names: WriteNames): unknown;
  read(value: unknown, numberOf: ReadNumber): unknown;
}

const plain = (stored: unknown): unknown => stored;
const item: Codec = {
  write: (id, names) => names.item(Number(id ?? 0)),
  read: (uuid, numberOf) => numberOf(textOf(uuid)),
};

/** What a stored value is in the JSON of a bundle, and what that is in a record, by what its column holds. */
const CODECS: { readonly [kind in keyof Kinds]: Codec } = {
  text: { write: plain, read: textOf },
  date: { write: plain, read: (value) => dateOf(textOf(value)) || '1970-01-01T00:00:00' },
  number: { write: plain, read: wholeOf },
  size: { write: plain, read: (value) => (typeof value === 'number' ? wholeOf(value) : null) },
  switch: { write: (stored) => stored === 1, read: (value) => value === true },
  open: { write: plain, read: (value) => (value === 'open' ? 'open' : 'closed') },
  map: { write: (stored) => JSON.parse(String(stored)) as unknown, read: mapOf },
  user: { write: (id, names) => names.user(Number(id ?? 0)), read: textOf },
  parent: item,
  image: item,
};

const SLUG: Codec = {
  write: (stored) => shownSlug(String(stored)),
  read: (value) => encodedSlug(textOf(value)),
};

const codecOf = (name: string, holds: keyof Kinds): Codec => (name === 'slug' ? SLUG : CODECS[holds]);

/** A slug as people read it: other scripts are not percent-encoded. What would come back as another slug stays as it is. */
export function shownSlug(stored: string): string {
  const shown = stored.replace(/(?:%[89a-f][0-9a-f])+/g, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
  return encodedSlug(shown) === stored ? shown : stored;
}

/** The slug as it is stored. */
export function encodedSlug(shown: string): string {
  return shown.toWellFormed().replace(/[^\0-\x7f]+/g, (run) => encodeURIComponent(run).toLowerCase());
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed() : '';
}

export function wholeOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : 0;
}

/** A map, empty for what is none. */
export function mapOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** A list, empty for what is none. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Values of some fields as a bundle has them. */
export function writeFields<N extends string>(
  rows: readonly { name: N; holds: keyof Kinds }[],
  stored: { readonly [name in N]: unknown },
  names: WriteNames,
): Record<string, unknown> {
  return Object.fromEntries(rows.map(({ name, holds }) => [name, codecOf(name, holds).write(stored[name], names)]));
}

/** The numbers of what a bundle names, here; undefined for what is not here. */
export interface HereNumbers {
  user(login: string): number | undefined;
  item(uuid: string): number | undefined;
}

/** A field as a row of the site has it. */
export function rowValue(
  name: string,
  holds: keyof Kinds,
  { value, numbers }: { value: unknown; numbers: HereNumbers },
): SqlValue {
  if (holds === 'user') return numbers.user(textOf(value)) ?? null;
  if (holds === 'parent') return numbers.item(textOf(value)) ?? null;
  if (holds === 'image') return numbers.item(textOf(value)) ?? 0;
  const read = codecOf(name, holds).read(value, () => 0);
  if (holds === 'map') return JSON.stringify(read);
  return typeof read === 'boolean' ? Number(read) : (read as SqlValue);
}

/** Values of some fields as a record has them. */
export function readFields(
  rows: readonly { name: string; holds: keyof Kinds }[],
  fields: Readonly<Record<string, unknown>>,
  numberOf: ReadNumber,
): Record<string, unknown> {
  return Object.fromEntries(rows.map(({ name, holds }) => [name, codecOf(name, holds).read(fields[name], numberOf)]));
}
