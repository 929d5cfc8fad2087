import * as v from 'valibot';
import { entriesOf, innerOf, itemOf, jsonType, partsOf, recordOf, unionOf } from './walk.ts';

const NUMERIC = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/**
 * Converts loose wire input to the value a schema means (`interface.md` 1.7): "2" → 2, "true" → true, "a, b" → ["a", "b"], [] →
 * {}. What cannot be converted is returned unchanged, for the check to refuse.
 */
export function coerce(schema: v.GenericSchema, value: unknown): unknown {
  const parts = partsOf(schema);
  switch (jsonType(parts)) {
    case 'integer':
    case 'number':
      return coerceNumber(value);
    case 'boolean':
      return coerceBoolean(value);
    case 'array':
      return coerceList(value, itemOf(parts));
    case 'object':
      return coerceObject(value, schema);
    case 'union':
      return coerceUnion(value, unionOf(parts));
    default:
      return value;
  }
}

function coerceNumber(value: unknown): unknown {
  if (typeof value !== 'string' || !NUMERIC.test(value)) return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

function coerceBoolean(value: unknown): unknown {
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== 'string') return value;
  const word = value.toLowerCase();
  if (word === 'true' || word === '1') return true;
  return word === 'false' || word === '0' ? false : value;
}

function coerceList(value: unknown, item: v.GenericSchema): unknown {
  const list = toList(value);
  return list ? list.map((entry) => coerce(item, entry)) : value;
}

/** A list index as in PHP: `5` and `-1`, not `05`. */
const INDEX = /^(?:0|-?[1-9]\d*)$/;

/** A list unchanged, a scalar split on commas and whitespace, a map with numeric keys as its values. */
function toList(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[];
  if (value === false) return [];
  if (typeof value === 'string') return value.split(/[\s,]+/).filter((word) => word !== '');
  if (value === true) return ['1'];
  if (typeof value === 'number') return [String(value)];
  if (!isMap(value)) return undefined;
  return Object.keys(value).every((key) => INDEX.test(key)) ? Object.values(value) : undefined;
}

function coerceObject(value: unknown, schema: v.GenericSchema): unknown {
  const map = value === '' ? {} : value;
  if (!isMap(map) && !Array.isArray(map)) return value;
  const entries = entriesOf(schema);
  const parts = partsOf(schema);
  const record = parts.base.type === 'record' ? recordOf(parts).value : undefined;
  const out: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [key, entry] of Object.entries(map)) {
    const known = record ?? (entries && Object.hasOwn(entries, key) ? entries[key] : undefined);
    out[key] = known ? coerce(known, entry) : entry;
  }
  return out;
}

function coerceUnion(value: unknown, options: readonly v.GenericSchema[]): unknown {
  for (const option of options) {
    const candidate = coerce(option, value);
    if (v.is(option, candidate)) return candidate;
  }
  return value;
}

/**
 * Makes a number that was written as a float invalid as a boolean (`interface.md` 1.7): replaces it by a list, which is never a
 * boolean.
 * @param path to the number, within the value
 */
export function markFloat(schema: v.GenericSchema, value: unknown, path: readonly string[]): unknown {
  const parts = partsOf(schema);
  const [key, ...rest] = path;
  if (key === undefined) return jsonType(parts) === 'boolean' ? [value] : value;
  const inner = innerOf(schema, key);
  if (!inner) return value;
  if (Array.isArray(value))
    return value.map((one, at): unknown => (String(at) === key ? markFloat(inner, one, rest) : one));
  return isMap(value) ? { ...value, [key]: markFloat(inner, value[key], rest) } : value;
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
