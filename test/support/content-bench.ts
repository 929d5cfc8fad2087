import { expect } from 'vitest';
import type { Dict } from '../../core/types.ts';
import { bodyOf, openBench, type Bench, type BenchOptions } from './engine.ts';

/** A site with languages, for requests that must succeed. */
export interface ContentBench extends Bench {
  /** The body of an answer, which has to be a good one. */
  must(method: string, path: string, body?: unknown): Dict;
}

/** Opens a site with these languages, the first one default, without categories of their own; close it with `bench.engine.close()`. */
export function openContentBench(locales: readonly string[], options: BenchOptions = {}): ContentBench {
  const bench = openBench(options);
  const must = (method: string, path: string, body?: unknown): Dict => {
    const answer = bench.ask(method, path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(400);
    return bodyOf(answer);
  };
  for (const locale of locales) must('POST', '/pll/v1/languages', { locale, no_default_cat: true });
  return { ...bench, must };
}
