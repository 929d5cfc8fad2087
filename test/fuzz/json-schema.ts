import * as fc from 'fast-check';

/** The subset of JSON Schema (draft 04) that OPTIONS uses. */
export interface JsonSchema {
  type?: string | string[];
  enum?: (string | number)[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  patternProperties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
  required?: boolean | string[];
  anyOf?: JsonSchema[];
  format?: string;
  default?: unknown;
  readonly?: boolean;
}

type Arbitrary = fc.Arbitrary<unknown>;

/** Values the schema allows. */
export function valuesOf(schema: JsonSchema): Arbitrary {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valuesOf));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => valuesOf({ ...schema, type })));
  // A list of the site's languages is empty before the first.
  if (schema.enum) return schema.enum.length > 0 ? fc.constantFrom(...schema.enum) : fc.constant('');
  switch (schema.type) {
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -0x80000000, max: schema.maximum ?? 0x7fffffff });
    case 'number':
      return fc.double({
        noNaN: true,
        noDefaultInfinity: true,
        min: schema.minimum ?? -1e9,
        max: schema.maximum ?? 1e9,
      });
    case 'boolean':
      return fc.boolean();
    case 'string':
      return textsOf(schema);
    case 'array':
      return listsOf(schema);
    case 'object':
      return mapsOf(schema);
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

/** Whether the schema allows a value: written from the specification of JSON Schema, not from our own walkers. */
export function allows(schema: JsonSchema, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((one) => allows(one, value));
  if (schema.enum && !schema.enum.includes(value as string | number)) return false;
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isOfType(type, value))) return false;
  if (typeof value === 'string') return allowsText(schema, value);
  if (typeof value === 'number') return value >= (schema.minimum ?? -Infinity) && value <= (schema.maximum ?? Infinity);
  if (Array.isArray(value)) return allowsList(schema, value);
  return typeof value === 'object' && value !== null ? allowsMap(schema, value as Record<string, unknown>) : true;
}

function textsOf({ pattern, minLength = 0, maxLength }: JsonSchema): Arbitrary {
  if (pattern === undefined) return fc.string({ minLength, maxLength: maxLength ?? Math.max(minLength, 40) });
  // Without a limit of its own any length will do: a filter that lets nothing pass would never end.
  return matching(pattern).filter((text) => text.length >= minLength && text.length <= (maxLength ?? Infinity));
}

/** The generator knows no look-ahead: made without it, then judged with it. */
function matching(pattern: string): fc.Arbitrary<string> {
  const whole = new RegExp(pattern);
  return fc.stringMatching(new RegExp(pattern.replace(/\(\?![^)]*\)/g, ''))).filter((text) => whole.test(text));
}

function listsOf({ items = {}, minItems = 0, maxItems = 4, uniqueItems }: JsonSchema): Arbitrary {
  const size = { minLength: minItems, maxLength: Math.min(maxItems, minItems + 4) };
  return uniqueItems ? fc.uniqueArray(valuesOf(items), size) : fc.array(valuesOf(items), size);
}

function mapsOf(schema: JsonSchema): Arbitrary {
  const { properties, patternProperties, additionalProperties } = schema;
  if (patternProperties) {
    const [[pattern, inner] = ['', {}]] = Object.entries(patternProperties);
    return fc.dictionary(keysOf(new RegExp(pattern)), valuesOf(inner), { maxKeys: 4 });
  }
  if (properties) {
    const required = Array.isArray(schema.required) ? schema.required : [];
    const entries = Object.entries(properties).filter(([, one]) => !one.readonly);
    return fc.record(Object.fromEntries(entries.map(([name, one]) => [name, valuesOf(one)])), {
      requiredKeys: required,
    });
  }
  const inner = typeof additionalProperties === 'object' ? valuesOf(additionalProperties) : fc.jsonValue();
  return fc.dictionary(keysOf(/^[a-z]{1,8}$/), inner, { maxKeys: 4 });
}

/** Names every object has are refused as keys, whatever the pattern says (`schema/explain.ts`). */
const UNSAFE = new Set(['__proto__', 'constructor', 'prototype']);

function keysOf(pattern: RegExp): fc.Arbitrary<string> {
  return fc.stringMatching(pattern).filter((key) => !UNSAFE.has(key));
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return typeof value === 'number';
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

function allowsText({ pattern, minLength = 0, maxLength = Infinity }: JsonSchema, text: string): boolean {
  return (
    (pattern === undefined || new RegExp(pattern).test(text)) && text.length >= minLength && text.length <= maxLength
  );
}

function allowsList(
  { items = {}, minItems = 0, maxItems = Infinity, uniqueItems }: JsonSchema,
  list: unknown[],
): boolean {
  const isUnique = !uniqueItems || new Set(list.map((item) => JSON.stringify(item))).size === list.length;
  return isUnique && list.length >= minItems && list.length <= maxItems && list.every((item) => allows(items, item));
}

function allowsMap(schema: JsonSchema, map: Record<string, unknown>): boolean {
  const { properties = {}, patternProperties = {}, additionalProperties = true } = schema;
  const required = Array.isArray(schema.required) ? schema.required : [];
  const isKnown = (key: string): boolean =>
    Object.hasOwn(properties, key) || Object.keys(patternProperties).some((pattern) => new RegExp(pattern).test(key));
  return (
    required.every((name) => Object.hasOwn(map, name)) &&
    Object.entries(map).every(([key, value]) => {
      if (UNSAFE.has(key) && !Object.hasOwn(properties, key)) return additionalProperties !== false;
      if (!isKnown(key))
        return typeof additionalProperties === 'object' ? allows(additionalProperties, value) : additionalProperties;
      const own = Object.hasOwn(properties, key) ? [properties[key] ?? {}] : [];
      const byPattern = Object.entries(patternProperties).flatMap(([pattern, one]) =>
        new RegExp(pattern).test(key) ? [one] : [],
      );
      return [...own, ...byPattern].every((one) => allows(one, value));
    })
  );
}
