import type { Site } from '../site.ts';
import type { Caller, Dict, LoggedRequest, RestRequest } from '../types.ts';
import { redacted } from './redact.ts';
import { createTextRing, type RingPlace, type TextRing } from './text-ring.ts';

/** A request as the adapter saw it, with what it answered. Secrets of settings were taken out before. */
export interface SeenRequest {
  request: Pick<RestRequest, 'method' | 'path' | 'query' | 'body' | 'file'>;
  caller: Pick<Caller, 'name' | 'token'>;
  status: number;
  /** Milliseconds from its arrival to its answer. */
  took: number;
  /** The body of the answer, as it was sent. */
  answer: string | Uint8Array;
}

/** A request that was refused or failed. */
export type FailedRequest = Pick<LoggedRequest, 'at' | 'method' | 'path' | 'status' | 'code' | 'took'>;

/** The last requests of a running server, in memory only (`reliability-and-security.md` 3.6). */
export interface RequestLog {
  note(seen: SeenRequest): void;
  /** Newest first, those after `since`. */
  list(query: { since: number; limit: number }): LoggedRequest[];
  /** The last that were refused or failed, newest first, without anything that was sent or answered. */
  failures(limit: number): FailedRequest[];
  /** Hears of every line; returns how to stop. */
  listen(listener: (line: LoggedRequest) => void): () => void;
}

/** Requests that are remembered. */
const MOST = 1000;
/** Bytes of answers that are remembered all together: then the oldest keep their line only. */
const MOST_BYTES = 32 * 1024 * 1024;
/** The same for those that were made once for many requests, which stay as they are. */
const MOST_SHARED = 8 * 1024 * 1024;
/** So do short ones. */
const SHORT = 2048;
/** Larger bodies are not shown. */
const LARGEST_SHOWN = 64 * 1024;
/** All of the addresses below, however they are written: the others are known by one look. */
const SPECIAL = /polydesk|%/i;
/** Whose answers are a secret, and who only asks for this log. */
const SECRET = /^\/+polydesk\/v1\/(?:tokens|session)\b/i;
const OWN = /^\/+polydesk\/v1\/requests\b/i;
/** Texts on their way to a translation service: only how it went is kept. */
const TEXTS = /^\/+polydesk\/v1\/translate\b/i;

const NOTHING_SENT = { query: undefined, body: undefined, file: undefined };
const USUAL = { isOwn: false, isText: false, isToken: false };

function specialOf(path: string): typeof USUAL {
  const address = decoded(path);
  return { isOwn: OWN.test(address), isText: TEXTS.test(address), isToken: SECRET.test(address) };
}

/** No headers: they hold the token of whoever asks. */
interface Kept extends Omit<SeenRequest, 'request' | 'answer'> {
  answer: SeenRequest['answer'] | RingPlace;
  request: { [Name in 'method' | 'path' | 'query' | 'body' | 'file']: SeenRequest['request'][Name] };
  id: number;
  /** Milliseconds since 1970. */
  at: number;
  /** Length of the answer, also of one that is too large to be shown and is not held here. */
  size: number;
}

const logs = new WeakMap<Site, RequestLog>();

/** The log of a site that is being served: gone with the process, never stored. */
export function requestLog(site: Site): RequestLog {
  const known = logs.get(site) ?? createLog();
  logs.set(site, known);
  return known;
}

function createLog(): RequestLog {
  const listeners = new Set<(line: LoggedRequest) => void>();
  const kept: Kept[] = [];
  const ring = createTextRing(MOST_BYTES);
  const toLine = (one: Kept): LoggedRequest => lineOf(one, ring);
  let last = 0;
  let shared = 0;
  /** Shared answers before this place in the list are forgotten. */
  let bare = 0;
  const forget = (): void => {
    if (kept.length > MOST) {
      shared -= sharedBytes(kept.shift());
      bare = Math.max(0, bare - 1);
    }
    for (; shared > MOST_SHARED && bare < kept.length; bare++) {
      const one = kept[bare];
      const bytes = sharedBytes(one);
      if (!one || bytes === 0) continue;
      shared -= bytes;
      one.answer = '';
    }
  };
  return {
    note(seen) {
      const one = keptOf(seen, last + 1, ring);
      if (!one) return;
      last = one.id;
      kept.push(one);
      shared += sharedBytes(one);
      forget();
      for (const listener of listeners) listener(toLine(one));
    },
    list: ({ since, limit }) =>
      kept
        .filter(({ id }) => id > since)
        .slice(-limit)
        .map(toLine)
        .reverse(),
    failures: (limit) => failuresIn(kept, limit, ring),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Bytes of an answer that does not lie in the ring. */
function sharedBytes(one: Kept | undefined): number {
  if (!one) return 0;
  return typeof one.answer === 'string' || one.answer instanceof Uint8Array ? one.answer.length : 0;
}

/** What is remembered of a request; undefined for one that only asks for this log. */
function keptOf(
  { request: seen, caller, status, took, answer }: SeenRequest,
  id: number,
  ring: TextRing,
): Kept | undefined {
  const { isOwn, isText, isToken } = SPECIAL.test(seen.path) ? specialOf(seen.path) : USUAL;
  if (isOwn) return undefined;
  const isSecret = isToken || (isText && status < 400);
  const { method, path, query, body, file } = seen;
  const request = isText ? { method, path, ...NOTHING_SENT } : { method, path, query, body, file };
  const size = isSecret ? 0 : answer.length;
  const shown = isSecret || size > LARGEST_SHOWN ? '' : answer;
  const held = typeof shown === 'string' && shown.length > SHORT ? ring.put(shown) : shown;
  return { id, at: Date.now(), request, caller, status, took, answer: held, size };
}

/** An address as routes are matched with it: letters may come percent-encoded. */
function decoded(path: string): string {
  try {
    return path.includes('%') ? decodeURIComponent(path) : path;
  } catch {
    return path;
  }
}

function failuresIn(kept: readonly Kept[], limit: number, ring: TextRing): FailedRequest[] {
  const failed = kept.filter(({ status }) => status >= 400).slice(-limit);
  const lines = failed.map((one) => lineOf(one, ring)).reverse();
  return lines.map(({ at, method, path, status, code, took }) => ({ at, method, path, status, code, took }));
}

function lineOf({ id, at, request, caller, status, took, answer, size }: Kept, ring: TextRing): LoggedRequest {
  const { method, path, query, body, file } = request;
  const response = answered(typeof answer === 'string' || answer instanceof Uint8Array ? answer : ring.get(answer));
  const code = (response as { code?: unknown } | null)?.code;
  return {
    id,
    at: new Date(at).toISOString(),
    method,
    path,
    query: redacted(query ?? {}) as Dict,
    user: caller.name,
    token: caller.token,
    status,
    code: status >= 400 && typeof code === 'string' ? code : '',
    took: Math.round(took * 10) / 10,
    request: sent(body, file),
    response,
    size,
  };
}

/** The parsed body that came, or what is known of a file. */
function sent(body: unknown, file: RestRequest['file']): unknown {
  if (file) return { file: file.name, type: file.type, size: file.size };
  if (body === undefined || JSON.stringify(body).length > LARGEST_SHOWN) return null;
  return redacted(body);
}

function answered(answer: string | Uint8Array): unknown {
  if (answer.length === 0 || answer.length > LARGEST_SHOWN) return null;
  try {
    return redacted(JSON.parse(typeof answer === 'string' ? answer : Buffer.from(answer).toString()));
  } catch {
    return null;
  }
}
