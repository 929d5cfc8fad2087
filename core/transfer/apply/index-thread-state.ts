/** What the threads of an import see both, without a message. Numbers of 32 bits, all 0 at the start. */
export interface IndexThreadState {
  readonly buffer: SharedArrayBuffer;
  /** The thread has worked off one more message. */
  step(): void;
  steps(): number;
  /** Waits until there are more than so many steps, or the thread has left, or the time is over. */
  await(steps: number, ms: number): void;
  /** The thread has closed its file, which holds everything (or not). */
  leave(isWhole: boolean): void;
  /** undefined: it has not left. */
  left(): { isWhole: boolean } | undefined;
  /** Nobody wants the work any more. */
  giveUp(): void;
  isUnwanted(): boolean;
}

const STEPS = 0;
const LEFT = 1;
const UNWANTED = 2;
const LENGTH = 3;

const WHOLE = 1;
const BROKEN = 2;

/** Over a new buffer, or over the one the thread was given. */
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
