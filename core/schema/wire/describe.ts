import type * as v from 'valibot';
import type { Dict } from '../../types.ts';
import { entriesOf, itemOf, jsonType, optionsOf, partsOf, recordOf, unionOf, type Parts } from './walk.ts';

/** Converts a schema to JSON Schema (draft 04) as answered by OPTIONS and read by forms (`interface.md` 6.1). */
export function describe(schema: v.GenericSchema, manner: Pick<Manner, 'named' | 'codes'> = {}): Dict {
  return describeAs({ isRequest: false, ...manner }, schema);
}

/** Returns the replacement for an item that has a title. */
export type Named = (title: string, described: Dict) => Dict;

interface Manner {
  /** Requests list required fields even for open objects; answers do not, because `_fields` may remove them. */
  isRequest: boolean;
  named?: Named | undefined;
  /** Codes of the existing languages, if they are listed. */
  codes?: readonly string[] | undefined;
}

function describeAs(manner: Manner, schema: v.GenericSchema): Dict {
  const parts = partsOf(schema);
  const out: Dict = {};
  if (parts.description) out['description'] = parts.description;
  Object.assign(out, describeType(manner, parts, schema), describeRules(parts));
  const { format, context, choices, language, readonly: isReadonly } = parts.facts;
  if (language && manner.codes?.length) out['enum'] = [...(language === 'or none' ? [''] : []), ...manner.codes];
  if (choices) out['enum'] = [...choices()];
  if (format) out['format'] = format;
  if (parts.fallback !== undefined) out['default'] = parts.fallback;
  if ('default' in parts.facts) out['default'] = parts.facts.default;
  if (context) out['context'] = context;
  if (isReadonly) out['readonly'] = true;
  return manner.named && parts.title !== undefined ? manner.named(parts.title, out) : out;
}

/** The whole item: `$schema`, title, properties (`interface.md` 6.1). */
export function describeItem(schema: v.GenericSchema): Dict {
  const { title, facts } = partsOf(schema);
  const described = { $schema: 'http://json-schema.org/draft-04/schema#', title, ...describe(schema) };
  return facts.closed ? { ...described, additionalProperties: false } : described;
}

/** Arguments of an endpoint, each with `required`. */
export function describeArgs(entries: v.ObjectEntries, codes?: readonly string[]): Dict {
  const out: Dict = {};
  for (const [name, schema] of Object.entries(entries) as [string, v.GenericSchema][]) {
    out[name] = { ...describeAs({ isRequest: true, codes }, schema), required: !partsOf(schema).optional };
  }
  return out;
}

function describeType(manner: Manner, parts: Parts, schema: v.GenericSchema): Dict {
  const type = jsonType(parts);
  if (type === 'any') return {};
  if (type === 'union') return describeUnion(manner, parts);
  const out: Dict = { type };
  if (parts.base.type === 'picklist') out['enum'] = [...optionsOf(parts)];
  if (type === 'array') out['items'] = describeAs(manner, itemOf(parts));
  if (type === 'object') Object.assign(out, describeObject(manner, parts, schema));
  return out;
}

function describeUnion(manner: Manner, parts: Parts): Dict {
  const options = unionOf(parts).map((option) => describeAs(manner, option));
  const simple = options.every((option) => Object.keys(option).every((key) => key === 'type' || key === 'properties'));
  const properties = options.find((option) => option['properties'])?.['properties'];
  return simple
    ? { type: options.map((option) => option['type']), ...(properties ? { properties } : {}) }
    : { anyOf: options };
}

function describeObject(manner: Manner, parts: Parts, schema: v.GenericSchema): Dict {
  const entries = entriesOf(schema);
  if (entries) {
    const properties: Dict = {};
    const required: string[] = [];
    for (const [name, entry] of Object.entries(entries) as [string, v.GenericSchema][]) {
      properties[name] = describeAs(manner, entry);
      const facts = partsOf(entry);
      if (!facts.optional && !facts.facts.readonly) required.push(name);
    }
    const closed = parts.base.type === 'strict_object';
    return {
      properties,
      ...((closed || manner.isRequest) && required.length > 0 ? { required } : {}),
      ...(closed ? { additionalProperties: false } : {}),
    };
  }
  const { key, value } = recordOf(parts);
  const pattern = ruleOf(partsOf(key), 'regex');
  if (!pattern) return { additionalProperties: describeAs(manner, value) };
  return {
    patternProperties: { [(pattern as RegExp).source]: describeAs(manner, value) },
    additionalProperties: false,
  };
}

function describeRules(parts: Parts): Dict {
  const out: Dict = {};
  const type = jsonType(parts);
  for (const action of parts.actions) {
    if (action.type === 'regex') out['pattern'] = (action.requirement as RegExp).source;
    if (action.type === 'min_length') out[type === 'array' ? 'minItems' : 'minLength'] = action.requirement;
    if (action.type === 'max_length') out[type === 'array' ? 'maxItems' : 'maxLength'] = action.requirement;
    if (action.type === 'min_value') out['minimum'] = action.requirement;
    if (action.type === 'max_value') out['maximum'] = action.requirement;
    if (action.type === 'check_items' || action.type === 'some_item') out['uniqueItems'] = true;
  }
  return out;
}

function ruleOf(parts: Parts, type: string): unknown {
  return parts.actions.find((action) => action.type === type)?.requirement;
}
