import { requestLog } from '../domain/request-log.ts';
import type { Engine } from '../engine.ts';
import type { Caller, Dict, LoggedRequest, RestResponse } from '../types.ts';
import { sendResponse, startStream, type Exchange } from './answer.ts';
import { tooBusy, type Meter } from './limits.ts';

/** What all streams of one server share. */
export interface StreamRoom {
  engine: Engine;
  /** How many there may be. */
  streams: Meter;
  /** Ways to end those that are open. */
  open: Set<() => void>;
  /** Milliseconds between signs of life. */
  heartbeat: number;
}

export interface Reader {
  caller: Caller;
  query: Dict;
  /** Asked with every sign of life: a token may be revoked meanwhile. */
  isStillWelcome(): boolean;
}

/** `GET /polydesk/v1/events` (`contract/extras.md`)? */
export function isEventPath(path: string): boolean {
  return /^\/+polydesk\/v1\/events\/?$/i.test(path);
}

/**
 * Sends one event an entry of the journal, from `Last-Event-ID` or `?since` on, else from now on. What a client may see
 * is asked of `/changes`, page by page and as fast as the client reads: nothing piles up for a slow one.
 */
export function openEvents(exchange: Exchange, reader: Reader, room: StreamRoom): void {
  const since = sinceOf(exchange, reader.query);
  const first = changes(room.engine, reader.caller, since === undefined ? { limit: '1' } : { since });
  if (first.status >= 400) return sendResponse(exchange, first);
  const withRequests = reader.query['requests'] === '1';
  const log = withRequests ? requests(room.engine, reader.caller) : undefined;
  if (log && log.status >= 400) return sendResponse(exchange, log);
  if (!room.streams.take(1)) throw tooBusy();
  exchange.req.socket.setTimeout(0);
  startStream(exchange);
  const last = since ?? String(pageOf(first).latest);
  // Where it begins, so that a reader who is cut off before the first change can go on as well.
  exchange.res.write(`retry: 2000\nid: ${last}\n\n`);
  if (withRequests) followRequests(exchange, room.engine);
  follow(exchange, { ...reader, last }, room);
}

interface Cursor extends Reader {
  /** Id of the last entry sent. */
  last: string;
}

function follow({ res }: Exchange, cursor: Cursor, { engine, streams, open, heartbeat }: StreamRoom): void {
  let isWaiting = false;
  const end = (): void => void res.end();
  const pump = (): void => {
    isWaiting = false;
    while (!res.writableEnded && !res.writableNeedDrain) {
      const response = changes(engine, cursor.caller, { since: cursor.last });
      const { entries } = pageOf(response);
      if (response.status >= 400) return end();
      if (entries.length === 0) return;
      cursor.last = String(entries.at(-1)?.id);
      res.write(entries.map(eventText).join(''));
    }
  };
  // A change is told inside the request that made it: the stream answers after that one.
  const soon = (): void => {
    if (!isWaiting) setImmediate(pump);
    isWaiting = true;
  };
  const unlisten = engine.onChange(soon);
  const beat = setInterval(() => (cursor.isStillWelcome() ? void res.write(': still here\n\n') : end()), heartbeat);
  res.on('drain', pump);
  open.add(end);
  res.once('close', () => {
    unlisten();
    clearInterval(beat);
    open.delete(end);
    streams.give(1);
  });
  pump();
}

/** One event a request, from now on. A reader that is too slow misses some: the log itself is at `/requests`. */
function followRequests({ res }: Exchange, { site }: Engine): void {
  const unlisten = requestLog(site).listen((line) => {
    if (!res.writableEnded && !res.writableNeedDrain) res.write(requestText(line));
  });
  res.once('close', unlisten);
}

function requests(engine: Engine, caller: Caller): RestResponse {
  return engine.dispatch({ method: 'GET', path: '/polydesk/v1/requests', query: { limit: '1' } }, caller);
}

function requestText(line: LoggedRequest): string {
  return `event: request\ndata: ${JSON.stringify(line)}\n\n`;
}

interface ChangesPage {
  entries: { id: number }[];
  latest: number;
}

function pageOf({ body }: RestResponse): ChangesPage {
  return body as ChangesPage;
}

function changes(engine: Engine, caller: Caller, query: Dict): RestResponse {
  return engine.dispatch({ method: 'GET', path: '/polydesk/v1/changes', query }, caller);
}

function eventText(entry: { id: number }): string {
  return `id: ${entry.id}\nevent: change\ndata: ${JSON.stringify(entry)}\n\n`;
}

function sinceOf({ req }: Exchange, query: Dict): string | undefined {
  const sent = req.headers['last-event-id'] ?? query['since'];
  return typeof sent === 'string' && sent !== '' ? sent : undefined;
}
