// A page in which scenes are played one after another and checked.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page, Request } from 'playwright-core';
import { looks, type Look } from '../../gallery/looks.ts';
import { untilQuiet } from '../../gallery/quiet.ts';
import type { Scene } from '../../gallery/scenes.ts';
import { openContext, play, type Sites } from '../../gallery/stage.ts';
import { seriousFaults } from '../axe.ts';
import { watchPage } from '../watch.ts';
import { ringFaults } from './rings.ts';

/** A page that is signed in to a site, or not, and what it complained of. */
export interface Place {
  page: Page;
  faults: string[];
  /** Requests without an answer, but for the stream of changes, which has no end. */
  pending: Set<Request>;
  /** How often each address answered since the scene began. */
  answered: Map<string, number>;
  /** When the scene began. */
  since: number;
  /** Nobody did anything in it yet but go from screen to screen. */
  isFresh: boolean;
}

/** A screen asks again after a change, or in another language; what asks more often than this asks without end. */
const MOST_ASKED = 8;

/** How long a server that never answers is waited for. */
const PATIENCE_MS = 700;

/** A page for scenes of the kind of this one, in dark colours. */
export async function openPlace(browser: Browser, sites: Sites, scene: Scene): Promise<Place> {
  const context = await openContext(browser, sites, scene, looks.dark);
  // Each screen fetches what it needs; what the page fetches beside that, for later, is thrown away with it here.
  await context.addInitScript(() => (window.requestIdleCallback = () => 0));
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const faults: string[] = [];
  await watchPage(page, faults);
  const pending = new Set<Request>();
  const place: Place = { page, faults, pending, answered: new Map(), since: performance.now(), isFresh: false };
  page.on('request', (asked) => !asked.url().includes('/events') && pending.add(asked));
  page.on('requestfinished', (asked) => {
    pending.delete(asked);
    const key = `${asked.method()} ${asked.url()}`;
    place.answered.set(key, (place.answered.get(key) ?? 0) + 1);
  });
  page.on('requestfailed', (asked) => pending.delete(asked));
  return place;
}

/** The looks a scene can be checked in besides dark, in which it opens. */
export type Other = 'rtl' | 'light';

/** A scene that comes to a screen of a working server and leaves it as it is. Such scenes need no page that loads anew. */
export function isVisit({ act, server }: Scene): boolean {
  return !act && !server;
}

/** The scene: in a page that loads anew for it, unless it only comes to a screen, from one that was left as it was. */
export async function open(place: Place, sites: Sites, scene: Scene): Promise<void> {
  const { page, pending, faults } = place;
  faults.length = 0;
  pending.clear();
  place.answered.clear();
  place.since = performance.now();
  if (place.isFresh && isVisit(scene)) {
    await choose(page, looks.dark);
    await page.evaluate((hash) => void (location.hash = hash), scene.at);
    await untilAnswered(place);
    await page.locator('main :is(h1, h2)').first().waitFor();
  } else {
    await play(page, sites, scene, () => untilAnswered(place));
  }
  place.isFresh = isVisit(scene);
}

async function untilAnswered({ page, pending }: Place): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  do {
    while (pending.size > 0 && performance.now() < end) await sleep(10);
    await untilQuiet(page, 40);
  } while (pending.size > 0 && performance.now() < end);
}

/** The faults of an open scene: in dark, in `others`, and for a screen those of its focus. */
export async function judge({ page }: Place, others: readonly Other[], isScreen: boolean): Promise<string[]> {
  const found: string[] = [];
  const ask = async (name: 'light' | 'dark' | 'rtl', question: 'everything' | 'colours' | 'words') => {
    if (name !== 'dark') await choose(page, looks[name]);
    found.push(...(await seriousFaults(page, 'front', question)).map((fault) => `${name}: ${fault}`));
  };
  // As it came to be, before anything else changes it.
  await ask('dark', 'everything');
  if (others.includes('rtl')) await ask('rtl', 'words');
  if (others.includes('light')) await ask('light', 'colours');
  return isScreen ? [...found, ...(await judgeFocus(page))] : found;
}

/**
 * Whom the page asked again and again. How far a job got is asked for as long as it takes, and about a run that goes on once a
 * second: a busy machine takes many for a scene.
 */
export function endless(
  { answered, since }: Pick<Place, 'answered' | 'since'>,
  { isRunning }: Partial<Scene> = {},
): string[] {
  const isJob = (address: string) => address.includes('/polydesk/v1/jobs/');
  const seconds = Math.ceil((performance.now() - since) / 1000);
  const most = (address: string) => MOST_ASKED + (isRunning && address.endsWith('/polydesk/v1/live') ? seconds : 0);
  return [...answered].flatMap(([address, times]) =>
    times > most(address) && !isJob(address) ? `${times} times ${address}` : [],
  );
}

/** As another tab of the same person chooses it: the page follows. */
async function choose(page: Page, { theme, locale = 'en' }: Look): Promise<void> {
  await page.evaluate((stored) => {
    localStorage.setItem('polydesk.preferences', stored);
    dispatchEvent(new StorageEvent('storage', { key: 'polydesk.preferences' }));
  }, JSON.stringify({ theme, locale }));
  await page.locator(`html[data-theme="${theme}"][lang="${locale}"]`).waitFor();
  await untilQuiet(page, 30);
}

/** In the smallest window, where most lies over something else. */
async function judgeFocus(page: Page): Promise<string[]> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 900, height: 600 });
  await untilQuiet(page, 40);
  const { stops, faults } = await ringFaults(page);
  if (await isLargerThanWindow(page))
    faults.push('the page is larger than its window: a focus may scroll the bars away');
  if (size) await page.setViewportSize(size);
  return stops > 3 ? faults : [...faults, `Tab leads to ${stops} places only`];
}

/** Nothing but the parts of a screen scrolls, even where the text that nobody sees is far below. */
export function isLargerThanWindow(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
    return scrollHeight > clientHeight || scrollWidth > clientWidth;
  });
}
