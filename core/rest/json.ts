import { isUtf8 } from 'node:buffer';
import { RestError } from '../errors.ts';
import type { RestRequest } from '../types.ts';

/** A parsed body, or why it could not be parsed. */
export interface JsonResult {
  value?: unknown;
  /** Paths to each 0 or 1 that is written as a float, as 1.0; left out if there is none. */
  floats?: NonNullable<RestRequest['floats']>;
  fault?: NonNullable<RestRequest['bodyFault']>;
}

/**
 * Parses a JSON body (`interface.md` 1.6, `security.md` 3.8). A pass over the bytes precedes `JSON.parse`, which would accept any
 * depth and size. Errors carry PHP's codes; too many keys or items throw a `RestError`.
 *
 * @param limits for answers of a live site, which may list more than a request, and whose floats do not matter
 */
export function parseJson(bytes: Buffer, limits?: JsonLimits): JsonResult {
  if (bytes.length === 0) return {};
  if (!isUtf8(bytes)) return fault(5);
  const found = scan(bytes, limits ?? REQUEST);
  if (found !== 0) return fault(found);
  try {
    const text = bytes.toString('utf8');
    const floats = limits ? [] : floatsOf(text);
    return { value: withoutProto(JSON.parse(text), text), ...(floats.length > 0 && { floats }) };
  } catch (error) {
    if (error instanceof SyntaxError) return fault(4);
    throw error;
  }
}

/** Nesting, keys of an object, items of an array (`security.md` 3.7). */
export const JSON_LIMITS = { depth: 512, keys: 2000, items: 10_000 } as const;

/** Keys of an object, items of an array; and in all: objects and arrays, and values that follow another one. */
export type JsonLimits = Readonly<Record<'keys' | 'items' | 'containers' | 'values', number>>;

/** The size of a request limits what is in it in all. */
const REQUEST: JsonLimits = { ...JSON_LIMITS, containers: Infinity, values: Infinity };

const MESSAGES = {
  1: 'The JSON is nested too deeply.',
  3: 'A string of the JSON contains a raw control character.',
  4: 'The JSON is not well formed.',
  5: 'The JSON is not valid UTF-8.',
  10: 'The JSON contains half a surrogate pair.',
} as const;
type Code = keyof typeof MESSAGES;

function fault(code: Code): JsonResult {
  return { fault: { code, message: MESSAGES[code] } };
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

// Not state: belongs to one scan, which ends before another begins. Each level is set when it is entered.
const commas = new Int32Array(JSON_LIMITS.depth + 1);
const allowed = new Int32Array(JSON_LIMITS.depth + 1).fill(JSON_LIMITS.items);

/** Checks strings, depth and sizes only; grammar is left to `JSON.parse`. 0: no error. */
function scan(bytes: Buffer, { keys, items, ...most }: JsonLimits): Code | 0 {
  commas[0] = 0;
  let [depth, containers, values] = [0, 0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = scanString(bytes, at + 1);
      if (end < 0) return -end as Code;
      at = end;
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      if (++depth > JSON_LIMITS.depth) return 1;
      if (++containers > most.containers) throw tooMany();
      commas[depth] = 0;
      allowed[depth] = byte === OPEN_ARRAY ? items : keys;
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
      if (--depth < 0) return 4;
    } else if (byte === COMMA) {
      const count = (commas[depth] = (commas[depth] ?? 0) + 1);
      if (count >= (allowed[depth] ?? 0) || ++values > most.values) throw tooMany();
    }
  }
  return 0;
}

/** Returns the index of the closing quote, or an error as a negative number. */
function scanString(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) return at;
    if (byte < 0x20) return -3;
    if (byte !== BACKSLASH) continue;
    at++;
    if (bytes[at] !== 0x75) continue;
    const unit = hexUnit(bytes, at + 1);
    if (Number.isNaN(unit)) return -4;
    at += 4;
    if (unit < 0xd800 || unit > 0xdfff) continue;
    const isPair = unit < 0xdc00 && bytes[at + 1] === BACKSLASH && bytes[at + 2] === 0x75;
    const low = isPair ? hexUnit(bytes, at + 3) : 0;
    if (!(low >= 0xdc00 && low <= 0xdfff)) return -10;
    at += 6;
  }
  return -4;
}

/** The value of four hex digits, or NaN. */
function hexUnit(bytes: Buffer, at: number): number {
  const text = bytes.toString('latin1', at, at + 4);
  return /^[0-9a-f]{4}$/i.test(text) ? Number.parseInt(text, 16) : Number.NaN;
}

/** `JSON.parse` makes the same number of 1 and 1.0, but only the first counts as a boolean too (`interface.md` 1.7). */
function floatsOf(text: string): string[][] {
  // Only there can a value begin; a match inside a string costs time and nothing else.
  if (!/[:[,]\s*-?[01](?:\.0|[eE])/.test(text)) return [];
  const found = new Map<unknown, Set<string>>();
  const root: unknown = JSON.parse(text, function (this: unknown, key, value: unknown, at?: { source?: string }) {
    const isFloat = (value === 0 || value === 1) && at?.source !== undefined && /[.eE]/.test(at.source);
    if (isFloat) found.set(this, (found.get(this) ?? new Set<string>()).add(key));
    return value;
  });
  return found.size > 0 ? pathsTo(found, root, []) : [];
}

/** The paths of all values given by holder and key. */
function pathsTo(
  found: ReadonlyMap<unknown, ReadonlySet<string>>,
  value: unknown,
  path: readonly string[],
): string[][] {
  if (value === null || typeof value !== 'object') return [];
  const own = found.get(value);
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = [...path, key];
    return own?.has(key) ? [here] : pathsTo(found, inner, here);
  });
}

function tooMany(): RestError {
  return new RestError(
    'rest_request_too_complex',
    'The JSON has too many entries, in all or in one object or list.',
    400,
  );
}

/** `__proto__` is dropped as in queries: assigned to a plain object it would no longer be data. Other keys are harmless. */
function withoutProto(value: unknown, text: string): unknown {
  const mayBeThere = text.includes('__proto__') || text.includes('\\u00');
  if (mayBeThere) dropProto(value);
  return value;
}

function dropProto(value: unknown): void {
  if (value === null || typeof value !== 'object') return;
  if (!Array.isArray(value)) Reflect.deleteProperty(value, '__proto__');
  for (const inner of Object.values(value)) dropProto(inner);
}
