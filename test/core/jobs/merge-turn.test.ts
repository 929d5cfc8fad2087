import { expect, onTestFinished, test } from 'vitest';
import { mergeTurn } from '../../../core/jobs/merge-turn.ts';
import { openBench } from '../../support/engine.ts';

test('workers write one after another; whoever leaves twice takes no turn from others', () => {
  const bench = openBench();
  onTestFinished(() => bench.engine.close());
  const { site } = bench.engine;
  const wrote: string[] = [];
  const [first, second, third] = [mergeTurn(site), mergeTurn(site), mergeTurn(site)];
  first.take(() => wrote.push('first'));
  second.take(() => wrote.push('second'));
  third.take(() => wrote.push('third'));
  expect(wrote).toEqual(['first']);
  second.leave();
  second.leave();
  first.leave();
  expect(wrote).toEqual(['first', 'third']);
  expect(site.merging).toBe(true);
  third.leave();
  third.leave();
  expect(site.merging).toBe(false);
});
