import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A received request, and how to answer it. */
interface Job {
  req: IncomingMessage;
  res: ServerResponse;
  start(): void;
}

/** One connection. */
interface Lane {
  socket: Socket;
  /** The request being answered, or the last one. */
  current: Job | undefined;
  /** Requests waiting behind it. */
  queue: Job[];
  /** Bytes of the current body that have not arrived yet; Infinity if unknown. */
  missing: number;
  /** Milliseconds spent on this connection, decaying by half every second, as of `at`. */
  used: number;
  /** When it last sent a request. */
  at: number;
}

/** The connections of a server. Each has one request answered at a time; the connections that used the least time come first. */
export interface Lanes {
  /**
   * Adds a connection. False if all places are taken by connections that are being answered; otherwise a silent one is dropped.
   */
  admit(socket: Socket): boolean;
  /** Queues a request: `start` is called when its turn comes, which may be immediately. */
  take(req: IncomingMessage, res: ServerResponse, start: () => void): void;
  /** The number of connections. */
  count(): number;
}

/** Bytes passed to the parser at a time: it parses all requests in them before any other connection gets a turn. */
const SLICE = 2048;
/** The same within a body of unknown length. */
const BODY_SLICE = 8192;
/** Bytes of a body that are buffered until they are read; the rest stays in the socket. */
const HELD = 65_536;
/** Milliseconds of a turn that are spent on answers before new input is read. */
const BUDGET = 10;
const NOTICED = 1;
/** Requests waiting on one connection; a slice holds fewer, only the end of a chunked body can hold more. */
const MOST_WAITING = 128;
const HALF_LIFE = 1000;

/** @param most maximum number of connections */
export function createLanes(most: number): Lanes {
  const lanes = new Map<Socket, Lane>();
  const run = createSchedule();
  return {
    count: () => lanes.size,
    admit(socket) {
      if (lanes.size >= most && !dropSilent(lanes)) return false;
      const at = performance.now();
      const lane: Lane = { socket, current: undefined, queue: [], missing: 0, used: 0, at };
      lanes.set(socket, lane);
      socket.once('close', () => lanes.delete(socket));
      // Read piece by piece instead of handing the connection to the parser.
      socket.on('readable', () => pump(lane));
      socket.on('drain', () => pump(lane));
      return true;
    },
    take(req, res, start) {
      const lane = lanes.get(req.socket);
      // Absent if its place was given to another connection.
      if (lane) run(lane, { req, res, start });
    },
  };
}

/**
 * Starts jobs: immediately if none are waiting, else those of the least used connections first, a few each turn of the event
 * loop.
 */
function createSchedule(): (lane: Lane, job: Job) => void {
  const ready: Lane[] = [];
  let spent = 0;
  let isAwake = false;
  const tick = (): void => {
    isAwake = false;
    spent = 0;
    while (ready.length > 0 && spent < BUDGET) next(takeLeastUsed(ready, performance.now()));
    if (ready.length > 0) wake();
  };
  const wake = (): void => {
    if (!isAwake) setImmediate(tick);
    isAwake = true;
  };
  const next = (lane: Lane): void => {
    const job = lane.queue.shift();
    if (!job || lane.socket.destroyed) return;
    start(lane, job);
    if (lane.queue.length > 0) line(lane);
    else pump(lane);
  };
  const start = (lane: Lane, job: Job): void => {
    spent += startJob(lane, job);
    // A turn that took next to no time need not end: no new turn is scheduled.
    if (spent > NOTICED) wake();
  };
  /** The next request of a connection is ready once the answer before it has been sent. */
  const line = (lane: Lane): void => {
    const isReady = (): void => (ready.push(lane), wake());
    if (isAnswering(lane)) lane.current?.res.once('close', isReady);
    else isReady();
  };
  return (lane, job) => {
    // What was answered in this turn has not been sent yet.
    const isFree = lane.queue.length === 0 && !isAnswering(lane);
    if (isFree && ready.length === 0 && spent < BUDGET) return start(lane, job);
    if (lane.queue.push(job) === 1) line(lane);
    else if (lane.queue.length > MOST_WAITING) lane.socket.destroy();
  };
}

/** Returns how many milliseconds that took. */
function startJob(lane: Lane, job: Job): number {
  const started = performance.now();
  lane.current = job;
  lane.missing = bodyLength(job.req);
  job.start();
  const took = performance.now() - started;
  lane.used = usedBy(lane, started) + took;
  lane.at = started;
  return took;
}

/** Passes received bytes to the parser, unless requests are already waiting or the client does not read its answers. */
function pump(lane: Lane): void {
  const { socket } = lane;
  while (lane.queue.length === 0 && !socket.writableNeedDrain && !socket.destroyed) {
    const req = lane.current?.req;
    // What it has buffered continues after `resume`.
    if (req && !req.complete && req.readableLength >= HELD)
      return void req.once('resume', () => setImmediate(pump, lane));
    const size = Math.min(socket.readableLength, sliceOf(lane));
    // The buffer is empty: `read` requests more, or ends the stream.
    if (socket.read(size || undefined) === null || size === 0) return;
    lane.missing -= size;
  }
}

function sliceOf({ missing }: Lane): number {
  return missing === Infinity ? BODY_SLICE : Math.max(SLICE, missing);
}

function bodyLength({ headers }: IncomingMessage): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
}

function isAnswering({ current }: Lane): boolean {
  return current !== undefined && !current.res.writableFinished && !current.res.destroyed;
}

/** Drops the connection that has been silent the longest. False if all of them are being answered. */
function dropSilent(lanes: Map<Socket, Lane>): boolean {
  let silent: Lane | undefined;
  for (const lane of lanes.values()) {
    const isSilent = lane.queue.length === 0 && !isAnswering(lane);
    if (isSilent && lane.at < (silent?.at ?? Infinity)) silent = lane;
  }
  if (!silent) return false;
  lanes.delete(silent.socket);
  silent.socket.destroy();
  return true;
}

function usedBy({ used, at }: Lane, time: number): number {
  return used * 2 ** ((at - time) / HALF_LIFE);
}

function takeLeastUsed(ready: Lane[], time: number): Lane {
  let least = 0;
  ready.forEach((lane, index) => {
    if (usedBy(lane, time) < usedBy(ready[least] ?? lane, time)) least = index;
  });
  return ready.splice(least, 1)[0] as Lane;
}
