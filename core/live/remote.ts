import { lookup, type LookupAddress } from 'node:dns';
import { rmSync } from 'node:fs';
import type { Agent as HttpAgent, IncomingMessage, RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getCACertificates } from 'node:tls';
import { createGunzip } from 'node:zlib';
import * as http from '../node-http.ts';
import { RestError } from '../errors.ts';
import { parseJson, type JsonLimits } from '../rest/json.ts';
import { storageError } from '../store/file/failures.ts';
import { classOfIp, type NetworkClass, type SiteAddress } from './address.ts';
import { liveFault } from './faults.ts';
import { contentOf, payloadOf, saveFile, type Payload, type RemoteForm } from './remote-files.ts';

/** One request to a live site. */
export interface RemoteRequest {
  method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS';
  /** Relative to the origin: `/blog/wp-json/wp/v2/posts?per_page=100`. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Instead of JSON: fields and one file. */
  form?: RemoteForm | undefined;
  headers?: Record<string, string>;
  /** Cancels it. */
  signal?: AbortSignal | undefined;
}

/** The answer of the site, with any status below 600; redirects are never followed. */
export interface RemoteAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  body: unknown;
}

/** Sends requests to one origin and nowhere else. */
export interface Remote {
  /** Rejects with a `RestError` of `faults.ts` if there is no readable answer. */
  ask(request: RemoteRequest): Promise<RemoteAnswer>;
  /**
   * Downloads a path of this origin to a local file; returns its size, undefined if the site does not have it. Sent without
   * credentials: media files are public, and the password would go to whatever serves them.
   */
  download(path: string, to: string, signal?: AbortSignal): Promise<number | undefined>;
  /** Called with the milliseconds the site asked to wait; 0 once requests resume. */
  onPause?: ((milliseconds: number) => void) | undefined;
  /** Closes keep-alive connections. */
  close(): void;
}

export interface RemoteOptions {
  address: SiteAddress;
  /** The network the site was in when it was connected; any other is refused. */
  network: Exclude<NetworkClass, 'never'>;
  /** Left out: requests are sent without credentials. */
  credentials?: { user: string; password: string } | undefined;
  /** The product version: the only thing a site learns about this computer. */
  version: string;
  /** For tests: shorter limits than those of the product. */
  limits?: Partial<typeof LIMITS>;
  /** For tests: the DNS lookup. */
  resolve?: typeof lookup;
}

/** For a file: milliseconds for the transfer in either direction, and the maximum bytes, the same as for uploads to this site. */
const FILES = { wholeFile: 900_000, fileBytes: 512 * 1024 * 1024 };

/**
 * Our plugin lists all items of a site in one answer; a site with many plugins has thousands of routes in its index. An empty list
 * takes three bytes there and twenty times as much here, so their number counts too.
 */
const PARSED = { items: 1_000_000, keys: 20_000, containers: 500_000, values: 4_000_000 };

/**
 * Milliseconds to the first byte and for the whole answer, maximum unpacked bytes of all answers that are read at the same time,
 * and concurrent requests (`live-site.md` 8). What a site answers is held a few times while it is parsed.
 */
const LIMITS = { firstByte: 30_000, whole: 120_000, bytes: 20 * 1024 * 1024, lanes: 4, ...PARSED, ...FILES };

/**
 * Opens a client: no redirects, no proxy from the environment, certificates always verified, DNS lookups within the connection so
 * that a name cannot resolve to another network between check and use.
 */
