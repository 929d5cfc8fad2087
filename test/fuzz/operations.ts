import * as fc from 'fast-check';
import type { Role } from '../../core/types.ts';
import { bodyOf, type Bench } from '../support/engine.ts';
import { valuesOf, type JsonSchema } from './json-schema.ts';

/** One verb of one route, as OPTIONS describes it. */
export interface Operation {
  method: string;
  /** With variables as `(?P<name>pattern)`. */
  path: string;
  args: Record<string, JsonSchema>;
  batch: boolean;
}

/** One request before the ids in its path are known. */
export interface Sketch {
  method: string;
  path: string;
  query: Record<string, unknown>;
  body: Record<string, unknown> | undefined;
  role: Role | 'guest';
}

type Described = Record<
  string,
  { endpoints: { methods: string[]; args: Record<string, JsonSchema>; allow_batch?: unknown }[] }
>;

/** Every operation there is, read from the index: a new route is covered by itself. */
export function operationsOf({ ask }: Bench): Operation[] {
  const routes = bodyOf(ask('GET', '/'))['routes'] as Described;
  return Object.entries(routes).flatMap(([path, { endpoints }]) =>
    endpoints.flatMap(({ methods, args, allow_batch }) =>
      methods.map((method) => ({ method, path, args, batch: allow_batch !== undefined })),
    ),
  );
}

/** Words that make a random request meet something that exists. */
const HINTS: Record<string, fc.Arbitrary<unknown>> = {
  slug: fc.constantFrom('en', 'fr', 'de', 'pt-br', 'news'),
  locale: fc.constantFrom('en_US', 'fr_FR', 'de_DE', 'ar', 'pt_BR', 'xx_YY'),
  lang: fc.constantFrom('en', 'fr', 'de', '', 'xx'),
  default_lang: fc.constantFrom('en', 'fr', 'de'),
  flag_code: fc.constantFrom('', 'fr', 'us', 'nowhere'),
  domains: fc.dictionary(
    fc.constantFrom('en', 'fr', 'de', 'xx'),
    fc.constantFrom('', 'a.test', 'https://b.test/x', 'ftp://c'),
  ),
  translations: fc.dictionary(fc.constantFrom('en', 'fr', 'de'), fc.integer({ min: 0, max: 9 }), { maxKeys: 3 }),
  timezone: fc.constantFrom('', 'UTC', 'Europe/Paris', 'Mars/Base'),
  nav_menus: fc.constantFrom({}, { t: { primary: { en: 1, fr: 0 } } }, { t: { primary: { xx: 1 } } }),
};

const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('', '1', 'true', null, [], {}, -1, 1.5, '__proto__'),
);
const smallId = fc.integer({ min: 0, max: 9 });

/**
 * Requests for these operations.
 * @param bad how often of ten a value is any value at all, and a name one nobody declared
 */
export function requestsFor(operations: readonly Operation[], bad: number): fc.Arbitrary<Sketch> {
  return fc.oneof(...operations.map((operation) => requestFor(operation, bad)));
}

function requestFor({ method, path, args }: Operation, bad: number): fc.Arbitrary<Sketch> {
  const names = Object.entries(args).filter(([name]) => !path.includes(`<${name}>`));
  const values = Object.fromEntries(names.map(([name, schema]) => [name, valueFor(name, schema, bad)]));
  const required = bad > 0 ? [] : names.filter(([, schema]) => schema.required === true).map(([name]) => name);
  const given = fc.oneof(
    { weight: 1, arbitrary: fc.record(values, { requiredKeys: required }) },
    // Whole requests are refused for one field in many: most ask for few.
    { weight: 3, arbitrary: fewOf(values, required) },
  );
  const extra = bad === 0 ? fc.constant({}) : fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, junk);
  const role = bad === 0 ? fc.constant('administrator' as const) : roles;
  return fc.record({ path: pathsFor(path), given, extra, role }).map((made) => {
    const all = { ...made.given, ...made.extra };
    const isRead = method === 'GET';
    return { method, path: made.path, query: isRead ? all : {}, body: isRead ? undefined : all, role: made.role };
  });
}

const roles: fc.Arbitrary<Sketch['role']> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Sketch['role']>('administrator') },
  { weight: 4, arbitrary: fc.constantFrom<Sketch['role']>('editor', 'author', 'contributor', 'subscriber', 'guest') },
);

const junk = fc.dictionary(
  fc.constantFrom('extra', '_fields', '_envelope', '_method', '_embed', 'constructor', 'context', 'term_id', 'id'),
  fc.oneof(fc.string({ maxLength: 8 }), strange),
  { minKeys: 1, maxKeys: 2 },
);

function fewOf(
  values: Record<string, fc.Arbitrary<unknown>>,
  required: readonly string[],
): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(values);
  return fc.subarray(names, { maxLength: Math.min(3, names.length) }).chain((chosen) => {
    const wanted = new Set([...required, ...chosen]);
    return fc.record(Object.fromEntries(Object.entries(values).filter(([name]) => wanted.has(name))));
  });
}

function valueFor(name: string, schema: JsonSchema, bad: number): fc.Arbitrary<unknown> {
  const good = valuesOf(schema);
  const hint = HINTS[name];
  const likely = hint ? fc.oneof({ weight: 3, arbitrary: hint }, good) : good;
  return bad === 0 ? likely : fc.oneof({ weight: 10 - bad, arbitrary: likely }, { weight: bad, arbitrary: strange });
}

/** What stands in addresses; a variable takes the first that its pattern allows. */
const PLACES = ['2', 'term', 'en', 'p2', 'post-2'];

/** One address of a route, every variable filled in with what its pattern allows. */
export function addressOf(path: string): string {
  return path.replaceAll(/\(\?P<\w+>((?:[^()]|\([^)]*\))*)\)/g, (_all, pattern: string) => {
    const whole = new RegExp(`^(?:${pattern})$`);
    return PLACES.find((place) => whole.test(place)) ?? '2';
  });
}

/** The address with its variables filled in. */
function pathsFor(path: string): fc.Arbitrary<string> {
  const parts = path.split(/(\(\?P<\w+>(?:[^()]|\([^)]*\))*\))/);
  const made = parts.map((part) => {
    if (!part.startsWith('(?P<')) return fc.constant(part);
    return part.includes('[\\d]')
      ? smallId.map(String)
      : fc.constantFrom('en', 'fr', 'post', 'category', 'publish', 'none');
  });
  return fc.tuple(...made).map((all) => all.join(''));
}
