import type * as v from 'valibot';
import { isMap } from '../schema/wire/coerce.ts';
import { MASK } from '../schema/wire/mask.ts';
import { entriesOf, partsOf } from '../schema/wire/walk.ts';
import type { Dict, RestRequest } from '../types.ts';
import { itemRequest } from './batch-item.ts';
import { traitsOf } from './lookup.ts';
import { matchPath, type CompiledRoute, type Match } from './path.ts';

/**
 * Stores secrets outside the site file, encrypted, found by id (`security.md` 3.6). Provided by the host: keyring in the window,
 * a 0600 file or memory in headless mode.
 */
export interface SecretStore {
  /** Encrypts and stores durably under a new id (a UUID); resolves to the id. */
  put(value: string): Promise<string>;
  /** Keeps a value in memory only, for one order; returns its id. Left out: not needed. */
  hold?(value: string): string;
  /** The secret, or undefined if it is unknown or no longer readable. */
  get(id: string): Promise<string | undefined>;
  /** Removes every secret whose id is not in `keep`: orphans of crashes and replaced keys. Returns how many. */
  sweep(keep: ReadonlySet<string>): Promise<number>;
}

/** Where secrets are in the arguments of a route: lists of names, outermost first. */
type SecretPath = readonly string[];

/**
 * Removes secrets from a request before `dispatch` sees it (`architecture.md` 4): values of fields marked `secret` in the schema
 * are encrypted, stored and replaced by an id. "" and the mask have other meanings and stay; non-strings stay too, for the check
 * to refuse. Most requests hold none and are returned synchronously.
 */
export function seal(
  table: readonly CompiledRoute[],
  secrets: SecretStore,
  request: RestRequest,
): RestRequest | Promise<RestRequest> {
  const own = withoutSealed(request);
  return holdsSecret(table, own) ? sealEach(table, secrets, own) : own;
}

async function sealEach(
  table: readonly CompiledRoute[],
  secrets: SecretStore,
  request: RestRequest,
): Promise<RestRequest> {
  const sealed: string[] = [];
  const put = async (value: string, isHeld: boolean): Promise<string> => {
    const id = isHeld && secrets.hold ? secrets.hold(value) : await secrets.put(value);
    sealed.push(id);
    return id;
  };
  const next = isBatch(table, request) ? await sealBatch(table, request, put) : await sealOne(table, request, put);
  return sealed.length > 0 ? { ...next, sealed } : next;
}

/** Whether there is a secret to remove: checked before anything is copied or awaited. */
function holdsSecret(table: readonly CompiledRoute[], { path, query, body }: RestRequest): boolean {
  if (isBatch(table, { path, body })) {
    const items = (body as Dict)['requests'];
    return Array.isArray(items) && items.some((item) => itemPaths(table, item).some((one) => isAt(bodyOf(item), one)));
  }
  return secretPaths(table, path).some((one) => isAt(body, one) || isAt(query, one));
}

/** The body of a parsed batch item, if it has one. */
function bodyOf(item: unknown): unknown {
  return isMap(item) ? item['body'] : undefined;
}

function isAt(map: unknown, [name = '', ...rest]: SecretPath): boolean {
  if (!isMap(map)) return false;
  const value = map[name];
  return rest.length > 0 ? isAt(value, rest) : typeof value === 'string' && value !== '' && value !== MASK;
}

type Put = (value: string, isHeld: boolean) => Promise<string>;

async function sealOne(table: readonly CompiledRoute[], request: RestRequest, put: Put): Promise<RestRequest> {
  const paths = secretPaths(table, request.path);
  if (paths.length === 0) return request;
  const out = { ...request };
  for (const path of paths) {
    const own = (value: string): Promise<string> => put(value, held.has(path));
    if (isMap(out.body)) out.body = await replaceAt(out.body, path, own);
    if (out.query) out.query = await replaceAt(out.query, path, own);
  }
  return out;
}

async function sealBatch(table: readonly CompiledRoute[], request: RestRequest, put: Put): Promise<RestRequest> {
  const items = (request.body as Dict)['requests'];
  if (!Array.isArray(items)) return request;
  const requests: unknown[] = [];
  for (const item of items as unknown[]) requests.push(await sealItem(table, item, put));
  return { ...request, body: { ...(request.body as Dict), requests } };
}

async function sealItem(table: readonly CompiledRoute[], item: unknown, put: Put): Promise<unknown> {
  let body = bodyOf(item);
  if (!isMap(item) || !isMap(body)) return item;
  for (const one of itemPaths(table, item))
    body = await replaceAt(body as Dict, one, (value) => put(value, held.has(one)));
  return { ...item, body };
}

/**
 * Invalid items are left as they are: the batch refuses them. A secret in the query of a path is not sealed here but refused
 * later as unsealed.
 */
function itemPaths(table: readonly CompiledRoute[], item: unknown): readonly SecretPath[] {
  if (!isMap(item) || typeof item['path'] !== 'string') return [];
  try {
    return secretPaths(table, itemRequest({ method: 'POST', path: item['path'] }).path);
  } catch {
    return [];
  }
}

function isBatch(table: readonly CompiledRoute[], { path, body }: Pick<RestRequest, 'path' | 'body'>): boolean {
  return isMap(body) && traitsOf(table, { method: 'POST', path }).isBatch === true;
}

function withoutSealed(request: RestRequest): RestRequest {
  if (request.sealed === undefined) return request;
  const { sealed: _dropped, ...rest } = request;
  return rest;
}

/** Paths of secrets for one order only, which are never stored. */
const held = new WeakSet<SecretPath>();
const known = new WeakMap<CompiledRoute, readonly SecretPath[]>();
/** Cached by matches, because it is needed for every write. */
const found = new WeakMap<readonly Match[], readonly SecretPath[]>();

function secretPaths(table: readonly CompiledRoute[], path: string): readonly SecretPath[] {
  const matches = matchPath(table, path);
  let paths = found.get(matches);
  if (!paths) found.set(matches, (paths = matches.flatMap(({ route }) => pathsOfRoute(route))));
  return paths;
}

function pathsOfRoute(route: CompiledRoute): readonly SecretPath[] {
  let paths = known.get(route);
  if (!paths) known.set(route, (paths = unique(route.endpoints.flatMap((one) => pathsIn(one.args)))));
  return paths;
}

function pathsIn(entries: v.ObjectEntries): SecretPath[] {
  return Object.entries(entries).flatMap(([name, schema]) => {
    const one = schema;
    const { secret } = partsOf(one).facts;
    const own: SecretPath = [name];
    if (secret === 'once') held.add(own);
    if (secret) return [own];
    const inner = entriesOf(one);
    return inner ? pathsIn(inner).map((path) => [name, ...path]) : [];
  });
}

function unique(paths: readonly SecretPath[]): SecretPath[] {
  return [...new Map(paths.map((path) => [path.join('\n'), path])).values()];
}

async function replaceAt(
  map: Dict,
  [name = '', ...rest]: SecretPath,
  put: (value: string) => Promise<string>,
): Promise<Dict> {
  const value = map[name];
  if (rest.length > 0) return isMap(value) ? { ...map, [name]: await replaceAt(value, rest, put) } : map;
  if (typeof value !== 'string' || value === '' || value === MASK) return map;
  return { ...map, [name]: await put(value) };
}
