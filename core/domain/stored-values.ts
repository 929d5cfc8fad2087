import type * as v from 'valibot';
import { fits } from '../schema/explain.ts';

interface Judged {
  text: string;
  value: unknown;
}

// Not state: what is kept is a function of the schema and the text.
const last = new WeakMap<v.GenericSchema, Judged>();

/**
 * The value of a stored JSON text; undefined when there is none, or when it does not fit its schema any more
 * (`interface.md` 1.7). Read and judged once while the text stays the same, so the value is shared and frozen.
 */
export function storedValue(schema: v.GenericSchema, text: string | undefined): unknown {
  if (text === undefined) return undefined;
  const known = last.get(schema);
  if (known?.text === text) return known.value;
  const parsed: unknown = JSON.parse(text);
  const value = fits(schema, parsed) ? frozen(parsed) : undefined;
  last.set(schema, { text, value });
  return value;
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}
