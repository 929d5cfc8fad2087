import { requestLog } from '../../domain/site/request-log.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Live } from '../../schema/live/live.ts';
import type { LoggedRequest } from '../../schema/site/request-log.ts';
import type { ChangesPage } from '../../schema/site/history.ts';
import type { Caller, EventStream } from '../../types.ts';
import { startStream, type Exchange } from './answer.ts';
import { tooBusy, type Meter } from './limits.ts';

/** What all streams of one server share. */
export interface StreamRoom {
  engine: Engine;
  /** The number of open streams, with its limit. */
  streams: Meter;
  /** Functions that end the open streams. */
  open: Set<() => void>;
  /** Milliseconds between heartbeats. */
  heartbeat: number;
}

export interface Reader {
  caller: Caller;
  stream: EventStream;
  /** Checked with every heartbeat: the token may have been revoked meanwhile. */
  isStillWelcome(): boolean;
}

/**
 * Sends one event per entry of the journal (`contract/extras.md`, `/events`). What a client may see is read from `/changes`, page
 * by page and as fast as the client reads, so nothing accumulates for a slow one.
 */
export function openEvents(exchange: Exchange, reader: Reader, room: StreamRoom): void {
  if (!room.streams.take(1)) throw tooBusy();
  exchange.req.socket.setTimeout(0);
  startStream(exchange);
  // The starting point, so that a client that is cut off before the first change can resume as well.
  exchange.res.write(`retry: 2000\nid: ${reader.stream.since}\n\n`);
  if (reader.stream.requests) followRequests(exchange, room.engine);
  follow(exchange, reader, room);
}

function follow({ res }: Exchange, reader: Reader, { engine, streams, open, heartbeat }: StreamRoom): void {
  let { since } = reader.stream;
  let isWaiting = false;
  let isSending = false;
  const end = (): void => void res.end();
  const sendNext = async (): Promise<void> => {
    while (!res.writableEnded && !res.writableNeedDrain) {
      const request = { method: 'GET', path: '/polydesk/v1/changes', query: { since: String(since) } };
      const { status, body } = await engine.ask(request, reader.caller);
      if (status >= 400) return end();
      const { entries } = body as ChangesPage;
      if (entries.length === 0) return;
      since = entries.at(-1)?.id ?? since;
      res.write(entries.map(eventText).join(''));
    }
  };
  const pump = async (): Promise<void> => {
    // Changes that arrive while a page is being sent are in the next one.
    if (isSending) return soon();
    isWaiting = false;
    isSending = true;
    await sendNext().catch(end);
    isSending = false;
  };
  // A change is announced within the request that made it: the stream sends it after that request.
  const soon = (): void => {
    if (!isWaiting) setImmediate(() => void pump());
    isWaiting = true;
  };
  const unlisten = engine.onChange(soon);
  // A client that is too slow misses some; it can read them again at any time.
  const unlistenStates = engine.onStates((groups) => {
    if (reader.caller.can('read_history') && !res.writableEnded && !res.writableNeedDrain)
      res.write(statesText(groups));
  });
  const unlistenLive = engine.onLive((live) => {
    if (reader.caller.can('read_history') && !res.writableEnded && !res.writableNeedDrain) res.write(liveText(live));
  });
  const beat = setInterval(() => (reader.isStillWelcome() ? void res.write(': still here\n\n') : end()), heartbeat);
  res.on('drain', soon);
  open.add(end);
  res.once('close', () => {
    unlisten();
    unlistenStates();
    unlistenLive();
    clearInterval(beat);
    open.delete(end);
    streams.give(1);
  });
  soon();
}

/** One event per request, from now on. A client that is too slow misses some; the log itself is at `/requests`. */
function followRequests({ res }: Exchange, { site }: Engine): void {
  const unlisten = requestLog(site).listen((line) => {
    if (!res.writableEnded && !res.writableNeedDrain) res.write(requestText(line));
  });
  res.once('close', unlisten);
}

function requestText(line: LoggedRequest): string {
  return `event: request\ndata: ${JSON.stringify(line)}\n\n`;
}

function liveText({ state, checked_at, counts, run }: Live): string {
  return `event: live\ndata: ${JSON.stringify({ state, checked_at, counts, run })}\n\n`;
}

function statesText(groups: number[]): string {
  return `event: states\ndata: ${JSON.stringify({ groups })}\n\n`;
}

function eventText(entry: { id: number }): string {
  return `id: ${entry.id}\nevent: change\ndata: ${JSON.stringify(entry)}\n\n`;
}
