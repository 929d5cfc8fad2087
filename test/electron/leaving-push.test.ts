// Closing the window, or quitting, while a push is being sent: asked first, after the running step, and to be resumed later.
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CHANNELS } from '../../electron/channels.ts';
import { openLiveSite, type LiveSite } from '../support/live-site.ts';
import { openBench } from '../support/engine.ts';
import { launchApp, type Running } from '../standin/launch.ts';
import { built } from './built.ts';

let there: LiveSite;
let app: Running | undefined;
/** Milliseconds before the site does what is sent to it, or what it waits for. */
let late: number | Promise<void> = 0;
let goOn: () => void;

beforeAll(async () => {
  there = await openLiveSite({
    hides: ['polydesk/v1'],
    delay: (method) => (method === 'GET' ? 0 : late),
  });
  there.bench.ask('POST', '/pll/v1/languages', { locale: 'en_US', slug: 'en', name: 'English' });
});
afterEach(async () => {
  await app?.close();
  app = undefined;
});
afterAll(() => there.close());

interface Run {
  id: number;
  state: string;
  phase: string;
  done: number;
  total: number;
  report: { code?: string } | null;
}
const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
  const sent = [JSON.stringify({ method, path, ...(body && { body }) })];
  if (!app) throw new Error('The program does not run');
  const { value } = await app.call('invoke', { channel: CHANNELS.rest, sent, from: { at: 0 } });
  return (value as { body: T }).body;
};
const lastRun = async () => (await ask<{ run: Run }>('GET', '/polydesk/v1/live')).run;
const questions = async () =>
  ((await app?.call('log')) ?? [])
    .filter(({ what }) => what === 'dialog.showMessageBox')
    .map(({ args }) => args[0] as { message: string; detail: string; buttons: string[] });

const windows = async () =>
  app?.call('windows').then(
    ({ length }) => length,
    () => 0,
  );

/** A window whose site is sending some posts; one of them is under way until `goOn`. */
async function sending(): Promise<string> {
  late = 0;
  app = await launchApp({ built, hasBrowser: false });
  const { passwords, url } = there;
  await ask('PUT', '/polydesk/v1/live', { url, user: 'admin', password: passwords['admin'] });
  await ask('POST', '/polydesk/v1/live/checks', { full: true });
  await expect.poll(async () => (await lastRun()).state).toBe('done');
  await ask('POST', '/polydesk/v1/live/pulls', {});
  await expect.poll(async () => (await lastRun()).state).toBe('done');
  for (const at of [1, 2, 3, 4, 5, 6])
    await ask('POST', '/wp/v2/posts', { title: `Post ${at} ${Date.now()}`, status: 'publish', lang: 'en' });
  late = 700;
  await ask('POST', '/polydesk/v1/live/pushes', {});
  // Not before: looking for twins counts pages.
  await expect.poll(async () => (await lastRun()).phase).toBe('push');
  ({ promise: late, resolve: goOn } = Promise.withResolvers<void>());
  return join(app.data, 'My site.polydesk');
}

/** The run as the file has it once nothing has it open any more. */
function storedRun(file: string): Run {
  const bench = openBench({ file });
  const { run } = bench.ask('GET', '/polydesk/v1/live').body as { run: Run };
  bench.engine.close();
  return run;
}

test.each([
  ['close', 'Close', /^Close the window after this step\?/],
  ['quit', 'Quit', /^Quit after this step\?/],
] as const)(
  '%s: cancelled, the push goes on; confirmed, it is paused and can be resumed',
  async (act, button, text) => {
    const file = await sending();
    await app?.call(act);
    await expect.poll(questions).toHaveLength(1);
    const [question] = await questions();
    expect(question?.message).toBe('A push is running');
    expect(question?.detail).toMatch(text);
    expect((await lastRun()).state).toBe('running');
    await app?.call('answer', [{ button }]);
    const ended = app?.call(act).catch(() => undefined);
    await expect.poll(async () => (await lastRun()).state).toBe('paused');
    expect(await windows(), 'it waits for the step').toBe(1);
    goOn();
    await ended;
    await expect.poll(windows).toBe(0);
    await app?.close();
    app = undefined;
    const run = storedRun(file);
    expect(run).toMatchObject({ state: 'paused', report: null });
    expect(run.done).toBeLessThan(run.total);
  },
);

test('nothing is asked while nothing is sent', async () => {
  app = await launchApp({ built, hasBrowser: false });
  expect(await app.close()).toBe(0);
  app = undefined;
});
