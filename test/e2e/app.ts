import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { slowDown } from './disturb.ts';
import { places, start, type Place } from './start.ts';
import { untilSettled, watchPage } from './watch.ts';

export { seriousFaults } from './axe.ts';
export { places } from './start.ts';

/** `npm run test:long` runs everything in both environments. */
const isWhole = process.env['EVERY_HAND'] !== undefined;

/** The place in which tasks of the interface are done with every run; in the other one too where all is to be done. */
export function placesOf(usual: Place): readonly Place[] {
  return isWhole ? places : [usual];
}

/** The built interface with a site of its own. */
export interface App {
  place: Place;
  page: Page;
  /** What no test may cause: faults of the page, breaches of its policy, errors in its console, lost focus. */
  faults: string[];
  /** The key for a combination that a browser keeps for itself: `Control+n` is `Alt+n` there. */
  key(combination: string): string;
  /** A request as another program sends it, with its token where one is given. */
  api<T>(method: string, path: string, body?: unknown, token?: string): Promise<T>;
  /** An answer as text. */
  text(path: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts the product with a new site, and opens the page at a screen such as `#/languages`. */
export async function openApp(at: string, place: Place = 'browser'): Promise<App> {
  const { page, server, before, close } = await start(place);
  // Generous: a slow machine is not a failure.
  page.setDefaultTimeout(30_000);
  const faults = before;
  await watchPage(page, faults);
  // From the start: who begins to listen to it when a chooser is about to open may be too late.
  page.on('filechooser', () => undefined);
  await page.setViewportSize({ width: 1280, height: 800 });
  await slowDown(page);
  await page.evaluate((hash) => void (location.hash = hash), at);
  // Until the code of a screen is there, the first one stays: what is done to it then is lost with it.
  await untilAt(page, /^#\/[\w-]+/.exec(at)?.[0] ?? at);
  return {
    place,
    page,
    faults,
    key: (combination) => (place === 'window' ? combination : combination.replace('Control', 'Alt')),
    async api<T>(method: string, path: string, body?: unknown, token = server.process_token): Promise<T> {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
      return (await fetch(`${server.base_url}/wp-json${path}`, init)).json() as Promise<T>;
    },
    async text(path) {
      const headers = { authorization: `Bearer ${server.process_token}` };
      return (await fetch(`${server.base_url}/wp-json${path}`, { headers })).text();
    },
    close,
  };
}

/** The message with these words. Others may stand beside it, of what was done before. */
const messageWith = (page: Page, words: string | RegExp): Locator =>
  page.getByRole('status').locator('.toast').filter({ hasText: words }).last();

/** Points at a message, so that it stays for as long as that: by itself it goes after eight seconds, however slow the machine is. */
export function holdMessage(page: Page, words: string | RegExp): Promise<void> {
  return messageWith(page, words).hover();
}

/** Takes back what the message with these words says. */
export function undoMessage(page: Page, words: string | RegExp): Promise<void> {
  return messageWith(page, words).getByRole('button', { name: 'Undo' }).click();
}

/** Waits until the focus is in something that opens, such as a dialog: before that, a key is for what lies behind it. */
export function untilFocusIn(place: Locator): Promise<void> {
  const focus = place.page().locator(':focus');
  return place.and(focus).or(place.locator(':focus')).first().waitFor();
}

/** Waits until a screen of the sidebar is shown: what stands there until then may look the same. */
export function untilAt(page: Page, address: string): Promise<void> {
  return page.locator(`a[href="${address}"][aria-current]`).waitFor();
}

/** Takes away the messages that stand there, before one with the same words is waited for. */
export function closeMessages(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const close of document.querySelectorAll<HTMLElement>('.toast > button:last-child')) close.click();
  });
}

/**
 * For `describe.each(places)('in the %s', (place) => { useApp(place, '#/languages', (opened) => (app = opened)); … })`:
 * each task is written once and done in both. After each one there must be no fault, and the focus somewhere.
 */
export function useApp(place: Place, at: string, take: (app: App) => void): void {
  let app: App | undefined;
  beforeAll(async () => {
    app = await openApp(at, place);
    take(app);
  });
  afterEach(async () => {
    if (!app) return;
    await untilSettled(app.page);
    expect(app.faults.splice(0)).toEqual([]);
  });
  afterAll(() => app?.close());
}
