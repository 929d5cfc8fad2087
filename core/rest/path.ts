import type { Edition } from '../site.ts';
import type { Dict } from '../types.ts';
import type * as v from 'valibot';
import { answersFor, forEdition } from '../schema/wire/args.ts';
import { itemOfAnswer, jsonType, optionsOf, partsOf } from '../schema/wire/walk.ts';
import type { ArgEntries, Endpoint, Method, RouteTable, Verb } from './route.ts';

export interface CompiledEndpoint extends Endpoint {
  readonly methods: readonly Method[];
}

/** A variable of a path: its name, and the pattern of its values. */
export interface Variable {
  name: string;
  pattern: string;
}

/** A route ready to be matched, reduced to the edition of the site. */
export interface CompiledRoute {
  readonly namespace: string;
  /** As printed in the index: variables as `(?P<name>pattern)`. */
  readonly path: string;
  /** As named in the table: variables as `{name}`. */
  readonly template: string;
  readonly variables: readonly Variable[];
  readonly endpoints: readonly CompiledEndpoint[];
  /** The schema of the route's item, identified by its title, for OPTIONS. */
  readonly item: v.GenericSchema | undefined;
  readonly pattern: RegExp;
  readonly methods: readonly Method[];
  /** The same in the format of the header `Allow`. */
  readonly allow: string;
  /** Whether the path has no variable, so `_links.self` can be given. */
  readonly fixed: boolean;
  /** Whether null means "not given" (`content.md` 1.2) instead of a wrong type (`interface.md` 1.7). */
  readonly nullIsAbsent: boolean;
}

export interface Match {
  route: CompiledRoute;
  vars: Dict<string>;
}

const METHODS: Readonly<Record<Verb, readonly Method[]>> = {
  GET: ['GET'],
  POST: ['POST'],
  EDIT: ['POST', 'PUT', 'PATCH'],
  PUT: ['PUT'],
  PATCH: ['PATCH'],
  DELETE: ['DELETE'],
};

/** Compiles the whole table once. */
export function compileRoutes(table: RouteTable, edition: Edition): CompiledRoute[] {
  return Object.entries(table).map(([template, verbs]) => {
    const endpoints = (Object.entries(verbs) as [Verb, Endpoint][]).map(([verb, one]): CompiledEndpoint => ({
      ...one,
      methods: METHODS[verb],
      args: forEdition(one.args, edition),
      answers: answersFor(one.answers, edition),
    }));
    const namespace = namespaceOf(template);
    const args = endpoints[0]?.args ?? {};
    const variables: Variable[] = [];
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
      const pattern = patternOf(args, name);
      variables.push({ name, pattern });
      return `(?P<${name}>${pattern})`;
    });
    const methods = endpoints.flatMap((one) => [...one.methods]);
    return {
      namespace,
      path,
      template,
      variables,
      endpoints,
      item: endpoints.map((one) => itemOfAnswer(one.answers)).find((item) => item && partsOf(item).title !== undefined),
      pattern: new RegExp(`^${path.replaceAll('(?P<', '(?<')}$`, 'i'),
      methods,
      allow: methods.join(', '),
      fixed: variables.length === 0,
      nullIsAbsent: namespace === 'wp/v2',
    };
  });
}

/** `wp/v2` for `/wp/v2/posts`; empty for the root and the batch. */
function namespaceOf(template: string): string {
  const [, name, version] = template.split('/');
  return name === undefined || version === undefined || name === 'batch' ? '' : `${name}/${version}`;
}

/** The pattern of a path variable's values. */
function patternOf(args: ArgEntries, name: string): string {
  const schema = args[name];
  if (!schema) throw new Error(`The variable ${name} of a path has no argument.`);
  const parts = partsOf(schema);
  if (parts.facts.inPath !== undefined) return parts.facts.inPath;
  if (jsonType(parts) === 'integer') return '[\\d]+';
  return parts.base.type === 'picklist' ? optionsOf(parts).join('|') : '[^/]+';
}

// Not state: depends on the routes and the path alone. A recompiled table has another first route.
const kept = new WeakMap<CompiledRoute, Map<string, readonly Match[]>>();
/** Maximum number of cached paths; beyond it the cache is cleared. */
const MOST = 500;
const LONGEST = 200;

/**
 * Every route that matches the whole path, in table order; a trailing slash and a doubled leading slash do not count
 * (`interface.md` 1.3). The result is shared: treat it as immutable.
 */
export function matchPath(table: readonly CompiledRoute[], path: string): readonly Match[] {
  const [first] = table;
  if (!first || path.length > LONGEST) return findMatches(table, path);
  let matches = kept.get(first);
  if (!matches || matches.size >= MOST) kept.set(first, (matches = new Map<string, readonly Match[]>()));
  let found = matches.get(path);
  if (!found) matches.set(path, (found = findMatches(table, path)));
  return found;
}

function findMatches(table: readonly CompiledRoute[], path: string): Match[] {
  const clean = cleanPath(path);
  if (clean === undefined) return [];
  const found: Match[] = [];
  for (const route of table) {
    const match = route.pattern.exec(clean);
    if (match) found.push({ route, vars: { ...match.groups } });
  }
  return found;
}

function cleanPath(path: string): string | undefined {
  let text: string;
  try {
    text = path.includes('%') ? decodeURIComponent(path) : path;
  } catch {
    return undefined;
  }
  if (!text.startsWith('/')) return text === '' ? '/' : undefined;
  const single = text.replace(/^\/{2,}/, '/');
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single;
}
