import * as fc from 'fast-check';
import { allows, valuesOf, type JsonSchema } from './json-schema.ts';

/** A value that a schema does not allow, and the error code of its refusal (`interface.md` 1.8). */
export interface Fault {
  what: string;
  value: unknown;
  code: string;
}

/** Every way to be wrong that the schema names, the parts of lists and maps included. */
export function faultsOf(schema: JsonSchema): Fault[] {
  return [...typeFaults(schema), ...ruleFaults(schema), ...partFaults(schema)];
}

const TYPE = 'rest_invalid_type';
const CLOSED = 'rest_additional_properties_forbidden';

/** What no reading of loose input turns into the type (`interface.md` 1.7). */
const WRONG: Record<string, readonly unknown[]> = {
  integer: [null, 'x', '', '2abc', '0x2', true, {}, [], [1], 1.5, '1.5', Infinity],
  number: [null, 'x', '', true, {}, []],
  boolean: [null, 'yes', 'on', '', 2, 1.5, {}, [], [true]],
  string: [null, 5, 0, true, false, {}, [], ['a']],
  array: [null, { a: 1 }, { 0: 'a', '01': 'b' }],
  object: [null, 'x', 5, true],
};

function typeFaults({ type, anyOf }: JsonSchema): Fault[] {
  if (anyOf || type === undefined || Array.isArray(type)) return [];
  return (WRONG[type] ?? []).map((value) => ({ what: `type: ${JSON.stringify(value)}`, value, code: TYPE }));
}

function ruleFaults(schema: JsonSchema): Fault[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema;
  const rows: [string, unknown, string, unknown][] = [
    ['enum', schema.enum, 'rest_not_in_enum', typeof schema.enum?.[0] === 'number' ? 99 : 'no such word'],
    ['minimum', minimum, 'rest_out_of_bounds', Number(minimum) - 1],
    ['maximum', maximum, 'rest_out_of_bounds', Number(maximum) + 1],
    ['minLength', minLength, 'rest_too_short', ''],
    ['maxLength', maxLength, 'rest_too_long', 'a'.repeat((maxLength ?? 0) + 1)],
    ['minItems', minItems, 'rest_too_few_items', []],
    ['maxItems', maxItems, 'rest_too_many_items', tooMany(schema)],
    ['pattern', pattern, 'rest_invalid_pattern', unmatched(schema)],
  ];
  return rows.flatMap(([rule, said, code, value]) =>
    said === undefined || value === undefined ? [] : [{ what: `${rule}: ${shorten(value)}`, value, code }],
  );
}

/** A list with one good item more than it may have. */
function tooMany({ items = {}, maxItems = 0 }: JsonSchema): unknown[] {
  const [item] = fc.sample(valuesOf(items), { seed: 1, numRuns: 1 });
  return Array.from({ length: maxItems + 1 }, () => item);
}

function partFaults(schema: JsonSchema): Fault[] {
  const { items, properties, patternProperties, additionalProperties } = schema;
  const inItems = items
    ? faultsOf(items).map((fault) => ({ ...fault, what: `[0] ${fault.what}`, value: [fault.value] }))
    : [];
  const others = requiredOf(schema);
  const inProperties = Object.entries(properties ?? {}).flatMap(([name, inner]) =>
    faultsOf(inner).map((fault) => ({
      ...fault,
      what: `[${name}] ${fault.what}`,
      value: { ...others, [name]: fault.value },
    })),
  );
  const inPatterns = Object.entries(patternProperties ?? {}).flatMap(([pattern, inner]) => {
    const key = matched(pattern);
    return faultsOf(inner).map((fault) => ({
      ...fault,
      what: `[${key}] ${fault.what}`,
      value: { [key]: fault.value },
    }));
  });
  const isClosed = additionalProperties === false;
  const keys = !isClosed ? [] : patternProperties ? unmatchedKeys(Object.keys(patternProperties)) : ['no such key'];
  const inKeys = keys.map((key) => ({ what: `key ${key}`, value: { ...others, [key]: {} }, code: CLOSED }));
  return [...inItems, ...inProperties, ...inPatterns, ...inKeys];
}

/** Good values of the properties that may not be missing: a fault can only be judged in a whole. */
export function requiredOf({ properties = {}, required }: JsonSchema): Record<string, unknown> {
  const names = Array.isArray(required)
    ? required
    : Object.keys(properties).filter((name) => properties[name]?.required === true);
  return Object.fromEntries(
    names.map((name) => [name, fc.sample(valuesOf(properties[name] ?? {}), { seed: 1, numRuns: 1 })[0]]),
  );
}

const SAMPLES = ['', ' ', '!', 'A b', '-', '\n', '::', 'en', 'a', 'fr_FR', 'w0', 'p1.title'];

function unmatched({ pattern, minLength }: JsonSchema): string | undefined {
  if (pattern === undefined) return undefined;
  return SAMPLES.find((text) => !new RegExp(pattern).test(text) && allows({ minLength: minLength ?? 0 }, text));
}

function matched(pattern: string): string {
  const found = SAMPLES.find((text) => new RegExp(pattern).test(text) && text.trim() !== '');
  if (found === undefined) throw new Error(`No sample is a key that ${pattern} allows: add one`);
  return found;
}

function unmatchedKeys(patterns: readonly string[]): string[] {
  return SAMPLES.filter((text) => !patterns.some((pattern) => new RegExp(pattern).test(text))).slice(0, 2);
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 37)}...` : text;
}