export function createRemote(options: RemoteOptions): Remote {
  const limits = { ...LIMITS, ...options.limits };
  const isPlain = options.address.origin.startsWith('http:');
  const settings = { keepAlive: true, maxSockets: limits.lanes, lookup: pinned(options) };
  const held: Held = { bytes: 0 };
  const agent = isPlain ? new http.Agent(settings) : new https.Agent({ ...settings, ca: authorities() });
  const talk = async <T>(
    request: RemoteRequest,
    { time, credentials }: { time: number; credentials: RemoteOptions['credentials'] },
    take: (answer: IncomingMessage, signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    refuseOtherNetwork(options);
    const whole = AbortSignal.timeout(time);
    const signal = request.signal ? AbortSignal.any([request.signal, whole]) : whole;
    try {
      const answer = await send(request, { ...options, credentials, limits, agent, signal, isPlain });
      refuseRedirect(answer, options.address.origin);
      return await take(answer, signal);
    } catch (error) {
      throw faultOf(error, { isLeft: request.signal?.aborted ?? false, isLate: whole.aborted });
    }
  };
  return {
    ask: (request) =>
      talk(
        request,
        { time: request.form ? limits.wholeFile : limits.whole, credentials: options.credentials },
        (answer, signal) => read(answer, { held, limits, signal }),
      ),
    download: (path, to, signal) =>
      talk(
        { method: 'GET', path, signal, headers: { accept: '*/*', 'accept-encoding': 'identity' } },
        { time: limits.wholeFile, credentials: undefined },
        (answer, own) => save(answer, { to, most: limits.fileBytes, signal: own }),
      ),
    close: () => agent.destroy(),
  };
}

/** Our own and those of the system: companies have their own certificate authorities. */
function authorities(): string[] {
  return [...getCACertificates('default'), ...getCACertificates('system')];
}

/** An IP address is never looked up. */
function refuseOtherNetwork({ address, network }: RemoteOptions): void {
  const fault = isIP(address.host) === 0 ? undefined : networkFault(classOfIp(address.host), network);
  if (fault) throw fault;
}

function networkFault(found: NetworkClass, pinned: NetworkClass): RestError | undefined {
  if (found === pinned) return undefined;
  if (found === 'never') return liveFault('forbidden_network');
  return liveFault(found === 'private' && pinned === 'public' ? 'private' : 'network');
}

/** Resolves a name and returns only addresses within the pinned network. */
function pinned({ network, resolve = lookup }: RemoteOptions): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, []);
      const own = addresses.filter(({ address }) => classOfIp(address) === network);
      const [first] = own;
      if (!first) return done(foreign(addresses, network), []);
      if (options.all) return done(null, own);
      done(null, first.address, first.family);
    });
  };
}

function foreign(addresses: readonly LookupAddress[], network: NetworkClass): RestError {
  const faults = addresses.flatMap(({ address }) => networkFault(classOfIp(address), network) ?? []);
  return faults[0] ?? liveFault('offline');
}

interface Sending extends RemoteOptions {
  limits: typeof LIMITS;
  agent: HttpAgent;
  signal: AbortSignal;
  isPlain: boolean;
}

/** Reads change nothing, so they can be sent again. */
const READS: ReadonlySet<RemoteRequest['method']> = new Set(['GET', 'OPTIONS']);

/**
 * Sends a request; resolves when its answer begins. A server closes a connection that was idle for some seconds; whoever sends on it
 * at that moment gets no answer. So a read is sent again, over a new connection in the end. A write may have arrived: its caller looks
 * first.
 */
async function send(request: RemoteRequest, sending: Sending): Promise<IncomingMessage> {
  for (;;)
    try {
      return await sendOnce(request, sending);
    } catch (error) {
      if (!(error instanceof Stale)) throw error;
      if (!READS.has(request.method)) throw error.cause;
    }
}

/** The connection was used before, and turned out to be closed. */
class Stale extends Error {}

const CLOSED = new Set(['ECONNRESET', 'EPIPE']);

const isClosed = (error: Error): boolean => 'code' in error && CLOSED.has(String(error.code));

function sendOnce(request: RemoteRequest, sending: Sending): Promise<IncomingMessage> {
  const { address, agent, signal, isPlain, limits } = sending;
  const body = payloadOf(request);
  const options: RequestOptions = {
    method: request.method,
    agent,
    signal,
    headers: headersOf(request, body, sending),
  };
  return new Promise((resolve, reject) => {
    const url = new URL(request.path, address.origin);
    if (url.origin !== address.origin) throw liveFault('redirect', { address: url.origin });
    const asking = (isPlain ? http : https).request(url, options, (answer) => {
      clearTimeout(patience);
      resolve(answer);
    });
    // The upload takes its own time; the response timeout starts after it.
    const wait = (): NodeJS.Timeout => setTimeout(() => asking.destroy(liveFault('slow')), limits.firstByte);
    let patience = wait();
    asking.on('finish', () => {
      clearTimeout(patience);
      patience = wait();
    });
    asking.on('close', () => clearTimeout(patience));
    const sent = body?.form ? pipeline(contentOf(body.form), asking) : undefined;
    if (!sent) asking.end(body?.text);
    sent?.catch((error: unknown) => asking.destroy(asError(error)));
    asking.on('error', (error) => {
      clearTimeout(patience);
      // An unreadable local file ends the request too: report that error, not a network error.
      if (sent)
        sent.then(
          () => reject(error),
          (own: unknown) => reject(own instanceof RestError ? own : error),
        );
      else reject(asking.reusedSocket && isClosed(error) ? new Stale('', { cause: error }) : error);
    });
  });
}

