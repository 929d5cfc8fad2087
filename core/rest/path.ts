import type { Edition } from '../site.ts';
import type { Dict } from '../types.ts';
import { forEdition } from '../schema/args.ts';
import type { Endpoint, Method, Route } from './route.ts';
import type * as v from 'valibot';
import { entriesOf } from '../schema/walk.ts';

/** A route ready to be matched, cut to the edition of the site. */
export interface CompiledRoute extends Route {
  readonly pattern: RegExp;
  readonly methods: readonly Method[];
  /** The same as the header `Allow` says it. */
  readonly allow: string;
  /** No variable in the path: `_links.self` can be given. */
  readonly fixed: boolean;
}

export interface Match {
  route: CompiledRoute;
  vars: Dict<string>;
}

/** Compiles the whole table once. Paths hold variables as `(?P<name>pattern)`. */
export function compileRoutes(routes: readonly Route[], edition: Edition): CompiledRoute[] {
  return routes.map((route) => {
    const endpoints = route.endpoints.map((one): Endpoint => ({ ...one, args: forEdition(one.args, edition) }));
    const item = route.item && { ...route.item, schema: itemFor(route.item.schema, edition) };
    const path = route.namespace === '' ? route.path : `/${route.namespace}${route.path}`;
    const methods = endpoints.flatMap((one) => [...one.methods]);
    return {
      ...route,
      path,
      endpoints,
      ...(item && { item }),
      pattern: new RegExp(`^${path.replaceAll('(?P<', '(?<')}$`, 'i'),
      methods,
      allow: methods.join(', '),
      fixed: !route.path.includes('(?P<'),
    };
  });
}

function itemFor(schema: v.GenericSchema, edition: Edition): v.GenericSchema {
  const entries = entriesOf(schema);
  if (edition === 'extended' || !entries) return schema;
  return { ...schema, entries: forEdition(entries, edition) } as unknown as v.GenericSchema;
}

// Not state: what is kept follows from the routes and the path alone. A table that is compiled anew has another first route.
const kept = new WeakMap<CompiledRoute, Map<string, readonly Match[]>>();
/** Most paths remembered at a time; then all go. */
const MOST = 500;
const LONGEST = 200;

/**
 * Every route whose whole path matches, in table order; a trailing slash and a doubled leading slash do not count
 * (`interface.md` 1.3). The answer is shared: nobody may change it.
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
