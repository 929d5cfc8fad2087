// Every place of the gallery, opened once and judged in light, dark and from right to left; on screens the focus too.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { looks, type Look } from '../../gallery/looks.ts';
import { untilQuiet } from '../../gallery/quiet.ts';
import { scenes, type Scene } from '../../gallery/scenes.ts';
import { closeSites, openContext, openSites, play, undoAll, type Sites } from '../../gallery/stage.ts';
import { seriousFaults } from '../axe.ts';
import { built } from '../built.ts';
import { launch } from '../start.ts';
import { watchPage } from '../watch.ts';
import { ringFaults } from './rings.ts';

/** A page that is signed in to a site, or not, and what it complained of. */
interface Place {
  page: Page;
  faults: string[];
  /** Requests without an answer, but for the stream of changes, which has no end. */
  pending: Set<Request>;
}

/** How long a server that never answers is waited for. */
const PATIENCE_MS = 700;

let browser: Browser;
let sites: Sites;
const places = new Map<string, Promise<Place>>();

/** A file has a half of the scenes: both are judged at the same time. */
export function sweep(half: 0 | 1): void {
  beforeAll(async () => {
    [browser, sites] = await Promise.all([launch(), openSites(built)]);
  });
  afterAll(() => Promise.all([browser.close(), closeSites(sites)]));

  test.each(scenes.filter((_scene, at) => at % 2 === half))('$name', async (scene) => {
    const { page, faults } = await open(scene);
    const found: string[] = [];
    for (const name of ['light', 'dark', 'rtl'] as const) {
      if (name !== 'light') await choose(page, looks[name]);
      found.push(...(await seriousFaults(page, 'front')).map((fault) => `${name}: ${fault}`));
    }
    if (isScreen(scene)) found.push(...(await judgeFocus(page)));
    expect(found).toEqual([]);
    // A server that fails or is away on purpose is an error to the browser, none of ours.
    expect(faults.splice(0).filter((fault) => !fault.startsWith('Failed to load'))).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await undoAll(sites[scene.site ?? 'full']);
  });
}

/** The scene, in a page that loads anew for it. */
async function open(scene: Scene): Promise<Place> {
  const key = `${scene.site ?? 'full'} ${scene.isGuest ? 'guest' : ''}`;
  const opened = places.get(key) ?? openPlace(scene);
  places.set(key, opened);
  const place = await opened;
  place.faults.length = 0;
  place.pending.clear();
  await play(place.page, sites, scene, () => untilAnswered(place));
  return place;
}

async function untilAnswered({ page, pending }: Place): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (pending.size > 0 && performance.now() < end) await sleep(10);
  await untilQuiet(page, 40);
}

async function openPlace(scene: Scene): Promise<Place> {
  const context = await openContext(browser, sites, scene, looks.light);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const faults: string[] = [];
  await watchPage(page, faults);
  const pending = new Set<Request>();
  page.on('request', (asked) => !asked.url().includes('/events') && pending.add(asked));
  page.on('requestfinished', (asked) => pending.delete(asked));
  page.on('requestfailed', (asked) => pending.delete(asked));
  return { page, faults, pending };
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
  await choose(page, looks.light);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 900, height: 600 });
  await untilQuiet(page, 40);
  const { stops, faults } = await ringFaults(page);
  if (size) await page.setViewportSize(size);
  return stops > 3 ? faults : [...faults, `Tab leads to ${stops} places only`];
}

/** A screen as one comes to it, not what is opened over it. */
function isScreen({ name, server, isGuest }: Scene): boolean {
  const isPart = /^(settings|api-tools|transfer-export|activity)-/.test(name);
  return !server && !isGuest && (isPart || !/-|^(palette|keys)$/.test(name));
}
