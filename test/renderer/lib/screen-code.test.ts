import { expect, test } from 'vitest';
import { fetchWhenIdle, ScreenCode } from '../../../renderer/lib/screen-code.svelte.ts';
import { app } from '../../../renderer/lib/state.svelte.ts';
import Icon from '../../../renderer/ui/Icon.svelte';

const code = { default: Icon as never };

test('the code of a screen is fetched once; after a failure it is fetched again when needed', async () => {
  let asked = 0;
  const screen = new ScreenCode(() => (asked++ === 0 ? Promise.reject(new Error('away')) : Promise.resolve(code)));
  await Promise.all([screen.load(), screen.load()]);
  expect([asked, screen.isMissing, screen.component]).toEqual([1, true, undefined]);
  await screen.load();
  expect([asked, screen.isMissing, screen.component]).toEqual([2, false, Icon]);
  expect(screen.load()).toBeUndefined();
});

test('the others are fetched one after another, even after a failure, until it is stopped', async () => {
  const asked: string[] = [];
  const named = (name: string) =>
    new ScreenCode(() => {
      asked.push(name);
      return name === 'b' ? Promise.reject(new Error('away')) : Promise.resolve(code);
    });
  fetchWhenIdle([named('a'), named('b'), named('c')]);
  // A busy machine is late to be idle.
  await expect.poll(() => asked, { timeout: 15_000 }).toEqual(['a', 'b', 'c']);
  const stop = fetchWhenIdle([named('d')]);
  stop();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(asked).not.toContain('d');
});

test('with the code of a screen comes what it will show', async () => {
  const asked: string[] = [];
  const data = { readAhead: () => void asked.push('data') };
  const screen = new ScreenCode(() => (asked.push('code'), Promise.resolve(code)), [data]);
  fetchWhenIdle([screen]);
  await expect.poll(() => screen.component, { timeout: 15_000 }).toBe(Icon);
  expect(asked).toEqual(['data', 'code']);
  // What is here is left alone.
  fetchWhenIdle([screen]);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(asked).toEqual(['data', 'code']);
});

test('we stay where we are until the next screen can be drawn, and go where was wanted last', async () => {
  app.go('first');
  let arrive = () => {};
  const second = new Promise<void>((resolve) => (arrive = resolve));
  app.fetchScreen = (id) => (id === 'second' ? second : undefined);
  app.go('second', '7');
  app.refine({ state: 'draft' });
  expect(app.place.screen).toBe('first');
  expect(location.hash, 'the screen that is left writes no address').toBe('#/second/7');
  arrive();
  await expect.poll(() => app.place.screen).toBe('second');
  expect(app.place.item).toBe('7');
  app.go('first');
  app.fetchScreen = (id) => (id === 'second' ? Promise.resolve() : undefined);
  app.go('second');
  app.go('third');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(app.place.screen).toBe('third');
  app.fetchScreen = () => undefined;
});

test('the first screen is for an address that names none; a user navigating elsewhere is not redirected', async () => {
  location.hash = '';
  await expect.poll(() => app.place.screen).toBe('');
  let arrive = () => {};
  app.fetchScreen = () => new Promise<void>((resolve) => (arrive = resolve));
  location.hash = '#/second';
  app.begin('first');
  await expect.poll(() => app.place.screen === '' && location.hash).toBe('#/second');
  await new Promise((resolve) => setTimeout(resolve, 50));
  arrive();
  await expect.poll(() => app.place.screen).toBe('second');
  app.fetchScreen = () => undefined;
  location.hash = '';
  await expect.poll(() => app.place.screen).toBe('');
  app.begin('first');
  expect(app.place.screen).toBe('first');
  // A start link signs in, and leads nowhere.
  location.hash = '#code=abc';
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(app.place.screen).toBe('first');
});
