import type * as v from 'valibot';

/** Facts about the wire format attached to a schema (`v.metadata`). A schema contains no transform: these supply the rest. */
export interface FieldFacts {
  /** Only in answers, never written. */
  readonly?: boolean;
  /** Only in the extended edition. */
  extended?: boolean;
  /** A credential: `seal` removes the value from the request. `once`: kept in memory for this one order, never stored. */
  secret?: boolean | 'once';
  /** A parameter that counts as not given if its value has another type (`lang[]=fr`, `content.md` 5.5). */
  lenient?: boolean;
  /** The currently allowed values, if they change with the site. */
  choices?: () => readonly string[];
  /** The allowed keys of an open object that is checked after the other parameters. */
  values?: v.ObjectEntries;
  /** The code of a language, or also "": OpenAPI lists the existing ones. */
  language?: 'one' | 'or none';
  context?: readonly string[];
  format?: string;
  /** The pattern for the values of a path variable; not needed for integers and picklists. */
  inPath?: string;
  /** For an item: OPTIONS declares that it has no other fields (`interface.md` 6.1). */
  closed?: boolean;
  /** For an item: relations of its `_links` that OPTIONS lists in `schema.links`. */
  links?: readonly string[];
  /** The default as printed in OPTIONS, if it is not that of an argument. */
  default?: unknown;
}

type Action = {
  kind: string;
  type: string;
  requirement?: unknown;
  metadata?: unknown;
  description?: unknown;
  title?: unknown;
};

/** The parts of a schema: what is inside `v.optional` and `v.pipe`. */
export interface Parts {
  base: v.GenericSchema;
  optional: boolean;
  /** Default of `v.optional`; undefined if it has none. */
  fallback: unknown;
  actions: readonly Action[];
  facts: FieldFacts;
  description: string | undefined;
  /** The name of an item, for programs. */
  title: string | undefined;
}

const cache = new WeakMap<object, Parts>();

/** Splits a schema into its parts; the result is cached, because schemas never change. */
export function partsOf(schema: v.GenericSchema): Parts {
  let parts = cache.get(schema);
  if (!parts) cache.set(schema, (parts = takeApart(schema)));
  return parts;
}

function takeApart(schema: v.GenericSchema): Parts {
  if (schema.type === 'optional' || schema.type === 'nullish' || schema.type === 'exact_optional') {
    const outer = schema as unknown as { wrapped: v.GenericSchema; default: unknown };
    return { ...partsOf(outer.wrapped), optional: true, fallback: outer.default };
  }
  const pipe = (schema as { pipe?: readonly unknown[] }).pipe;
  const inner = pipe ? partsOf(pipe[0] as v.GenericSchema) : undefined;
  const actions = [...(inner?.actions ?? []), ...((pipe?.slice(1) ?? []) as Action[])];
  const facts: FieldFacts = {};
  let description: string | undefined;
  let title: string | undefined;
  for (const action of actions) {
    if (action.type === 'metadata') Object.assign(facts, action.metadata);
    if (action.type === 'description') description = String(action.description);
    if (action.type === 'title') title = String(action.title);
  }
  return {
    base: inner?.base ?? schema,
    optional: inner?.optional ?? false,
    fallback: inner?.fallback,
    actions,
    facts,
    description,
    title,
  };
}

/** Entries of an object schema, with or without wrappers; undefined for other schemas. */
export function entriesOf(schema: v.GenericSchema): v.ObjectEntries | undefined {
  return (partsOf(schema).base as { entries?: v.ObjectEntries }).entries;
}

export type JsonType = 'integer' | 'number' | 'string' | 'boolean' | 'null' | 'array' | 'object' | 'any' | 'union';

/** The JSON type a schema accepts. */
export function jsonType(parts: Parts): JsonType {
  switch (parts.base.type) {
    case 'string':
    case 'boolean':
    case 'null':
    case 'array':
    case 'union':
      return parts.base.type;
    case 'number':
      return parts.actions.some((a) => a.type === 'integer') ? 'integer' : 'number';
    case 'tuple':
      return 'array';
    case 'picklist':
      return typeof optionsOf(parts)[0] === 'number' ? 'integer' : 'string';
    case 'object':
    case 'strict_object':
    case 'loose_object':
    case 'record':
      return 'object';
    default:
      return 'any';
  }
}

/** Values of a picklist. */
export function optionsOf(parts: Parts): readonly (string | number)[] {
  return (parts.base as unknown as { options: readonly (string | number)[] }).options;
}

/** Schemas of a union. */
export function unionOf(parts: Parts): readonly v.GenericSchema[] {
  return (parts.base as unknown as { options: readonly v.GenericSchema[] }).options;
}

/** Item schema of an array, or of a pair. */
export function itemOf(parts: Parts): v.GenericSchema {
  const { item, items } = parts.base as unknown as { item?: v.GenericSchema; items: [v.GenericSchema] };
  return item ?? items[0];
}

/** Key and value schemas of a record. */
export function recordOf(parts: Parts): { key: v.GenericSchema; value: v.GenericSchema } {
  return parts.base as unknown as { key: v.GenericSchema; value: v.GenericSchema };
}

/** The item of an answer: the answer itself, or the element of a list or map; the first one, if there is more than one. */
export function itemOfAnswer(schema: v.GenericSchema): v.GenericSchema | undefined {
  const parts = partsOf(schema);
  if (parts.title !== undefined) return schema;
  if (parts.base.type === 'array') return itemOfAnswer(itemOf(parts));
  if (parts.base.type === 'record') return itemOfAnswer(recordOf(parts).value);
  const [first] = parts.base.type === 'union' ? unionOf(parts) : [];
  return first && itemOfAnswer(first);
}

/** Schema of the value under a key: of an item, of a map, of a known property. */
export function innerOf(schema: v.GenericSchema, key: string): v.GenericSchema | undefined {
  const parts = partsOf(schema);
  if (jsonType(parts) === 'array') return itemOf(parts);
  if (parts.base.type === 'record') return recordOf(parts).value;
  const entries = parts.facts.values ?? entriesOf(schema) ?? {};
  return Object.hasOwn(entries, key) ? entries[key] : undefined;
}
