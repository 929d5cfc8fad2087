import { onTestFinished } from 'vitest';
import { openBench, type Bench } from '../support/engine.ts';

/** An empty site, closed after the test. */
export function bench(): Bench {
  const made = openBench();
  onTestFinished(() => made.engine.close());
  return made;
}
