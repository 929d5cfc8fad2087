import { afterEach } from 'vitest';
import { openBench, type Bench, type BenchOptions } from '../../support/engine.ts';

export const LANGUAGES = '/pll/v1/languages';
export const SETTINGS = '/pll/v1/settings';

const open: Bench[] = [];
afterEach(() => {
  for (const { engine } of open.splice(0)) engine.close();
});

/** A site with these languages, the first one default, closed after the test. */
export function openWith(locales: readonly string[], options: BenchOptions = {}): Bench {
  const bench = openBench(options);
  open.push(bench);
  for (const locale of locales) bench.ask('POST', LANGUAGES, { locale });
  return bench;
}

/** A site with English (default), French and German. */
export function threeLanguages(options: BenchOptions = {}): Bench {
  return openWith(['en_US', 'fr_FR', 'de_DE'], options);
}
