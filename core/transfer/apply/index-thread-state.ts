/** State shared by the threads of an import, without messages: 32-bit cells, all 0 initially. */
export interface IndexThreadState {
  readonly buffer: SharedArrayBuffer;
  /** The thread has processed one more message. */
  step(): void;
  steps(): number;
  /** Waits until the number of steps exceeds `steps`, the thread has finished, or the timeout expires. */
  await(steps: number, ms: number): void;
  /** The thread has closed its file; `isWhole` says whether the file is complete. */
  leave(isWhole: boolean): void;
  /** undefined while the thread is still running. */
  left(): { isWhole: boolean } | undefined;
  /** Cancels the work of the thread. */
  giveUp(): void;
  isUnwanted(): boolean;
}

const STEPS = 0;
const LEFT = 1;
const UNWANTED = 2;
const LENGTH = 3;

const WHOLE = 1;
const BROKEN = 2;

/** Wraps a new buffer, or the one the thread received. */
export function indexThreadState(buffer = new SharedArrayBuffer(4 * LENGTH)): IndexThreadState {
  const cells = new Int32Array(buffer);
  const step = (): void => {
    Atomics.add(cells, STEPS, 1);
    Atomics.notify(cells, STEPS);
  };
  return {
    buffer,
    step,
    steps: () => Atomics.load(cells, STEPS),
    await(steps, ms) {
      if (Atomics.load(cells, LEFT) === 0) Atomics.wait(cells, STEPS, steps, ms);
    },
    leave(isWhole) {
      Atomics.store(cells, LEFT, isWhole ? WHOLE : BROKEN);
      step();
    },
    left() {
      const now = Atomics.load(cells, LEFT);
      return now === 0 ? undefined : { isWhole: now === WHOLE };
    },
    giveUp: () => void Atomics.store(cells, UNWANTED, 1),
    isUnwanted: () => Atomics.load(cells, UNWANTED) === 1,
  };
}
