import { expect, onTestFinished } from 'vitest';
import { checkForeignKeys, checkInvariants } from '../../../core/store/file/invariants.ts';
import { openBench, type Bench, type BenchOptions } from '../../support/engine.ts';

export const LANGUAGES = '/pll/v1/languages';
export const SETTINGS = '/pll/v1/settings';

/** A site with these languages, the first one default. After the test its invariants are checked, and it is closed. */
export function openWith(locales: readonly string[], options: BenchOptions = {}): Bench {
  const bench = openBench(options);
  onTestFinished(() => {
    const { db } = bench.engine.site;
    expect([...checkForeignKeys(db), ...checkInvariants(db)]).toEqual([]);
    bench.engine.close();
  });
  for (const locale of locales) bench.ask('POST', LANGUAGES, { locale });
  return bench;
}

/** A site with English (default), French and German. */
export function threeLanguages(options: BenchOptions = {}): Bench {
  return openWith(['en_US', 'fr_FR', 'de_DE'], options);
}
