import qs from 'qs';
import { RestError } from '../errors.ts';
import type { Dict } from '../types.ts';

/**
 * Parses a query string or a urlencoded form; parameters in the order sent (`security.md` 3.8). No object of the result has a
 * prototype: `constructor` is a key like any other, `__proto__` is dropped. Throws a `RestError` of status 400 for text beyond
 * the limits and for percent sequences that are not valid UTF-8.
 */
export function parseQuery(text: string): Dict {
  if (text === '') return Object.create(null) as Dict;
  if (text.length <= LONGEST_SIMPLE && SIMPLE.test(text)) return parseSimple(text);
  let indexes = 0;
  const decoder = (part: string, _default: unknown, _charset: string, type: 'key' | 'value'): string => {
    const decoded = decode(part);
    if (type === 'key') indexes += sumOfIndexes(decoded);
    if (indexes > INDEX_BUDGET) throw new RangeError('Too many large indexes.');
    return decoded;
  };
  try {
    const parsed = qs.parse(text, { ...OPTIONS, decoder: decoder as NonNullable<qs.IParseOptions['decoder']> });
    return withoutHoles(parsed) as Dict;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RestError('rest_request_too_complex', 'The request has too many or too deeply nested parameters.', 400);
  }
}

/** Plain names and values, nothing encoded and nothing nested: most queries. */
const SIMPLE = /^[\w-]+=[\w.,:-]*(?:&[\w-]+=[\w.,:-]*)*$/;
/** A query this short cannot exceed any of the limits. */
const LONGEST_SIMPLE = 1000;

/** The same result as qs for such a text, but cheaper. */
function parseSimple(text: string): Dict {
  const out = Object.create(null) as Dict;
  for (const pair of text.split('&')) {
    const mark = pair.indexOf('=');
    const name = pair.slice(0, mark);
    if (name !== '__proto__') out[name] = pair.slice(mark + 1);
  }
  return out;
}

const OPTIONS = {
  depth: 64,
  strictDepth: true,
  parameterLimit: 1000,
  throwOnLimitExceeded: true,
  arrayLimit: 10_000,
  plainObjects: true,
  allowPrototypes: false,
  allowDots: false,
  comma: false,
  // As in PHP: of `a=1&a=2` the last one counts.
  duplicates: 'last',
  // Holes are closed by `withoutHoles`: qs itself counts them one by one (measured: 2.7 s for 75 KB of `[9999]`).
  allowSparse: true,
} as const;

/**
 * qs builds and merges an array of n + 1 places for `a[n]`: with this limit, all of a request's together take only a few
 * milliseconds.
 */
const INDEX_BUDGET = 2_000_000;

function sumOfIndexes(key: string): number {
  let sum = 0;
  for (const [, digits] of key.matchAll(/\[(\d{1,15})(?=\])/g)) sum += Number(digits);
  return sum;
}

/** A sequence that is not an escape at all (`100%`) is kept, as in PHP; bytes that are not valid UTF-8 are refused. */
function decode(part: string): string {
  const text = part.includes('+') ? part.replaceAll('+', ' ') : part;
  return text.includes('%') ? text.replace(/(?:%[0-9a-f]{2})+/gi, decodeBytes) : text;
}

function decodeBytes(escapes: string): string {
  try {
    return decodeURIComponent(escapes);
  } catch {
    throw new RestError('rest_invalid_utf8', 'The request contains text that is not valid UTF-8.', 400);
  }
}

function withoutHoles(value: unknown): unknown {
  if (Array.isArray(value)) return Object.values(value).map(withoutHoles);
  if (value === null || typeof value !== 'object') return value;
  const map = value as Dict;
  for (const key of Object.keys(map)) map[key] = withoutHoles(map[key]);
  return map;
}
