import { describeArgs, describeItem } from '../schema/wire/describe.ts';
import { partsOf } from '../schema/wire/walk.ts';
import type { Dict } from '../types.ts';
import type { CompiledRoute } from './path.ts';

/** Describes a route as OPTIONS returns it (`interface.md` 6.1). `rest`: local REST root without trailing slash. */
export function describeRoute(route: CompiledRoute, rest: string): Dict {
  const out = routeEntry(route, rest);
  const links = out['_links'];
  delete out['_links'];
  return {
    ...out,
    ...(route.item && { schema: { ...describeItem(route.item), ...schemaLinks(route, rest) } }),
    ...(links !== undefined && { _links: links }),
  };
}

/** The allowed actions on an item, as relations of its `_links` (`content.md` 1.2). */
function schemaLinks({ item, path }: CompiledRoute, rest: string): Dict {
  const rels = item && partsOf(item).facts.links;
  if (!rels) return {};
  const href = `${rest}${path.replace(/\/\(.*$/, '')}/{id}`;
  return { links: rels.map((rel) => ({ rel, href, targetSchema: { type: 'object', properties: {} } })) };
}

/** Describes a route as the indexes list it (`interface.md` 6.2). */
export function routeEntry(route: CompiledRoute, rest: string): Dict {
  return {
    namespace: route.namespace,
    methods: [...route.methods],
    endpoints: route.endpoints.map((one) => ({
      methods: [...one.methods],
      ...(one.traits.batch && { allow_batch: { v1: true } }),
      args: describeArgs(one.args),
    })),
    ...(route.fixed && { _links: { self: [{ href: rest + route.path }] } }),
  };
}

/** All routes of a namespace by pattern; `withSchema` adds the item schemas (`context=help`). */
export function routeList(
  table: readonly CompiledRoute[],
  options: { rest: string; namespace?: string; withSchema?: boolean },
): Dict {
  const out: Dict = {};
  for (const route of table) {
    if (options.namespace !== undefined && route.namespace !== options.namespace) continue;
    out[route.path] = options.withSchema ? describeRoute(route, options.rest) : routeEntry(route, options.rest);
  }
  return out;
}
