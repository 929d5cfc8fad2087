import * as v from 'valibot';

export type Context = readonly ('view' | 'embed' | 'edit')[];
export const ALL: Context = ['view', 'embed', 'edit'];
export const FULL: Context = ['view', 'edit'];
export const EDIT: Context = ['edit'];

export const integer = v.pipe(v.number(), v.integer());

/** One field of an item with its description for OPTIONS. */
export function field(
  schema: v.GenericSchema,
  text: string,
  facts: { context: Context; readonly?: true; format?: string },
): v.GenericSchema {
  return v.optional(v.pipe(schema, v.description(text), v.metadata(facts)));
}

/** The types of columns, with the value in a row, in the record of a file and in a request. */
export interface Kinds {
  text: { row: string; record: string; input: string };
  /** Without time zone: "2026-11-21T07:39:48". */
  date: { row: string; record: string; input: string | null };
  number: { row: number; record: number; input: number };
  switch: { row: 0 | 1; record: boolean; input: boolean };
  open: { row: 'open' | 'closed'; record: 'open' | 'closed'; input: 'open' | 'closed' };
  /** A user; identified by login in a file. */
  user: { row: number | null; record: string; input: number };
  /** An item of the same table, or a term of the same taxonomy; in a file by its number there, or 0. */
  parent: { row: number | null; record: number; input: number };
  /** An image, or 0. In a file by its number there. */
  image: { row: number; record: number; input: number };
  /** A number of pixels that may be unknown. */
  size: { row: number | null; record: number | null; input: never };
  /** A map, stored as JSON. */
  map: { row: string; record: Record<string, unknown>; input: never };
}

/** A stored field of any owner. */
export interface StoredField {
  holds: keyof Kinds;
}

/** Values of the fields of a table, by name: as a `row`, as a `record` of a file or as `input` of a request. */
export type ValuesOf<T extends Record<string, StoredField>, As extends 'row' | 'record' | 'input'> = {
  -readonly [N in keyof T]: Kinds[T[N]['holds']][As];
};

/** The rows of a table with their names. */
export function rowsOf<F extends StoredField>(table: Readonly<Record<string, F>>): (F & { name: string })[] {
  return Object.entries(table).map(([name, row]) => ({ ...row, name }));
}

/** Sorts by `order`; what it does not contain comes last, in its original order. */
export function inOrder<T>(list: readonly T[], order: readonly string[], nameOf: (one: T) => string): T[] {
  const place = (one: T): number => {
    const at = order.indexOf(nameOf(one));
    return at === -1 ? order.length : at;
  };
  return [...list].sort((a, b) => place(a) - place(b));
}
