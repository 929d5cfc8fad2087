import type { Kinds } from '../../schema/content/fields/field.ts';
import type { SqlValue } from '../../store/sql.ts';
import { dateOf } from '../wxr/values.ts';

/** How a bundle names what a site references by number; "" for anything outside the export. */
export interface WriteNames {
  user(id: number): string;
  item(id: number): string;
}

/** The number an item of a bundle gets in its records; 0 for an invalid UUID. */
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

/** Conversions between stored values, the JSON of a bundle and records, by what the column holds. */
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

/** A slug in readable form: other scripts are not percent-encoded. A slug that would not round-trip stays as it is. */
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

/** Returns the value if it is a map, otherwise an empty one. */
export function mapOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

/** Returns the value if it is a list, otherwise an empty one. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the values of some fields as a bundle has them. */
export function writeFields<N extends string>(
  rows: readonly { name: N; holds: keyof Kinds }[],
  stored: { readonly [name in N]: unknown },
  names: WriteNames,
): Record<string, unknown> {
  return Object.fromEntries(rows.map(({ name, holds }) => [name, codecOf(name, holds).write(stored[name], names)]));
}

/** The numbers here of what a bundle references; undefined for anything not on the site. */
export interface HereNumbers {
  user(login: string): number | undefined;
  item(uuid: string): number | undefined;
}

/** Returns a field as a row of the site has it. */
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

/** Returns the values of some fields as a record has them. */
export function readFields(
  rows: readonly { name: string; holds: keyof Kinds }[],
  fields: Readonly<Record<string, unknown>>,
  numberOf: ReadNumber,
): Record<string, unknown> {
  return Object.fromEntries(rows.map(({ name, holds }) => [name, codecOf(name, holds).read(fields[name], numberOf)]));
}
