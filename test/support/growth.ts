/** Runs of each size; the best one counts, to exclude warm-up and other programs on this machine. */
const RUNS = 5;
/** Four times as much: of the order of its length 4, of its square 16. */
const TIMES = 4;
/** Nobody who walks through a text once comes here, whoever compares all with all always. */
export const STEEP = 10;

/**
 * How many times longer `work` takes with four times as much to do, in time of the processor: a number that no load of the
 * machine changes, unlike seconds. `size` should keep it busy for a millisecond at least.
 */
export function growth(size: number, work: (size: number) => void): number {
  const best = { small: Infinity, large: Infinity };
  for (let run = 0; run < RUNS; run++) {
    best.small = Math.min(
      best.small,
      cpuOf(() => work(size)),
    );
    best.large = Math.min(
      best.large,
      cpuOf(() => work(size * TIMES)),
    );
  }
  return best.large / Math.max(best.small, 200);
}

/** The same of one piece of work in milliseconds: other programs take nothing of it, so a wide limit holds on every machine. */
export function cpuMs(work: () => void): number {
  return cpuOf(work) / 1000;
}

/** Microseconds of the processor. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
