import * as v from 'valibot';
import { partsOf } from './walk.ts';

/**
 * Arguments of a writing endpoint from the schema of its item: read-only fields go; on create required fields and
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

/** The same entries without what the standard edition lacks (`interface.md` 1.1). */
export function forEdition(entries: v.ObjectEntries, edition: 'extended' | 'standard'): v.ObjectEntries {
  if (edition === 'extended') return entries;
  return Object.fromEntries(Object.entries(entries).filter(([, schema]) => !partsOf(schema).facts.extended));
}
