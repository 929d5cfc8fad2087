import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { faultLog } from '../../domain/site/fault-log.ts';
import { errorBody, RestError } from '../../errors.ts';
import type { Site } from '../../site.ts';
import { rangeOf } from './range.ts';
import type { Turn } from './turn.ts';
import { storageError } from '../../store/file/failures.ts';
import type { Dict, FileRef, RestResponse } from '../../types.ts';

/** One request on its way through the server, and what the checks have found out so far. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  authenticated: boolean;
  /** The origin that gets CORS headers. */
  cors: string | undefined;
  /** `_pretty` was requested. */
  pretty: boolean;
  /** The connection ends with this answer. */
  close: boolean;
  /** Hears what was answered: the request log. */
  note?: (status: number, body: string | Uint8Array) => void;
  /** When it began to be answered, for the log. */
  started?: number;
}

/** What is no JSON: the page at `/`, the interface, a flag. Its headers replace those of the API of the same name. */
export interface Page {
  status: number;
  headers: Dict<string>;
  body: string | Uint8Array;
}

/**
 * Sends a JSON answer. All headers of `interface.md` 1.9 and `security.md` 3.3 are written here; `response` adds its own.
 * @param turn sends it together with others; left out, it is sent at once
 */
export function sendResponse(exchange: Exchange, response: RestResponse, turn?: Turn): void {
  if (response.file) return sendFile(exchange, response.file, response);
  const { req, res } = exchange;
  const text = response.json ?? (response.body === undefined ? '' : jsonOf(response, exchange.pretty));
  const bytes = Buffer.byteLength(text);
  const head = headersFor(exchange);
  for (const name in response.headers) head.push(name, response.headers[name] ?? '');
  // A HEAD answer has no body to measure: the length of the GET is left out.
  if (req.method !== 'HEAD' || bytes > 0) head.push('Content-Length', String(bytes));
  res.writeHead(response.status, head);
  const write = (): void => {
    if (typeof text !== 'string') res.end(text);
    // Plain ASCII is written without a look at every letter.
    else res.end(text, bytes === text.length ? 'latin1' : 'utf8');
    // Once it is on its way: nobody waits for the log.
    exchange.note?.(response.status, text);
  };
  if (!turn) return write();
  turn.send(() => {
    try {
      write();
    } catch {
      // Its head is out, so nothing else can be told; those behind it get their answers.
      req.socket.destroy();
    }
  });
}

/** Sends a page. Its length is told on HEAD too. */
export function sendPage(exchange: Exchange, { status, headers, body }: Page): void {
  const length = String(Buffer.byteLength(body));
  exchange.res.writeHead(status, replaced(headersFor(exchange), { ...headers, 'Content-Length': length }));
  exchange.res.end(body);
}

/** A file of the site, as download unless it is a picture, sound or film; SVG runs script and is a download too (`content.md` 2.7). */
export function fileHeaders({ name, type, size }: FileRef): Dict<string> {
  const isShown = /^(image|audio|video)\//.test(type) && !type.startsWith('image/svg');
  const encoded = encodeURIComponent(name).replaceAll("'", '%27');
  const disposition = `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded}`;
  return { 'Content-Type': type, 'Content-Disposition': disposition, 'Content-Length': String(size) };
}

/** Opens a stream of events; the caller writes to `res` from now on. */
export function startStream(exchange: Exchange): void {
  const own = { 'Content-Type': 'text/event-stream; charset=UTF-8', 'Cache-Control': 'no-store' };
  exchange.res.writeHead(200, replaced(headersFor(exchange), own));
}

/** The answer to an error; unknown ones are logged under a reference and tell nothing else (`security.md` 3.9). */
export function errorAnswer(error: unknown, log: (line: string, reference: string) => void): RestResponse {
  const known = error instanceof RestError ? error : storageError(error);
  if (known) return { status: known.status, headers: { ...known.extra.headers }, body: errorBody(known) };
  const reference = randomBytes(4).toString('hex');
  log(`${reference} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`, reference);
  const text = `Something went wrong inside the server. See the log for details under ${reference}.`;
  const unknown = new RestError('internal_error', text, 500, { data: { reference } });
  return { status: 500, headers: {}, body: errorBody(unknown) };
}

