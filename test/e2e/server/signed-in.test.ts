// Signing in to the interface in a browser: across server restarts, in a second tab, and by a link in the tab that needs it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { built } from '../built.ts';
import { serveAgain, type ServedAgain } from '../served-again.ts';
import { launch } from '../start.ts';

let served: ServedAgain;
let browser: Browser;
beforeAll(async () => {
  [served, browser] = await Promise.all([serveAgain(built), launch()]);
});
afterAll(() => Promise.all([browser.close(), served.close()]));

const newContext = () => browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
const signedOut = (page: Page) => page.getByText('This page is not signed in');
const languages = (page: Page) => page.getByRole('heading', { name: 'No languages yet' });

async function signedIn(context: BrowserContext, at = '#/languages'): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(served.link());
  await page.evaluate((hash) => void (location.hash = hash), at);
  await languages(page).waitFor();
  return page;
}

test('a second tab is signed in by the first, a browser of its own is not', async () => {
  const context = await newContext();
  await signedIn(context);
  const second = await context.newPage();
  await second.goto(`${served.url()}/#/languages`);
  await languages(second).waitFor();
  // Beside other work the first tab answers late, and until then the second one says so.
  await expect.poll(() => signedOut(second).count()).toBe(0);
  const other = await newContext();
  const stranger = await other.newPage();
  await stranger.goto(`${served.url()}/#/languages`);
  await signedOut(stranger).waitFor();
  await Promise.all([context.close(), other.close()]);
});

test('a single failed request is reported, only as long as the server is unreachable', async () => {
  await served.kill();
  await served.start();
  const context = await newContext();
  const page = await signedIn(context);
  await languages(page).waitFor();
  let failed = 0;
  await page.route('**/wp-json/**', (route) => (failed++ === 0 ? route.abort('connectionreset') : route.fallback()));
  // A stream that is being opened anew takes a moment: until then it is told.
  const told = page.getByText('The server does not answer');
  await page.evaluate(() => void (location.hash = '#/activity'));
  await expect.poll(() => failed).toBeGreaterThan(1);
  await told.waitFor({ state: 'detached' });
  await expect.poll(() => told.count()).toBe(0);
  await context.close();
});

test('a page is signed in still after the server was killed and started again', async () => {
  await served.kill();
  await served.start();
  const context = await newContext();
  const page = await signedIn(context);
  await served.kill();
  await page.getByText('The server does not answer').waitFor();
  await served.start();
  await page.getByText('The server does not answer').waitFor({ state: 'detached' });
  await page.reload();
  await languages(page).waitFor();
  expect(await signedOut(page).count()).toBe(0);
  await context.close();
});

test('a link pasted into a signed-out tab signs in that tab, at its place, and the other tab', async () => {
  await served.kill();
  await served.start();
  const context = await newContext();
  const [page, beside] = [await context.newPage(), await context.newPage()];
  for (const each of [page, beside]) {
    each.setDefaultTimeout(30_000);
    await each.goto(`${served.url()}/#/languages`);
    await signedOut(each).waitFor();
  }
  await page.goto(served.link());
  await languages(page).waitFor();
  expect(new URL(page.url()).hash).toBe('#/languages');
  await languages(beside).waitFor();
  // Once only.
  const other = await newContext();
  const late = await other.newPage();
  await late.goto(served.link());
  await signedOut(late).waitFor();
  await Promise.all([context.close(), other.close()]);
});
