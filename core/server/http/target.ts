import { parseQuery } from '../../rest/query.ts';
import type { Dict } from '../../types.ts';

/** The target of a request: below the REST root, or a page of the server (`interface.md` 1.2). */
export type Target = { kind: 'rest'; path: string; query: Dict } | { kind: 'page'; path: string };

/** Parses a request target in origin form. Throws a `RestError` for a query that cannot be parsed. */
export function readTarget(url: string): Target {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const query = parseQuery(mark < 0 ? '' : url.slice(mark + 1));
  const isRest = path.startsWith(REST) && (path.length === REST.length || path[REST.length] === '/');
  if (isRest || path === '/' || path === '/index.php') {
    const route = takeRoute(query);
    if (route !== undefined) return { kind: 'rest', path: route, query };
  }
  return isRest ? { kind: 'rest', path: path.slice(REST.length) || '/', query } : { kind: 'page', path };
}

const REST = '/wp-json';

/** `rest_route` wins over the path. It is already decoded, while paths are decoded by the router. */
function takeRoute(query: Dict): string | undefined {
  const route = query['rest_route'];
  if (route === undefined) return undefined;
  delete query['rest_route'];
  if (typeof route !== 'string' || route === '') return undefined;
  return encodeURI(route).replaceAll('?', '%3F').replaceAll('#', '%23');
}
