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

/** One request on its way through the server, with what the checks have found out so far. */
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
  /** Called with the answer, for the request log. */
  note?: (status: number, body: string | Uint8Array) => void;
  /** When processing began, for the log. */
  started?: number;
}

/** A non-JSON answer: the page at `/`, the interface, a flag. Its headers replace those of the API with the same name. */
export interface Page {
  status: number;
  headers: Dict<string>;
  body: string | Uint8Array;
}

/**
 * Sends a JSON answer. All headers of `interface.md` 1.9 and `security.md` 3.3 are written here; `response` adds its own.
 * @param turn sends it together with others; if left out, it is sent immediately
 */
export function sendResponse(exchange: Exchange, response: RestResponse, turn?: Turn): void {
  if (response.file) return sendFile(exchange, response.file, response);
  const { req, res } = exchange;
  const text = response.json ?? (response.body === undefined ? '' : jsonOf(response, exchange.pretty));
  const bytes = Buffer.byteLength(text);
  const head = headersFor(exchange);
  for (const name in response.headers) head.push(name, response.headers[name] ?? '');
  // A HEAD answer has no body to measure, so the length of the GET is left out.
  if (req.method !== 'HEAD' || bytes > 0) head.push('Content-Length', String(bytes));
  res.writeHead(response.status, head);
  const write = (): void => {
    if (typeof text !== 'string') res.end(text);
    // Plain ASCII is written without inspecting every character.
    else res.end(text, bytes === text.length ? 'latin1' : 'utf8');
    // Called after sending, so that the client does not wait for the log.
    exchange.note?.(response.status, text);
  };
  if (!turn) return write();
  turn.send(() => {
    try {
      write();
    } catch {
      // The head is already sent, so no error can be reported; the requests queued behind it still get their answers.
      req.socket.destroy();
    }
  });
}

/** Sends a page, with its length on HEAD too. */
export function sendPage(exchange: Exchange, { status, headers, body }: Page): void {
  const length = String(Buffer.byteLength(body));
  exchange.res.writeHead(status, replaced(headersFor(exchange), { ...headers, 'Content-Length': length }));
  exchange.res.end(body);
}

/**
 * Headers for a file of the site: a download unless it is an image, audio or video; SVG runs scripts, so it is a download too
 * (`content.md` 2.7).
 */
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

/** The answer to an error; unknown errors are logged under a reference and disclose nothing else (`security.md` 3.9). */
export function errorAnswer(error: unknown, log: (line: string, reference: string) => void): RestResponse {
  const known = error instanceof RestError ? error : storageError(error);
  if (known) return { status: known.status, headers: { ...known.extra.headers }, body: errorBody(known) };
  const reference = randomBytes(4).toString('hex');
  log(`${reference} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`, reference);
  const text = `Something went wrong inside the server. See the log for details under ${reference}.`;
  const unknown = new RestError('internal_error', text, 500, { data: { reference } });
  return { status: 500, headers: {}, body: errorBody(unknown) };
}

/** The same if the site is known: also keeps the kind and place of the error for its diagnostics. */
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

// Not state: the cached value is a pure function of the body, which is marked as immutable.
const kept = new WeakMap<object, string | Buffer>();

/** Above this size bytes are sent faster than text; below it, head and body go out as one text. */
const LARGE = 16_384;

/** Above this size that holds even if the bytes are used for one answer only: a text is copied twice on its way out. */
const HUGE = 65_536;

/** Serialises a body; the result for a lasting body is cached. */
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

/** `JSON.stringify` without further arguments takes the fast path of the engine. */
function stringify(body: unknown, pretty: boolean): string {
  return pretty ? JSON.stringify(body, null, 4) : JSON.stringify(body);
}

/** Names and values alternating: the fastest form for `writeHead`. */
function headersFor({ req, authenticated, cors, close }: Exchange): string[] {
  const head = authenticated ? FOR_MEMBERS.slice() : FOR_GUESTS.slice();
  const { origin } = req.headers;
  if (origin !== undefined || (!authenticated && req.method === 'GET')) head.push('Vary', 'Origin');
  if (cors !== undefined) addCors(head, cors, req);
  if (close) head.push('Connection', 'close');
  return head;
}

/** Those headers, with `own` replacing those of the same name. */
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
  // Once the head is sent no error can be reported: an unreadable file ends the connection.
  pipeline(createReadStream(file.path, range), res, () => undefined);
}

/** The requested range is outside the file. */
function sendNoRange(exchange: Exchange, { size }: FileRef): void {
  const text = 'The file has no such part.';
  const error = new RestError('polydesk_no_range', text, 416, { headers: { 'Content-Range': `bytes */${size}` } });
  sendResponse(exchange, { status: 416, headers: { ...error.extra.headers }, body: errorBody(error) });
}
