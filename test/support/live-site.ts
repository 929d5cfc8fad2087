// A test site for live connections: our own engine posing as a real site, without the features that only Polydesk has.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import type { Edition } from '../../core/site.ts';
import { serveEngine, type Served } from '../contract/over-http.ts';
import { openBench, type Bench } from './engine.ts';

export interface LiveSiteOptions {
  edition?: Edition;
  /** Namespaces the site does not have. */
  hides?: readonly string[];
  /** Namespaces it says it has besides. */
  adds?: readonly string[];
  /** Addresses without names: the REST API is a parameter. */
  isPlain?: boolean;
  /** Its host does not hand the header on. */
  dropsAuthorization?: boolean;
  /** Its host hands on no conditions of writes. */
  dropsConditions?: boolean;
  /** It answers pages only. */
  isDead?: boolean;
  /** Milliseconds before each answer, or what it waits for. */
  delay?: (method: string, path: string) => number | Promise<void>;
  /** Whether the network delivers a request twice: the second answer comes back. */
  repeats?: (method: string, path: string) => boolean;
  /** What it answers in place of the engine: a status, with headers and "{}"; undefined: as usual. */
  fault?: (
    method: string,
    path: string,
  ) => { status: number; headers?: Record<string, string>; body?: string } | undefined;
}

export interface LiveSite {
  bench: Bench;
  url: string;
  passwords: Record<string, string>;
  close(): Promise<void>;
}

/** Opens a site on this computer, with a user of each role named as the role ("admin" for the administrator). */
export async function openLiveSite(options: LiveSiteOptions = {}): Promise<LiveSite> {
  const bench = openBench({ edition: options.edition ?? 'extended' });
  const served = await serveEngine(bench.engine, ['admin', 'editor', 'author', 'contributor', 'subscriber']);
  const server = createServer((req, res) => {
    answer(req, res, { ...options, served }).catch(() => res.destroy());
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    await served.close();
  };
  return { bench, url: `http://127.0.0.1:${port}`, passwords: served.passwords, close };
}

type Front = LiveSiteOptions & { served: Served };

async function answer(req: IncomingMessage, res: ServerResponse, front: Front): Promise<void> {
  const path = routeOf(req.url ?? '/', front);
  if (path === undefined || front.isDead) return void res.writeHead(404, { 'content-type': 'text/html' }).end('<html>');
  const { hides = [], served, dropsAuthorization, dropsConditions, delay } = front;
  const late = delay?.(req.method ?? 'GET', path);
  if (late !== undefined) await (typeof late === 'number' ? setTimeout(late) : late);
  if (hides.some((name) => path.startsWith(`/wp-json/${name}`))) return send(res, 404, { code: 'rest_no_route' });
  const fault = front.fault?.(req.method ?? 'GET', path);
  if (fault)
    return void res
      .writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers })
      .end(fault.body ?? '{}');
  const parts: Buffer[] = [];
  for await (const part of req as AsyncIterable<Buffer>) parts.push(part);
  const { authorization, 'content-type': type, 'if-match': match, 'x-polydesk-if-match': others } = req.headers;
  const body = Buffer.concat(parts);
  const method = req.method ?? 'GET';
  const request = {
    method,
    headers: {
      ...(type && { 'content-type': type }),
      ...(match && !dropsConditions && { 'if-match': match }),
      ...(others && !dropsConditions && { 'x-polydesk-if-match': String(others) }),
      ...(authorization && !dropsAuthorization && { authorization }),
    },
    ...(body.length > 0 && { body }),
  };
  if (front.repeats?.(method, path)) await (await globalThis.fetch(served.url + path, request)).text();
  const found = await globalThis.fetch(served.url + path, request);
  const text = await found.text();
  const shown = found.ok && path.split('?')[0] === '/wp-json/' ? asIndex(text, front) : text;
  const total = found.headers.get('x-wp-total');
  const tag = found.headers.get('etag');
  const head = {
    'content-type': found.headers.get('content-type') ?? 'application/json',
    ...(tag !== null && { etag: tag }),
  };
  res.writeHead(found.status, { ...head, ...(total !== null && { 'x-wp-total': total }) }).end(shown);
}

/** `/?rest_route=/wp/v2/posts&page=2` as `/wp-json/wp/v2/posts?page=2`. */
function routeOf(url: string, { isPlain }: Front): string | undefined {
  const { pathname, searchParams } = new URL(url, 'http://site');
  if (!isPlain) return pathname.startsWith('/wp-json') ? url : undefined;
  const route = searchParams.get('rest_route');
  if (pathname !== '/' || route === null) return undefined;
  searchParams.delete('rest_route');
  const query = searchParams.toString();
  return `/wp-json${route}${query === '' ? '' : `?${query}`}`;
}

function asIndex(text: string, { hides = [], adds = [] }: Front): string {
  const index = JSON.parse(text) as { namespaces: string[] };
  return JSON.stringify({
    ...index,
    namespaces: [...index.namespaces.filter((name) => !hides.includes(name)), ...adds],
  });
}

function send(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