function headersOf(
  { headers }: RemoteRequest,
  body: Payload | undefined,
  { credentials, version }: Sending,
): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': `Polydesk/${version}`,
    ...(body !== undefined && {
      'content-type': body.type,
      'content-length': String(body.length),
    }),
    ...(credentials && { authorization: basic(credentials) }),
    ...headers,
  };
}

function basic({ user, password }: { user: string; password: string }): string {
  return `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;
}

/** Unpacks the body and parses it as JSON; undefined for an empty one. */
async function read(answer: IncomingMessage, reading: Reading): Promise<RemoteAnswer> {
  // Given back at once, not whenever garbage is collected.
  const store = new ArrayBuffer(0, { maxByteLength: reading.limits.bytes });
  try {
    return parsed(answer, await bytesOf(answer, store, reading), reading.limits);
  } finally {
    reading.held.bytes -= store.byteLength;
    store.resize(0);
  }
}

function parsed({ statusCode: status = 0, headers }: IncomingMessage, bytes: Buffer, limits: JsonLimits): RemoteAnswer {
  if (bytes.length === 0) return { status, headers, body: undefined };
  if (!/\bjson\b/i.test(headers['content-type'] ?? '')) {
    // The page of an overloaded or broken server: its status says all there is.
    if (status === 429 || status >= 500) return { status, headers, body: undefined };
    throw liveFault('page');
  }
  const { value, fault } = parseJson(bytes, limits);
  if (fault) throw liveFault('answer');
  return { status, headers, body: value };
}

function refuseRedirect(answer: IncomingMessage, from: string): void {
  const { statusCode: status = 0, headers } = answer;
  if (status < 300 || status >= 400 || headers.location === undefined) return;
  answer.destroy();
  throw liveFault('redirect', { address: whereTo(headers.location, from) });
}

/** The origin and path of a redirect, for display; "" if it is invalid. */
function whereTo(location: string, from: string): string {
  try {
    const { origin, pathname } = new URL(location, from);
    return origin === 'null' ? '' : origin + pathname;
  } catch {
    return '';
  }
}

/** An incomplete file is always removed. */
async function save(
  answer: IncomingMessage,
  { to, most, signal }: { to: string; most: number; signal: AbortSignal },
): Promise<number | undefined> {
  const { statusCode: status = 0 } = answer;
  if (status !== 200) answer.destroy();
  if (status === 404 || status === 410) return undefined;
  if (status !== 200) throw liveFault('refused', { status: String(status) });
  try {
    const announced = Number(answer.headers['content-length'] ?? 0);
    if (announced > most) throw liveFault('large');
    return await saveFile(answer, { to, most, signal });
  } catch (error) {
    answer.destroy();
    rmSync(to, { force: true });
    throw error;
  }
}

/** The unpacked bytes of answers that are being read. */
interface Held {
  bytes: number;
}

interface Reading {
  /** Of all answers. */
  held: Held;
  limits: typeof LIMITS;
  signal: AbortSignal;
}

/** An answer that does not fit beside those that are being read is too large: the list asks for fewer items then. */
async function bytesOf(
  answer: IncomingMessage,
  store: ArrayBuffer,
  { held, limits, signal }: Reading,
): Promise<Buffer> {
  const isPacked = (answer.headers['content-encoding'] ?? '').toLowerCase() === 'gzip';
  const source = isPacked ? unpacked(answer, signal) : answer;
  for await (const part of source as AsyncIterable<Buffer>) {
    held.bytes += part.length;
    if (held.bytes > limits.bytes) {
      held.bytes -= part.length;
      answer.destroy();
      throw liveFault('large');
    }
    const at = store.byteLength;
    store.resize(at + part.length);
    new Uint8Array(store).set(part, at);
  }
  return Buffer.from(store);
}

/** Unpacks in chunks of 64 KiB. Not with `compose`, which buffers far more than its limit. */
function unpacked(answer: IncomingMessage, signal: AbortSignal): Readable {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  // Whoever reads it gets the error.
  pipeline(answer, gunzip, { signal }).catch(() => undefined);
  return gunzip;
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

const CERTIFICATE = /^(?:CERT_|ERR_TLS_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY))/;

/** Converts any error to one of our faults: platform messages may contain what was sent. */
function faultOf(error: unknown, { isLeft, isLate }: { isLeft: boolean; isLate: boolean }): RestError {
  if (isLeft) return liveFault('left');
  if (isLate) return liveFault('slow');
  if (error instanceof RestError) return error.code === 'rest_request_too_complex' ? liveFault('large') : error;
  // A full disk is not the site's fault.
  const full = storageError(error);
  if (full) return full;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (CERTIFICATE.test(code)) return liveFault('certificate');
  return liveFault(code.startsWith('Z_') ? 'answer' : 'offline');
}
