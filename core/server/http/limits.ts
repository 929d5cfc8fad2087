import type { Server, ServerOptions } from 'node:http';
import { RestError } from '../../errors.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
const SECOND = 1000;

/** The limits of the local server (`security.md` 3.7); those of parsers are in `json.ts` and `rest/query.ts`. */
export const LIMITS = {
  body: 8 * MiB,
  bodiesTogether: 128 * MiB,
  upload: 512 * MiB,
  /** How much of a body that is too large is still read, so that its sender reads the answer. */
  drain: 128 * MiB,
  headerBlock: 16 * KiB,
  headers: 100,
  url: 8 * KiB,
  connections: 256,
  requestsPerSocket: 1000,
  inFlight: 64,
  streams: 32,
  headersTime: 5 * SECOND,
  requestTime: 15 * SECOND,
  uploadTime: 300 * SECOND,
  keepAlive: 5 * SECOND,
  /** Nothing sent and nothing read. node:http checks twice when an answer is stuck: closed after 15 seconds at most. */
  idle: 7.5 * SECOND,
  checkEvery: SECOND,
  /** Minimum bytes per second of an upload, checked every five seconds. */
  uploadSpeed: 16 * KiB,
  uploadCheck: 5 * SECOND,
} as const;

/** The same names with other numbers: tests cannot wait fifteen seconds. */
export type Limits = { readonly [Name in keyof typeof LIMITS]: number };

/** The options for `createServer` of node:http, from the table. A missing Host header is refused by the gate. */
export function serverOptions(limits: Limits): ServerOptions {
  return {
    maxHeaderSize: limits.headerBlock,
    headersTimeout: limits.headersTime,
    // Bodies have a separate clock (`arrival.ts`), since only uploads may take this long.
    requestTimeout: limits.uploadTime,
    keepAliveTimeout: limits.keepAlive,
    connectionsCheckingInterval: limits.checkEvery,
    requireHostHeader: false,
  };
}

/** Sets the limits that are not options of `createServer`. */
export function limitServer(server: Server, limits: Limits): void {
  server.maxHeadersCount = limits.headers;
  server.maxRequestsPerSocket = limits.requestsPerSocket;
  // Closes connections that do not read the answer. Answers are complete before they are sent, so none takes that long because of
  // us.
  server.timeout = limits.idle;
}

/** A shared counter that may not exceed `max`: bytes of all bodies, requests in flight, streams. */
export interface Meter {
  /** Takes `amount`; false, and nothing taken, if that would exceed the limit. */
  take(amount: number): boolean;
  give(amount: number): void;
}

export function createMeter(max: number): Meter {
  let used = 0;
  return {
    take(amount) {
      if (used + amount > max) return false;
      used += amount;
      return true;
    },
    give(amount) {
      used -= amount;
    },
  };
}

/** Lets at most `max` calls a minute through: the log of failed sign-ins (`security.md` 3.4). */
export function createThrottle(max: number, now: () => number = Date.now): () => boolean {
  let minute = 0;
  let count = 0;
  return () => {
    const current = Math.floor(now() / (60 * SECOND));
    if (current !== minute) count = 0;
    minute = current;
    return ++count <= max;
  };
}

export const tooLarge = (max: number): RestError =>
  new RestError('rest_request_too_large', `The body of the request is larger than ${Math.floor(max / MiB)} MiB.`, 413);

export const tooBusy = (): RestError =>
  new RestError('rest_too_busy', 'The server is busy. Try again in a moment.', 503, {
    headers: { 'Retry-After': '1' },
  });

export const tooSlow = (): RestError =>
  new RestError('rest_request_timeout', 'The request took too long to arrive.', 408);

export const invalidUtf8 = (): RestError =>
  new RestError('rest_invalid_utf8', 'The body contains text that is not valid UTF-8.', 400);
