import * as fc from 'fast-check';

/** POLYDESK_FUZZ_SEED repeats a run, POLYDESK_FUZZ_RUNS multiplies the number of tries. */
const { POLYDESK_FUZZ_SEED, POLYDESK_FUZZ_RUNS = '1' } = process.env;

/** One seed for all properties of a test file, printed. One that found something becomes a fixed test. */
export const seed = Number(POLYDESK_FUZZ_SEED ?? Math.floor(Math.random() * 0x7fffffff));
process.stdout.write(`POLYDESK_FUZZ_SEED=${seed}\n`);

/** Milliseconds a test may take: more for more tries, on a slow machine too. */
export const TIME = 120_000 * Number(POLYDESK_FUZZ_RUNS);

/** Tries a property so many times. */
export function holds<T>(property: fc.IProperty<T>, runs: number): void;
export function holds<T>(property: fc.IAsyncProperty<T>, runs: number): Promise<void>;
export function holds<T>(property: fc.IRawProperty<T>, runs: number): void | Promise<void> {
  return fc.assert(property as fc.IAsyncProperty<T>, { seed, numRuns: runs * Number(POLYDESK_FUZZ_RUNS) });
}
