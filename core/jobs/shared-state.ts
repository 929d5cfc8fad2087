/**
 * State shared by the main process and the worker of a job, without messages: whether it is still wanted, its progress, and who
 * may write. Numbers of 32 bits, all 0 at the start.
 */
export interface SharedState {
  readonly buffer: SharedArrayBuffer;
  cancel(): void;
  isCancelled(): boolean;
  setProgress(done: number, total: number): void;
  progress(): { done: number; total: number };
  /** Worker: false if the site is being closed and its file may no longer be opened. */
  enterFile(): boolean;
  /** Worker: the file is closed, or the worker is gone. */
  leaveFile(): void;
  /** Main process: forbids opening the file from now on; waits until it is closed. False: it is still open. */
  shutFile(patience: number): boolean;
  /** Main process: writes are refused now. */
  allowMerge(): void;
  /** Worker: waits for that, or until the job is cancelled. */
  awaitMerge(): void;
}

const CANCELLED = 0;
const FILE = 1;
const MERGE = 2;
const DONE = 3;
const TOTAL = 4;
const LENGTH = 5;

const OPEN = 1;
const CLOSED = 2;

/** Over a new buffer, or over the one passed to the worker. */
export function sharedState(buffer = new SharedArrayBuffer(4 * LENGTH)): SharedState {
  const cells = new Int32Array(buffer);
  const set = (cell: number, value: number): void => {
    Atomics.store(cells, cell, value);
    Atomics.notify(cells, cell);
  };
  return {
    buffer,
    cancel() {
      set(CANCELLED, 1);
      Atomics.notify(cells, MERGE);
    },
    isCancelled: () => Atomics.load(cells, CANCELLED) === 1,
    setProgress(done, total) {
      Atomics.store(cells, DONE, done);
      Atomics.store(cells, TOTAL, total);
    },
    progress: () => ({ done: Atomics.load(cells, DONE), total: Atomics.load(cells, TOTAL) }),
    enterFile: () => Atomics.compareExchange(cells, FILE, 0, OPEN) === 0,
    leaveFile: () => set(FILE, CLOSED),
    shutFile(patience) {
      if (Atomics.compareExchange(cells, FILE, 0, CLOSED) !== OPEN) return true;
      return Atomics.wait(cells, FILE, OPEN, patience) !== 'timed-out';
    },
    allowMerge: () => set(MERGE, 1),
    awaitMerge() {
      // In slices: a cancellation between the check and the wait is seen by the next one.
      while (Atomics.load(cells, MERGE) === 0 && Atomics.load(cells, CANCELLED) === 0)
        Atomics.wait(cells, MERGE, 0, 100);
    },
  };
}
