import type { RestRequest } from '../types.ts';
import { itemRequest } from './batch-item.ts';
import { matchPath, type CompiledEndpoint, type CompiledRoute } from './path.ts';
import type { Traits } from './route.ts';

type Asked = Pick<RestRequest, 'method' | 'path' | 'query' | 'headers'>;

/** The effective method: overridden only over a real POST (`interface.md` 1.3). */
export function methodOf({ method, query, headers }: Asked): string {
  if (method !== 'POST') return method;
  const wanted = query?.['_method'] ?? headers?.['x-http-method-override'];
  return typeof wanted === 'string' && wanted !== '' ? wanted.toUpperCase() : method;
}

/** Whether the request only reads, and can store nothing. */
export function isRead({ method }: Asked): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

const NONE: Traits = {};

/** The traits of the endpoint for a request; empty if there is none. HEAD uses those of GET. */
export function traitsOf(table: readonly CompiledRoute[], request: Asked): Traits {
  return endpointOf(table, request)?.traits ?? NONE;
}

function endpointOf(table: readonly CompiledRoute[], request: Asked): CompiledEndpoint | undefined {
  const wanted = methodOf(request);
  const method = wanted === 'HEAD' ? 'GET' : wanted;
  for (const { route } of matchPath(table, request.path))
    for (const one of route.endpoints) if ((one.methods as readonly string[]).includes(method)) return one;
  return undefined;
}

/**
 * Whether a request may make the site larger: every write except deletes and settings, and batches of only those (`security.md`
 * 5.8).
 */
export function mayGrow(table: readonly CompiledRoute[], request: RestRequest): boolean {
  if (isRead(request)) return true;
  const { grows, isBatch } = traitsOf(table, request);
  if (!isBatch) return grows ?? methodOf(request) !== 'DELETE';
  const items = (request.body as { requests?: unknown } | undefined)?.requests;
  return !Array.isArray(items) || items.some((item: unknown) => itemMayGrow(table, item));
}

function itemMayGrow(table: readonly CompiledRoute[], item: unknown): boolean {
  const { method = 'POST', path } = (item ?? {}) as { method?: unknown; path?: unknown };
  if (typeof method !== 'string' || typeof path !== 'string') return true;
  try {
    const { grows, isBatch } = traitsOf(table, itemRequest({ method, path }));
    return isBatch ?? grows ?? method !== 'DELETE';
  } catch {
    return true;
  }
}

/** Whether the request may be one of several in a transaction: those that take part in batches may (`interface.md` 5). */
export function mayShare(table: readonly CompiledRoute[], request: RestRequest): boolean {
  // A replaced secret is removed as soon as its answer is known, so the row must be on the disk by then.
  if (request.sealed || request.file) return false;
  const { batch, dry } = traitsOf(table, request);
  return batch === true && !dry;
}
