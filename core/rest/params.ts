import type * as v from 'valibot';
import { RestError } from '../errors.ts';
import { check, type Fault } from '../schema/wire/explain.ts';
import { isMap, markFloat } from '../schema/wire/coerce.ts';
import { partsOf, type Parts } from '../schema/wire/walk.ts';
import type { Dict, RestRequest } from '../types.ts';
import type { ArgEntries } from './route.ts';

/**
 * All parameters of a request, in the order it named them: query first, then body; the path beats both (`interface.md` 1.6, 2.3).
 */
export function collect(request: RestRequest, vars: Dict<string>): { raw: Dict; given: string[] } {
  const { query, body } = request;
  const raw = new Bare();
  if (query) for (const name of Object.keys(query)) raw[name] = query[name];
  if (isMap(body)) for (const name of Object.keys(body)) raw[name] = body[name];
  const given = Object.keys(raw);
  for (const name of Object.keys(vars)) raw[name] = vars[name];
  return { raw, given };
}

/**
 * What a permission may read if the parameters were not checked, or belong to another method: lists and maps are left out, since
 * no rule reads them and a map without prototype cannot even be compared.
 */
export function plainValues(raw: Dict): Dict {
  const plain = new Bare();
  for (const name of Object.keys(raw)) if (typeof raw[name] !== 'object' || raw[name] === null) plain[name] = raw[name];
  return plain;
}

/**
 * An object without prototype: a lookup finds only what was sent, never what every object inherits. Objects made by
 * `Object.create(null)` are in dictionary mode, which is slow to copy; this one is copied for each permission.
 */
const Bare = function (): void {
  // Intentionally empty.
} as unknown as new () => Dict;
Bare.prototype = Object.create(null) as object;

/**
 * Checks all declared parameters (`interface.md` 1.4 steps 8 to 10): first what is missing, then all faults together, in the
 * order of the schema. `floats` lists the numbers written as floats. Returns the typed parameters; throws
 * `rest_missing_callback_param` or `rest_invalid_param`.
 */
export function checkParams(
  args: ArgEntries,
  raw: Dict,
  nullIsAbsent: boolean,
  floats: NonNullable<RestRequest['floats']> = [],
): Dict {
  const known = knownArgs(args);
  const isMissing = (name: string): boolean => raw[name] === undefined || raw[name] === null;
  if (known.required.some(isMissing)) throw missingParams(known.required.filter(isMissing));
  const params = new Bare();
  const faults = new Map<string, Fault>();
  for (const { name, schema, parts } of expected(known, raw)) {
    const value = raw[name];
    if (value === undefined || (value === null && nullIsAbsent && !takesNull(parts))) {
      if (parts.fallback !== undefined) params[name] = parts.fallback;
      continue;
    }
    const marked = floats.reduce<unknown>(
      (whole, [first, ...rest]) => (first === name ? markFloat(schema, whole, rest) : whole),
      value,
    );
    const checked = check(schema, name, marked);
    if (checked.ok) params[name] = checked.value;
    else if (parts.facts.lenient) params[name] = parts.fallback;
    else faults.set(name, checked.fault);
  }
  if (faults.size > 0) throw invalidParams(faults);
  return params;
}

interface KnownArg {
  name: string;
  /** Its position in the schema. */
  place: number;
  schema: v.GenericSchema;
  parts: Parts;
}

interface KnownArgs {
  byName: ReadonlyMap<string, KnownArg>;
  required: readonly string[];
  /** Arguments that have a default. */
  filled: readonly KnownArg[];
}

/** The arguments that will have a value, in the order of the schema: requests often name only a few. */
function expected({ byName, filled }: KnownArgs, raw: Dict): readonly KnownArg[] {
  const found = [...filled];
  for (const name of Object.keys(raw)) {
    const arg = byName.get(name);
    if (arg && arg.parts.fallback === undefined) found.push(arg);
  }
  return found.length > 1 ? found.sort((a, b) => a.place - b.place) : found;
}

// Not state: a pure function of the arguments, which never change.
const argsSeen = new WeakMap<ArgEntries, KnownArgs>();

function knownArgs(args: ArgEntries): KnownArgs {
  const seen = argsSeen.get(args);
  if (seen) return seen;
  const entries = Object.entries(args) as [string, v.GenericSchema][];
  const all = entries.map(([name, schema], place): KnownArg => ({ name, place, schema, parts: partsOf(schema) }));
  const known = {
    byName: new Map(all.map((arg) => [arg.name, arg])),
    required: all.filter(({ parts }) => !parts.optional).map(({ name }) => name),
    filled: all.filter(({ parts }) => parts.fallback !== undefined),
  };
  argsSeen.set(args, known);
  return known;
}

function takesNull(parts: Parts): boolean {
  return parts.base.type === 'nullable';
}

/**
 * 400 `rest_invalid_param` with the first fault of each parameter (`interface.md` 1.8). Also used by domain rules that report a
 * fault of a parameter.
 */
export function invalidParams(faults: ReadonlyMap<string, Fault>): RestError {
  const names = [...faults.keys()];
  const params: Dict = {};
  const details: Dict = {};
  for (const [name, fault] of faults) {
    params[name] = fault.message;
    details[name] = { ...fault };
  }
  return new RestError('rest_invalid_param', `Invalid parameters: ${names.join(', ')}.`, 400, {
    data: { params, details },
  });
}

function missingParams(names: readonly string[]): RestError {
  return new RestError('rest_missing_callback_param', `Missing parameters: ${names.join(', ')}.`, 400, {
    data: { params: names },
  });
}
