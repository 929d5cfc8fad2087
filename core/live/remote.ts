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
import { parseJson } from '../rest/json.ts';
import { storageError } from '../store/file/failures.ts';
import { classOfIp, type NetworkClass, type SiteAddress } from './address.ts';
import { liveFault } from './faults.ts';
import { contentOf, payloadOf, saveFile, type Payload, type RemoteForm } from './remote-files.ts';

/** One request to a live site. */
export interface RemoteRequest {
  method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS';
  /** From the origin on: `/blog/wp-json/wp/v2/posts?per_page=100`. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** In its place: fields and one file. */
  form?: RemoteForm | undefined;
  headers?: Record<string, string>;
  /** Gives it up. */
  signal?: AbortSignal | undefined;
}

/** What the site answered, whatever its status below 600; a redirect is never followed. */
export interface RemoteAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  body: unknown;
}

/** Sends requests to one origin and nowhere else. */
export interface Remote {
  /** Rejects with a `RestError` of `faults.ts` without an answer that can be read. */
  ask(request: RemoteRequest): Promise<RemoteAnswer>;
  /**
   * Stores what lies at a path of this origin as a file here; its size, undefined where the site has no such file. Nobody is signed
   * in for it: files of media are public, and a password would go to whatever serves them.
   */
  download(path: string, to: string, signal?: AbortSignal): Promise<number | undefined>;
  /** Told how many milliseconds the site asked to be left alone; 0 once it is asked again. */
  onPause?: ((milliseconds: number) => void) | undefined;
  /** Ends the connections that are kept open. */
  close(): void;
}

export interface RemoteOptions {
  address: SiteAddress;
  /** What the site was found in when it was connected; another one is refused. */
  network: Exclude<NetworkClass, 'never'>;
  /** Left out: nobody is signed in. */
  credentials?: { user: string; password: string } | undefined;
  /** Version of the product, which is all that a site is told of this computer. */
  version: string;
  /** Of tests: shorter than those of the product. */
  limits?: Partial<typeof LIMITS>;
  /** Of tests: how names are looked up. */
  resolve?: typeof lookup;
}

/** Of a file: milliseconds for all of it in either direction, and its bytes, as many as an upload of this site may have. */
const FILES = { wholeFile: 900_000, fileBytes: 512 * 1024 * 1024 };

/** Milliseconds to the first byte and for all of an answer, its bytes once unpacked, and requests at one time (`live-site.md` 8). */
const LIMITS = { firstByte: 30_000, whole: 120_000, bytes: 64 * 1024 * 1024, lanes: 4, ...FILES };

/**
 * Opens the way to a live site: no redirects, no proxy of the environment, certificates checked without exception, names looked
 * up within the connection so that they cannot lead into another network between check and use.
 */
export function createRemote(options: RemoteOptions): Remote {
  const limits = { ...LIMITS, ...options.limits };
  const isPlain = options.address.origin.startsWith('http:');
  const settings = { keepAlive: true, maxSockets: limits.lanes, lookup: pinned(options) };
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
      refuseRedirect(answer);
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
        (answer, signal) => read(answer, limits.bytes, signal),
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

/** Those of the product and those of the computer: networks of companies have their own. */
function authorities(): string[] {
  return [...getCACertificates('default'), ...getCACertificates('system')];
}

/** An address without a name is never looked up. */
function refuseOtherNetwork({ address, network }: RemoteOptions): void {
  const fault = isIP(address.host) === 0 ? undefined : networkFault(classOfIp(address.host), network);
  if (fault) throw fault;
}

function networkFault(found: NetworkClass, pinned: NetworkClass): RestError | undefined {
  if (found === pinned) return undefined;
  if (found === 'never') return liveFault('forbidden_network');
  return liveFault(found === 'private' && pinned === 'public' ? 'private' : 'network');
}

/** Looks a name up and hands on nothing but addresses of the pinned network. */
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

function send(request: RemoteRequest, sending: Sending): Promise<IncomingMessage> {
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
    // What is sent takes its own time; only then the site has to answer.
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
      else reject(error);
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

/** The body unpacked and read as JSON; of an empty one undefined. */
async function read(answer: IncomingMessage, most: number, signal: AbortSignal): Promise<RemoteAnswer> {
  const { statusCode: status = 0, headers } = answer;
  const bytes = await bytesOf(answer, most, signal);
  if (bytes.length === 0) return { status, headers, body: undefined };
  if (!/\bjson\b/i.test(headers['content-type'] ?? '')) throw liveFault('page');
  const { value, fault } = parseJson(bytes);
  if (fault) throw liveFault('answer');
  return { status, headers, body: value };
}

function refuseRedirect(answer: IncomingMessage): void {
  const { statusCode: status = 0, headers } = answer;
  if (status < 300 || status >= 400 || headers.location === undefined) return;
  answer.destroy();
  throw liveFault('redirect', { address: whereTo(headers.location) });
}

/** The origin and path of a redirect, for a person to see; "" where it cannot be read. */
function whereTo(location: string): string {
  try {
    const { origin, pathname } = new URL(location);
    return origin === 'null' ? '' : origin + pathname;
  } catch {
    return '';
  }
}

/** Whatever came of a file that did not come to its end is removed. */
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

async function bytesOf(answer: IncomingMessage, most: number, signal: AbortSignal): Promise<Buffer> {
  const isPacked = (answer.headers['content-encoding'] ?? '').toLowerCase() === 'gzip';
  const source: Readable = isPacked ? (answer.compose(createGunzip(), { signal }) as Readable) : answer;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of source as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > most) {
      answer.destroy();
      throw liveFault('large');
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

const CERTIFICATE = /^(?:CERT_|ERR_TLS_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY))/;

/** Whatever went wrong as one of our faults: messages of the platform may hold what was sent. */
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
