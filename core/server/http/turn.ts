/** Sends the answers of one turn of the event loop together. */
export interface Turn {
  /** Call before processing a request: answers that have waited long enough are sent first. */
  begin(): void;
  /** Sends an answer at the end of the turn, in order; immediately if no other client is connected. */
  send(write: () => void): void;
  /** Whether other clients are connected. */
  isShared(): boolean;
}

/** Milliseconds an answer waits for others at most, plus the time of the one being processed. */
const LONGEST = 1;

/**
 * Batches the answers to clients that call concurrently. Sent one by one, each answer wakes a client that has meanwhile gone to
 * sleep, which costs more than answering a small request; sent together they cost that once.
 */
export function createTurn(isShared: () => boolean, now: () => number = () => performance.now()): Turn {
  let waiting: (() => void)[] = [];
  let since = 0;
  const flush = (): void => {
    const all = waiting;
    waiting = [];
    for (const write of all) write();
  };
  return {
    isShared,
    begin() {
      if (waiting.length > 0 && now() - since > LONGEST) flush();
    },
    send(write) {
      if (waiting.length === 0) {
        if (!isShared()) return write();
        since = now();
        setImmediate(flush);
      }
      waiting.push(write);
    },
  };
}
