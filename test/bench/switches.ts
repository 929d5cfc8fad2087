// Time from a click in the sidebar to its screen, for every screen: the first visits on several pages, and later ones.
import type { Page } from 'playwright-core';

export const SWITCH_GOAL_MS = 100;

/** When a screen can be used: what it is visited for is there, not only its title. Of any other, its first control. */
const usable: Readonly<Record<string, string>> = {
  overview: 'main [role="grid"] [role="rowheader"]',
  posts: 'main [role="grid"] [role="rowheader"]',
  pages: 'main [role="grid"] [role="rowheader"]',
  media: 'main [role="listbox"] [role="option"]',
  categories: 'main [role="treegrid"] [role="rowheader"]',
  tags: 'main [role="grid"] [role="rowheader"]',
  languages: 'main [role="grid"] [role="rowheader"]',
  settings: 'main [role="radio"]',
  transfer: 'main input',
  'api-tools': 'main input',
  activity: 'main [data-line]',
  preferences: 'main [role="radio"]',
};
const CONTROL = 'main :is(button, input, a[href], [role="rowheader"])';

/** Milliseconds of each visit, by screen. */
export interface Switches {
  first: Record<string, number[]>;
  later: Record<string, number[]>;
}

/** Where a page starts. */
export const START = 'languages';

/** What is there when a screen can be used. */
export function signOf(screen: string): string {
  return usable[screen] ?? CONTROL;
}

/**
 * Opens so many new pages, each with nothing of the ones before, and visits every screen as soon as the one before it can be
 * used; each time another screen is the first. In the last page all are visited again and again.
 */
export async function visitScreens(open: () => Promise<Page>, url: string, rounds: number): Promise<Switches> {
  const found: Switches = { first: {}, later: {} };
  for (let round = 0; round < rounds; round++) {
    const page = await open();
    await page.goto(`${url}/#/${START}`);
    await page.locator(signOf(START)).first().waitFor();
    const others = (await screensOf(page)).filter((id) => id !== START);
    const turned = others.map((_, at) => others[(at + round) % others.length] ?? START);
    for (const id of turned) (found.first[id] ??= []).push(await switchTo(page, id));
    if (round === rounds - 1) await visitAgain(page, [START, ...others], rounds, found);
    await page.context().close();
  }
  return found;
}

async function visitAgain(page: Page, all: readonly string[], rounds: number, found: Switches): Promise<void> {
  for (let round = 0; round < rounds; round++)
    for (const id of all) (found.later[id] ??= []).push(await switchTo(page, id));
}

async function screensOf(page: Page): Promise<string[]> {
  const links = page.locator('nav a[href^="#/"]');
  return links.evaluateAll((all) => all.map((link) => (link.getAttribute('href') ?? '').slice(2)));
}

/**
 * From the click until the frame was painted in which the screen is there: with its own title, as two screens may have the same
 * kind of control. What is looked for before a frame is painted with it; a message comes when that is done.
 */
function switchTo(page: Page, id: string): Promise<number> {
  return page.evaluate(
    ([link, there]) =>
      new Promise<number>((resolve) => {
        const to = document.querySelector<HTMLElement>(link);
        const title = to?.querySelector('.name')?.textContent;
        if (!to || !title) throw new Error(`There is no ${link}`);
        const started = performance.now();
        to.click();
        const look = (): void => {
          const isThere = document.querySelector('main h1')?.textContent === title && document.querySelector(there);
          if (!isThere) return void requestAnimationFrame(look);
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - started);
          port2.postMessage(0);
        };
        requestAnimationFrame(look);
      }),
    [`nav a[href="#/${id}"]`, signOf(id)] as const,
  );
}
