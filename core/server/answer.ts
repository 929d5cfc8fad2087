import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { errorBody, RestError } from '../errors.ts';
import { storageError } from '../store/failures.ts';
import type { Dict, FileRef, RestResponse } from '../types.ts';

/** One request on its way through the server, and what the checks have found out so far. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  authenticated: boolean;
  /** The origin that gets CORS headers. */
  cors: string | undefined;
  /** `_pretty` was asked for. */
  pretty: boolean;
  /** The connection ends with this answer. */
  close: boolean;
}

/** What is no JSON: the page at `/`, the interface, a flag. Its headers replace those of the API of the same name. */
export interface Page {
  status: number;
  headers: Dict<string>;
  body: string | Uint8Array;
}

/** Sends a JSON answer. All headers of `interface.md` 1.9 and `reliability-and-security.md` 3.3 are written here; `response` adds its own. */
export function sendResponse(exchange: Exchange, response: RestResponse): void {
  if (response.file) return sendFile(exchange, response.file, response);
  const { res, pretty } = exchange;
  const text = response.body === undefined ? '' : JSON.stringify(response.body, null, pretty ? 4 : 0);
  const head = headersFor(exchange, JSON_TYPE);
  addAll(head, response.headers);
  // A HEAD answer has no body to measure: the length of the GET is left out.
  if (exchange.req.method !== 'HEAD' || text !== '') head.push('Content-Length', String(Buffer.byteLength(text)));
  res.writeHead(response.status, head);
  res.end(text);
}

/** Sends a page. Its length is told on HEAD too. */
export function sendPage(exchange: Exchange, { status, headers, body }: Page): void {
  const own = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const base = headersFor(exchange, []);
  const head = base.filter((_, at) => !own.has((base[at - (at % 2)] ?? '').toLowerCase()));
  addAll(head, headers);
  head.push('Content-Length', String(Buffer.byteLength(body)));
  exchange.res.writeHead(status, head);
  exchange.res.end(body);
}

/** Opens a stream of events; the caller writes to `res` from now on. */
export function startStream(exchange: Exchange): void {
  const head = headersFor(exchange, ['Content-Type', 'text/event-stream; charset=UTF-8']);
  if (!exchange.authenticated) head.push('Cache-Control', 'no-store');
  exchange.res.writeHead(200, head);
}

/** The answer to an error; unknown ones are logged under a reference and tell nothing else (`reliability-and-security.md` 3.9). */
export function errorAnswer(error: unknown, log: (line: string) => void): RestResponse {
  const known = error instanceof RestError ? error : storageError(error);
  if (known) return { status: known.status, headers: { ...known.extra.headers }, body: errorBody(known) };
  const reference = randomBytes(4).toString('hex');
  log(`${reference} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const text = `Something went wrong inside the server. The log tells more under ${reference}.`;
  const unknown = new RestError('internal_error', text, 500, { data: { reference } });
  return { status: 500, headers: {}, body: errorBody(unknown) };
}

const JSON_TYPE = ['Content-Type', 'application/json; charset=UTF-8'];

const ALWAYS = [
  'X-Robots-Tag',
  'noindex',
  'X-Content-Type-Options',
  'nosniff',
  'Access-Control-Expose-Headers',
  'X-WP-Total, X-WP-TotalPages, Link',
  'Access-Control-Allow-Headers',
  'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type',
  'Cross-Origin-Resource-Policy',
  'same-origin',
  'Content-Security-Policy',
  "default-src 'none'; frame-ancestors 'none'; sandbox",
  'Referrer-Policy',
  'no-referrer',
];

const PRIVATE = [
  'Cache-Control',
  'no-cache, must-revalidate, max-age=0, no-store, private',
  'Expires',
  'Wed, 11 Jan 1984 05:00:00 GMT',
];

/** Names and values in turn: what `writeHead` takes fastest. */
function headersFor({ req, authenticated, cors, close }: Exchange, type: readonly string[]): string[] {
  const head = [...type, ...ALWAYS];
  if (authenticated) head.push(...PRIVATE);
  const { origin } = req.headers;
  if (origin !== undefined || (!authenticated && req.method === 'GET')) head.push('Vary', 'Origin');
  if (cors !== undefined) addCors(head, cors, req);
  if (close) head.push('Connection', 'close');
  return head;
}

function addCors(head: string[], origin: string, req: IncomingMessage): void {
  head.push('Access-Control-Allow-Origin', origin);
  head.push('Access-Control-Allow-Methods', 'OPTIONS, GET, POST, PUT, PATCH, DELETE');
  head.push('Access-Control-Allow-Credentials', 'true');
  if (req.headers['access-control-request-private-network'] === 'true') {
    head.push('Access-Control-Allow-Private-Network', 'true');
  }
}

function addAll(head: string[], headers: Dict<string>): void {
  for (const name in headers) head.push(name, headers[name] ?? '');
}

/** A file of the site, as download unless it is a picture, sound or film; SVG runs script and is a download too (`content.md` 2.7). */
function sendFile(exchange: Exchange, file: FileRef, { status, headers }: RestResponse): void {
  const { req, res } = exchange;
  const isShown = /^(image|audio|video)\//.test(file.type) && !file.type.startsWith('image/svg');
  const name = encodeURIComponent(file.name).replaceAll("'", '%27');
  const disposition = `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`;
  const head = headersFor(exchange, ['Content-Type', file.type]);
  addAll(head, headers);
  head.push('Content-Disposition', disposition, 'Content-Length', String(file.size));
  res.writeHead(status, head);
  if (req.method === 'HEAD') return void res.end();
  // Once the head is out nothing else can be told: a file that cannot be read ends the connection.
  pipeline(createReadStream(file.path), res, () => undefined);
}
