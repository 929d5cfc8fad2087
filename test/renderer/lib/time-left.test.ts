// How long work still takes.
import { expect, test } from 'vitest';
import { TimeLeft, timeLeftText } from '../../../renderer/lib/messages/time-left.ts';

test('nothing is said until something was done, then the rest at the same speed', () => {
  const clock = new TimeLeft();
  expect(clock.look({ done: 100, total: 1100 }, 0)).toBeUndefined();
  expect(clock.look({ done: 100, total: 1100 }, 1000)).toBeUndefined();
  expect(clock.look({ done: 300, total: 1100 }, 2000)).toBe(8);
  expect(clock.look({ done: 1100, total: 1100 }, 10_000)).toBe(0);
});

test('another rebuild is measured from its own start', () => {
  const clock = new TimeLeft();
  clock.look({ done: 0, total: 10 }, 0);
  clock.look({ done: 5, total: 10 }, 1000);
  expect(clock.look(null, 2000)).toBeUndefined();
  expect(clock.look({ done: 1, total: 10 }, 60_000)).toBeUndefined();
  expect(clock.look({ done: 0, total: 10 }, 61_000)).toBeUndefined();
  expect(clock.look({ done: 5, total: 10 }, 62_000)).toBe(1);
});

test.each([
  [0, 'About 1 second left.'],
  [8, 'About 8 seconds left.'],
  [90, 'About 2 minutes left.'],
])('%s seconds', (seconds, text) => {
  expect(timeLeftText(seconds)).toBe(text);
});
