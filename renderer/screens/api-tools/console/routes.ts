import type { RouteDescription } from '../../../lib/forms.ts';

/** The part of `GET {rest}/` used by the console: every route by its pattern. */
export interface ServerIndex {
  routes: Readonly<Record<string, RouteDescription>>;
}

/** One route of the server: `/pll/v1/languages/{term_id}`. */
export interface ConsoleRoute {
  template: string;
  /** Names of the path parameters. */
  params: string[];
  pattern: RegExp;
  described: RouteDescription;
}

/** A line of the list: the description of one endpoint. */
export interface RouteLine {
  id: string;
  method: string;
  route: ConsoleRoute;
  /** Without the namespace, which is the heading. */
  short: string;
}

const PARAM = /\(\?P<(\w+)>[^()]*\)/g;

/** The routes of an index, in order. */
export function readRoutes(index: ServerIndex): ConsoleRoute[] {
  return Object.entries(index.routes).map(([pattern, described]) => ({
    template: pattern.replaceAll(PARAM, '{$1}'),
    params: [...pattern.matchAll(PARAM)].map((match) => match[1] ?? ''),
    pattern: new RegExp(`^${pattern.replaceAll('(?P<', '(?<')}/?$`),
    described,
  }));
}

/** Lines by namespace. One line per endpoint: if POST, PUT and PATCH do the same, only PATCH. */
export function routeGroups(routes: readonly ConsoleRoute[], search: string): { name: string; lines: RouteLine[] }[] {
  const groups = new Map<string, RouteLine[]>();
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  for (const line of routes.flatMap(linesOf)) {
    const text = `${line.method} ${line.route.template}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    const name = groupOf(line.route);
    groups.set(name, [...(groups.get(name) ?? []), line]);
  }
  return [...groups].map(([name, lines]) => ({ name, lines }));
}

/** The route of a path: `known` while it still matches, else the first match. */
export function routeFor(
  routes: readonly ConsoleRoute[],
  path: string,
  known: string | undefined,
): ConsoleRoute | undefined {
  const bare = path.split('?')[0] ?? '';
  const before = routes.find((route) => route.template === known);
  if (before && hasShape(before.template, bare)) return before;
  return routes.find((route) => route.template === bare) ?? routes.find((route) => route.pattern.test(bare));
}

/** The value of a path parameter; "" if not filled in. */
export function paramIn(template: string, path: string, name: string): string {
  const at = template.split('/').indexOf(`{${name}}`);
  const word = (path.split('?')[0] ?? '').split('/')[at] ?? '';
  return word === `{${name}}` ? '' : decode(word);
}

/** The path with a parameter filled in; if emptied, its name in braces returns. */
export function withParam(template: string, path: string, name: string, value: string): string {
  const [bare = '', query] = path.split('?');
  const at = template.split('/').indexOf(`{${name}}`);
  const words = bare.split('/');
  words[at] = value === '' ? `{${name}}` : encodeURIComponent(value);
  return words.join('/') + (query === undefined ? '' : `?${query}`);
}

/** Unfilled parameters of a path. */
export function openParams(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

function linesOf(route: ConsoleRoute): RouteLine[] {
  const { namespace, endpoints } = route.described;
  const short = route.template.slice(namespace === '' ? 0 : namespace.length + 1) || '/';
  return endpoints.map(({ methods }) => {
    const method = methods.includes('PATCH') ? 'PATCH' : (methods[0] ?? 'GET');
    return { id: `${method} ${route.template}`, method, route, short };
  });
}

/** The batch has no namespace, but is grouped like one. */
function groupOf(route: ConsoleRoute): string {
  return route.described.namespace || route.template.slice(1) || '/';
}

function hasShape(template: string, path: string): boolean {
  const want = template.split('/');
  const have = path.split('/');
  return want.length === have.length && want.every((word, at) => word.startsWith('{') || word === have[at]);
}

function decode(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}
