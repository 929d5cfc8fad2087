import { expect, test } from 'vitest';
import { afterPaint } from '../../../renderer/lib/after-paint.ts';

test('it comes after the next frame, once', async () => {
  const order: string[] = [];
  const done = new Promise<void>((resolve) => afterPaint(() => (order.push('after'), resolve())));
  requestAnimationFrame(() => order.push('frame'));
  expect(order).toEqual([]);
  await done;
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(order.at(-1)).toBe('after');
  expect(order.filter((each) => each === 'after')).toHaveLength(1);
});

test('what was stopped never comes', async () => {
  let isCalled = false;
  const stop = afterPaint(() => (isCalled = true));
  stop();
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(isCalled).toBe(false);
});
