/** The answers of one turn of the event loop, sent together. */
export interface Turn {
  /** Before a request is looked at: what was answered some time ago does not wait for it. */
  begin(): void;
  /** Sends an answer at the end of the turn, after those that came before it; at once where nobody else is connected. */
  send(write: () => void): void;
  /** Whether others are connected. */
  isShared(): boolean;
}

/** So many milliseconds an answer waits for others at most, and then for the one that is being made. */
const LONGEST = 1;

/**
 * Several clients that ask at once are answered at once. Sent one by one, each answer wakes a client that has meanwhile
 * gone to sleep, which costs more than the answer to a small question; together they cost that once.
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