/** The same where a site is known: the kind and place of the fault are kept for its diagnostics. */
export function siteErrorAnswer(site: Site, error: unknown, log: (line: string) => void): RestResponse {
  return errorAnswer(error, (line, reference) => {
    faultLog(site).note(reference, error);
    log(line);
  });
}

const FOR_GUESTS = [
  'Content-Type',
  'application/json; charset=UTF-8',
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

const FOR_MEMBERS = [
  ...FOR_GUESTS,
  'Cache-Control',
  'no-cache, must-revalidate, max-age=0, no-store, private',
  'Expires',
  'Wed, 11 Jan 1984 05:00:00 GMT',
];

// Not state: what is kept is a function of the body, which says that it stays as it is.
const kept = new WeakMap<object, string | Buffer>();

/** From here on bytes are sent faster than text; below, head and body go out as one text. */
const LARGE = 16_384;

/** From here on this holds too where the bytes are made for one answer: a text is copied twice on its way out. */
const HUGE = 65_536;

/** A body that lasts is made into what is sent once. */
function jsonOf({ body, lasting }: RestResponse, pretty: boolean): string | Buffer {
  if (!lasting || pretty || typeof body !== 'object' || body === null) {
    const text = stringify(body, pretty);
    return text.length < HUGE ? text : Buffer.from(text);
  }
  const known = kept.get(body);
  if (known !== undefined) return known;
  const text = stringify(body, false);
  const made = text.length < LARGE ? text : Buffer.from(text);
  kept.set(body, made);
  return made;
}

/** JSON without further arguments takes the fast way through the engine. */
function stringify(body: unknown, pretty: boolean): string {
  return pretty ? JSON.stringify(body, null, 4) : JSON.stringify(body);
}

/** Names and values in turn: what `writeHead` takes fastest. */
function headersFor({ req, authenticated, cors, close }: Exchange): string[] {
  const head = authenticated ? FOR_MEMBERS.slice() : FOR_GUESTS.slice();
  const { origin } = req.headers;
  if (origin !== undefined || (!authenticated && req.method === 'GET')) head.push('Vary', 'Origin');
  if (cors !== undefined) addCors(head, cors, req);
  if (close) head.push('Connection', 'close');
  return head;
}

/** Those headers, with others in the place of the same name. */
function replaced(head: readonly string[], own: Dict<string>): string[] {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const rest = head.filter((_, at) => !names.has((head[at - (at % 2)] ?? '').toLowerCase()));
  return [...rest, ...Object.entries(own).flat()];
}

function addCors(head: string[], origin: string, req: IncomingMessage): void {
  head.push('Access-Control-Allow-Origin', origin);
  head.push('Access-Control-Allow-Methods', 'OPTIONS, GET, POST, PUT, PATCH, DELETE');
  head.push('Access-Control-Allow-Credentials', 'true');
  if (req.headers['access-control-request-private-network'] === 'true') {
    head.push('Access-Control-Allow-Private-Network', 'true');
  }
}

function sendFile(exchange: Exchange, file: FileRef, { status, headers }: RestResponse): void {
  const { req, res } = exchange;
  const range = status === 200 ? rangeOf(req, file.size) : undefined;
  if (range === 'none') return sendNoRange(exchange, file);
  const part = range && { 'Content-Range': `bytes ${range.start}-${range.end}/${file.size}` };
  const length = range ? range.end - range.start + 1 : file.size;
  const own = { ...headers, ...fileHeaders(file), 'Accept-Ranges': 'bytes', 'Content-Length': String(length), ...part };
  res.writeHead(range ? 206 : status, replaced(headersFor(exchange), own));
  exchange.note?.(range ? 206 : status, '');
  if (req.method === 'HEAD') return void res.end();
  // Once the head is out nothing else can be told: a file that cannot be read ends the connection.
  pipeline(createReadStream(file.path, range), res, () => undefined);
}

/** No part of the file is where the request looks for one. */
function sendNoRange(exchange: Exchange, { size }: FileRef): void {
  const text = 'The file has no such part.';
  const error = new RestError('polydesk_no_range', text, 416, { headers: { 'Content-Range': `bytes */${size}` } });
  sendResponse(exchange, { status: 416, headers: { ...error.extra.headers }, body: errorBody(error) });
}
