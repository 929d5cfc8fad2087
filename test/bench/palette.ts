// The command palette on the gallery site: time from the second letter to the last update of the list.
import type { Browser, Page } from 'playwright-core';
import { startServer } from '../e2e/start.ts';
import { askAs } from '../gallery/served.ts';
import { fillSite } from '../gallery/site.ts';

export const PALETTE_GOAL_MS = 50;
const WORDS = ['night', 'loire', 'galibier', 'workshop'];

/** Milliseconds of each search, the first of each kind of words left out: code runs slower then. */
export async function searchPalette(browser: Browser, build: string, rounds: number): Promise<number[]> {
  const served = await startServer(build);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  try {
    await fillSite(askAs(served));
    const page = await context.newPage();
    await page.goto(served.link);
    await page.locator('nav a[href^="#/"]').first().waitFor();
    await page.waitForTimeout(1000);
    const times: number[] = [];
    for (const words of Array.from({ length: rounds + 1 }, () => WORDS).flat()) times.push(await search(page, words));
    return times.slice(WORDS.length);
  } finally {
    await context.close();
    await served.close();
  }
}

async function search(page: Page, words: string): Promise<number> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command palette' }).fill(words.slice(0, 1));
  await page.waitForTimeout(300);
  const time = page.evaluate(timeOfNext);
  await page.waitForTimeout(20);
  await page.keyboard.type(words.slice(1, 2));
  const taken = await time;
  // Nothing found would be quick, too.
  await page
    .getByRole('option', { name: new RegExp(words.slice(0, 2), 'i') })
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Command palette' }).waitFor({ state: 'detached' });
  return taken;
}

/** From the next key until the list shows other items and was painted. */
function timeOfNext(): Promise<number> {
  return new Promise((resolve) => {
    const list = document.querySelector('[role="listbox"]');
    addEventListener(
      'keydown',
      () => {
        const started = performance.now();
        // What is found at once without the engine counts too, but the last change within a second is the answer.
        let last = started;
        const watcher = new MutationObserver(() => (last = performance.now()));
        watcher.observe(list?.parentElement ?? document.body, { subtree: true, childList: true, characterData: true });
        setTimeout(() => {
          watcher.disconnect();
          resolve(last - started);
        }, 600);
      },
      { once: true, capture: true },
    );
  });
}
