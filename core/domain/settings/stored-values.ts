import type * as v from 'valibot';
import { fits } from '../../schema/wire/explain.ts';

/**
 * Gives the value of a stored JSON text; undefined when there is none, or when it does not fit its schema any more
 * (`interface.md` 1.7). Read and judged once while the text stays the same, so the value is shared and frozen.
 */
export function storedReader(schema: v.GenericSchema): (text: string | undefined) => unknown {
  // Not state: what is kept is a function of the schema and the text.
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
