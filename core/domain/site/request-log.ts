import type { Site } from '../../site.ts';
import type { LoggedRequest } from '../../schema/site/request-log.ts';
import type { Caller, Dict, RestRequest } from '../../types.ts';
import { redacted } from './redact.ts';
import { createTextRing, type RingPlace, type TextRing } from './text-ring.ts';

/** A request with its response, as seen by the adapter. Secrets of settings have already been removed. */
export interface SeenRequest {
  request: Pick<RestRequest, 'method' | 'path' | 'query' | 'body' | 'file'>;
  caller: Pick<Caller, 'name' | 'token' | 'origin'>;
  status: number;
  /** Duration in milliseconds. */
  took: number;
  /** The response body, as sent. */
  answer: string | Uint8Array;
}

/** A request that was rejected or failed. */
export type FailedRequest = Pick<LoggedRequest, 'at' | 'method' | 'path' | 'status' | 'code' | 'took'>;

/** The most recent requests of a running server, in memory only (`security.md` 3.6). */
export interface RequestLog {
  note(seen: SeenRequest, rule?: LogRule): void;
  /** Newest first, after `since`; `from`: only those of tools or of the window. */
  list(query: { since: number; limit: number; from?: LogSide | undefined }): LoggedRequest[];
  /** The most recent rejected or failed requests of tools and the window, newest first, without bodies. */
  failures(limit: number): FailedRequest[];
  /** Subscribes to new lines; returns the unsubscribe function. */
  listen(listener: (line: LoggedRequest) => void): () => void;
}

/** Source of a request: other programs, for which the log is intended, or the window itself. */
export type LogSide = 'tools' | 'window';

interface Limits {
  /** Maximum number of requests. */
  most: number;
  /** Maximum total size of responses in bytes: beyond it, the oldest lose their bodies. */
  bytes: number;
  /** The same for cached responses shared by many requests. */
  shared: number;
}

const MB = 1024 * 1024;

/** Separate limits per side: requests of the window never evict those of tools. */
const LIMITS: Readonly<Record<LogSide, Limits>> = {
  tools: { most: 1000, bytes: 32 * MB, shared: 8 * MB },
  window: { most: 300, bytes: 8 * MB, shared: 2 * MB },
};

/** Responses up to this length are kept as plain strings, outside the ring. */
const SHORT = 2048;
/** Larger bodies are not shown. */
const LARGEST_SHOWN = 64 * 1024;
const NOTHING_SENT = { query: undefined, body: undefined, file: undefined };

/** Restrictions on logging a request: everything but the response, which is a secret; only the outcome. */
export type LogRule = 'request' | 'outcome';

/** Without headers, which contain the caller's token. */
interface Kept extends Omit<SeenRequest, 'request' | 'answer'> {
  answer: SeenRequest['answer'] | RingPlace;
  request: { [Name in 'method' | 'path' | 'query' | 'body' | 'file']: SeenRequest['request'][Name] };
  id: number;
  /** Milliseconds since 1970. */
  at: number;
  /** Length of the response, even if it is too large to be kept. */
  size: number;
}

const logs = new WeakMap<Site, RequestLog>();

/** The log of a site being served: in memory only, never stored. */
export function requestLog(site: Site): RequestLog {
  const known = logs.get(site) ?? createLog();
  logs.set(site, known);
  return known;
}

function createLog(): RequestLog {
  const listeners = new Set<(line: LoggedRequest) => void>();
  const sides = { tools: createLines(LIMITS.tools), window: createLines(LIMITS.window) };
  let last = 0;
  const newest = (lines: readonly Lines[], which: (one: Kept) => boolean, limit: number): LoggedRequest[] =>
    lines
      .flatMap(({ kept, toLine }) => kept.filter(which).map((one) => ({ one, toLine })))
      .sort((a, b) => a.one.id - b.one.id)
      .slice(-limit)
      .map(({ one, toLine }) => toLine(one))
      .reverse();
  return {
    note(seen, rule) {
      const { add, toLine } = sides[seen.caller.origin === 'window' ? 'window' : 'tools'];
      const one = add(seen, { id: ++last, rule });
      for (const listener of listeners) listener(toLine(one));
    },
    list: ({ since, limit, from }) =>
      newest(from ? [sides[from]] : Object.values(sides), ({ id }) => id > since, limit),
    failures: (limit) =>
      newest(Object.values(sides), ({ status }) => status >= 400, limit).map(
        ({ at, method, path, status, code, took }) => ({ at, method, path, status, code, took }),
      ),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The lines of one side, oldest first. */
interface Lines {
  kept: readonly Kept[];
  add(seen: SeenRequest, as: { id: number; rule: LogRule | undefined }): Kept;
  toLine(one: Kept): LoggedRequest;
}

function createLines(limits: Limits): Lines {
  const kept: Kept[] = [];
  const ring = createTextRing(limits.bytes);
  let shared = 0;
  /** Shared responses before this index have been dropped. */
  let bare = 0;
  const forget = (): void => {
    if (kept.length > limits.most) {
      shared -= sharedBytes(kept.shift());
      bare = Math.max(0, bare - 1);
    }
    for (; shared > limits.shared && bare < kept.length; bare++) {
      const one = kept[bare];
      const bytes = sharedBytes(one);
      if (!one || bytes === 0) continue;
      shared -= bytes;
      one.answer = '';
    }
  };
  return {
    kept,
    toLine: (one) => lineOf(one, ring),
    add(seen, { id, rule }) {
      const one = keptOf(seen, { id, rule, ring });
      kept.push(one);
      shared += sharedBytes(one);
      forget();
      return one;
    },
  };
}

/** Size in bytes of a response that is not in the ring. */
function sharedBytes(one: Kept | undefined): number {
  if (!one) return 0;
  return typeof one.answer === 'string' || one.answer instanceof Uint8Array ? one.answer.length : 0;
}

/** The logged part of a request. */
function keptOf(
  { request: seen, caller, status, took, answer }: SeenRequest,
  { id, rule, ring }: { id: number; rule: LogRule | undefined; ring: TextRing },
): Kept {
  const isSecret = rule === 'request' || (rule === 'outcome' && status < 400);
  const { method, path, query, body, file } = seen;
  const request =
    rule === 'outcome'
      ? { method, path, ...NOTHING_SENT }
      : { method, path, query, body: isLong(body) ? null : body, file };
  const size = isSecret ? 0 : answer.length;
  const shown = isSecret || size > LARGEST_SHOWN ? '' : answer;
  const held = typeof shown === 'string' && shown.length > SHORT ? ring.put(shown) : shown;
  return { id, at: Date.now(), request, caller, status, took, answer: held, size };
}

/** Whether a body is too large to be shown, so that keeping it would waste memory. Reads no more than needed. */
function isLong(body: unknown): boolean {
  let left = LARGEST_SHOWN;
  const read = (value: unknown): void => {
    left -= typeof value === 'string' ? value.length : 1;
    if (left < 0 || typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      left -= key.length;
      if (left < 0) return;
      read(inner);
    }
  };
  read(body);
  return left < 0;
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

/** The parsed request body, or the description of a file. */
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
