import * as v from 'valibot';
import { partsOf } from './walk.ts';

/** Checked parameters, as received by a handler. */
export type Params<E extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<E, undefined>>;

/**
 * Arguments of a writing endpoint from the schema of its item: read-only fields are removed; on create required fields and
 * defaults stay, on update everything is optional and nothing has a default.
 */
export function argsFor(entries: v.ObjectEntries, use: 'create' | 'update'): v.ObjectEntries {
  const out: v.ObjectEntries = {};
  for (const [name, schema] of Object.entries(entries) as [string, v.GenericSchema][]) {
    const parts = partsOf(schema);
    if (parts.facts.readonly) continue;
    out[name] = use === 'create' ? schema : v.optional(withoutOptional(schema));
  }
  return out;
}

function withoutOptional(schema: v.GenericSchema): v.GenericSchema {
  return schema.type === 'optional' ? (schema as unknown as { wrapped: v.GenericSchema }).wrapped : schema;
}

/** The same entries without those missing in the standard edition (`interface.md` 1.1). */
export function forEdition(entries: v.ObjectEntries, edition: 'extended' | 'standard'): v.ObjectEntries {
  if (edition === 'extended') return entries;
  return Object.fromEntries(Object.entries(entries).filter(([, schema]) => !partsOf(schema).facts.extended));
}

/**
 * The same answer without fields missing in the standard edition: an item, a list or a map of them. For descriptions: it checks
 * nothing.
 */
export function answersFor(schema: v.GenericSchema, edition: 'extended' | 'standard'): v.GenericSchema {
  if (edition === 'extended') return schema;
  const { pipe, item, value, entries } = schema as v.GenericSchema & {
    pipe?: [v.GenericSchema, ...unknown[]];
    item?: v.GenericSchema;
    value?: v.GenericSchema;
    entries?: v.ObjectEntries;
  };
  const cut = {
    ...(pipe && { pipe: [answersFor(pipe[0], edition), ...pipe.slice(1)] }),
    ...(entries && { entries: forEdition(entries, edition) }),
    ...(item && { item: answersFor(item, edition) }),
    ...(value && { value: answersFor(value, edition) }),
  };
  return { ...schema, ...cut };
}
