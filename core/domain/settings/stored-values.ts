import type * as v from 'valibot';
import { fits } from '../../schema/wire/explain.ts';

/**
 * Creates a parser for a stored JSON text; undefined if there is none, or if it no longer fits its schema (`interface.md` 1.7).
 * The last result is cached, so the value is shared and frozen.
 */
export function storedReader(schema: v.GenericSchema): (text: string | undefined) => unknown {
  // A pure cache, derived from the schema and the text.
  let last: string | undefined;
  let value: unknown;
  return (text) => {
    if (text === last) return value;
    const parsed: unknown = text === undefined ? undefined : JSON.parse(text);
    value = text !== undefined && fits(schema, parsed) ? frozen(parsed) : undefined;
    last = text;
    return value;
  };
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}
