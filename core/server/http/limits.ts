import type { Server, ServerOptions } from 'node:http';
import { RestError } from '../../errors.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
const SECOND = 1000;

/** The limits of the local server (`security.md` 3.7); those of parsers stand in `json.ts` and `rest/query.ts`. */
export const LIMITS = {
  body: 8 * MiB,
  bodiesTogether: 128 * MiB,
  upload: 512 * MiB,
  /** How much of a body that is too large is still taken, so that its sender reads the answer. */
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
  /** Nothing sent and nothing read. node:http looks twice when an answer is stuck: closed after 15 seconds at most. */
  idle: 7.5 * SECOND,
  checkEvery: SECOND,
  /** Bytes a second an upload must reach, looked at every five seconds. */
  uploadSpeed: 16 * KiB,
  uploadCheck: 5 * SECOND,
} as const;

/** The same names with other numbers: tests cannot wait fifteen seconds. */
export type Limits = { readonly [Name in keyof typeof LIMITS]: number };

/** What `createServer` of node:http takes, from the table. A missing Host header is for the gate to refuse. */
export function serverOptions(limits: Limits): ServerOptions {
  return {
    maxHeaderSize: limits.headerBlock,
    headersTimeout: limits.headersTime,
    // Bodies have a clock of their own (`arrival.ts`), since only uploads may take this long.
    requestTimeout: limits.uploadTime,
    keepAliveTimeout: limits.keepAlive,
    connectionsCheckingInterval: limits.checkEvery,
    requireHostHeader: false,
  };
}

/** Sets what the options of `createServer` cannot. */
export function limitServer(server: Server, limits: Limits): void {
  server.maxHeadersCount = limits.headers;
  server.maxRequestsPerSocket = limits.requestsPerSocket;
  // Closes who does not read the answer. Answers are complete when they start, so nothing of ours takes that long.
  server.timeout = limits.idle;
}

/** A shared number that may not pass `max`: bytes of all bodies, requests in flight, streams. */
export interface Meter {
  /** Takes `amount`; false, and nothing taken, when that would pass the limit. */
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

/** At most `max` calls a minute go through: the log of failed sign-ins (`security.md` 3.4). */
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
