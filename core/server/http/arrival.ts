import type { IncomingMessage, ServerResponse } from 'node:http';
import { tooLarge, type Limits } from './limits.ts';

/** The client disconnected before its request was complete: there is no one to answer. */
export class ClientGone extends Error {}

/** How long a body may take (`security.md` 3.7). */
export interface Clock {
  /** Gives an upload more time, but requires a minimum speed. */
  allowUpload(): void;
  /** Whether it ever ran: then the timeout of the connection is off. */
  hasRun(): boolean;
}

/**
 * Calls `late` once if the body of `req` has not arrived in time. While this clock runs it replaces the timeout of the
 * connection. Most bodies arrive with their head and need no clock: it starts after the first data has been read.
 */
export function watchArrival(
  { req, res }: { req: IncomingMessage; res: ServerResponse },
  limits: Limits,
  late: () => void,
): Clock {
  // The client of a refused request may still be sending: its body completes without having been read.
  const onTime = (): void => void (req.complete || late());
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearTimeout(timer);
  const start = (next: NodeJS.Timeout): void => {
    timer = next;
    // An answered request already has the idle timeout of its connection.
    if (!res.writableEnded) req.socket.setTimeout(0);
    req.once('close', stop);
  };
  setImmediate(() => {
    if (!timer && !req.complete && !req.destroyed) start(setTimeout(onTime, limits.requestTime));
  });
  return {
    hasRun: () => timer !== undefined,
    allowUpload() {
      stop();
      const started = Date.now();
      let seen = req.socket.bytesRead;
      const look = (): void => {
        const bytes = req.socket.bytesRead - seen;
        seen += bytes;
        const isSlow = bytes * 1000 < limits.uploadSpeed * limits.uploadCheck;
        if (!isSlow && Date.now() - started < limits.uploadTime) return;
        stop();
        late();
      };
      start(setInterval(look, limits.uploadCheck));
    },
  };
}

/** Whether the request has a body. */
export function hasBody(req: IncomingMessage): boolean {
  const { headers } = req;
  return (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;
}

export interface Intake {
  max: number;
  limits: Limits;
  /** May throw: the rest is then read and discarded, within `limits.drain`, before the promise rejects. */
  onChunk(chunk: Buffer): void;
}

/** Reads the whole body of a request. Rejects with what `onChunk` threw, 413 beyond `max`, or `ClientGone`. */
export function consume(req: IncomingMessage, { max, limits, onChunk }: Intake): Promise<void> {
  const { socket } = req;
  const isTooLong = Number(req.headers['content-length'] ?? 0) > max;
  let failure: unknown = isTooLong ? tooLarge(max) : undefined;
  let total = 0;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const end = (fault: unknown): void => {
    socket.off('close', gone);
    if (fault === undefined) resolve();
    else reject(fault);
  };
  const gone = (): void => end(new ClientGone());
  req.on('data', (chunk: Buffer) => {
    total += chunk.length;
    if (failure !== undefined) {
      if (total > max + limits.drain) end(failure);
      return;
    }
    try {
      if (total > max) throw tooLarge(max);
      onChunk(chunk);
    } catch (error) {
      failure = error;
    }
  });
  req.on('end', () => end(failure));
  req.on('error', gone);
  // Not the request's own 'close': node:http forgets a request once it has been answered (a 408 to a slow body).
  socket.once('close', gone);
  return promise;
}
