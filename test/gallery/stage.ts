// Where scenes are played: served sites, and signed-in pages with the wanted look.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startServer, type Served } from '../e2e/start.ts';
import { fillDesk } from './desk-site.ts';
import type { LiveSite } from '../support/live-site.ts';
import { closeThere } from './live-scenes.ts';
import { openDrifted } from './live-site.ts';
import type { Look } from './looks.ts';
import { untilQuiet } from './quiet.ts';
import { answerBadly, type Scene, type SiteName } from './scenes.ts';
import { askAs } from './served.ts';
import { fillSite, type Ask } from './site.ts';

/** A served site and how a page of a new context is signed in to it. */
export interface Site extends Served {
  token: string;
  /** The last journal entry that belongs to the sample. */
  last: number;
}

export type Sites = Record<SiteName, Site>;

const FILLED: Record<SiteName, ((ask: Ask) => Promise<void>) | undefined> = {
  full: fillSite,
  desk: fillDesk,
  empty: undefined,
  live: async (ask) => void (drifted = await openDrifted(ask)),
};

/** Serves the site of a scene by the program in a folder such as `dist`, unless it is served already. */
export async function openFor(
  { site = 'full' }: Pick<Scene, 'site'>,
  built: string,
  sites: Partial<Sites>,
): Promise<void> {
  sites[site] ??= await openSite(built, FILLED[site]);
}

/** What the connected site is a copy of. */
let drifted: LiveSite | undefined;

export function closeSites(sites: Sites): Promise<unknown> {
  return Promise.all([closeThere(), drifted?.close(), ...Object.values(sites).map((site) => site.close())]);
}

/** A context for a scene: signed in unless it is a guest's. */
export async function openContext(
  browser: Browser,
  sites: Sites,
  { site = 'full', isGuest }: Pick<Scene, 'site' | 'isGuest'>,
  look: Look,
): Promise<BrowserContext> {
  const { theme, locale = 'en', width = 1280, height = 800, zoom = 1 } = look;
  const size = { width: width / zoom, height: height / zoom };
  const options = { viewport: size, deviceScaleFactor: zoom, reducedMotion: 'reduce', locale: 'en-GB' } as const;
  const context = await browser.newContext(options);
  const stored = JSON.stringify({ theme, locale });
  await context.addInitScript(
    ([preferences, session]) => {
      // The frame of a preview has no storage.
      if (window !== window.top) return;
      localStorage.setItem('polydesk.preferences', preferences);
      if (session) sessionStorage.setItem('polydesk.session', session);
    },
    [stored, isGuest ? '' : sites[site].token] as const,
  );
  return context;
}

/**
 * Goes to the screen of a scene, on a server that does what the scene says, and does what a person does there. `settled`
 * waits until what came of it stands.
 */
export async function play(page: Page, sites: Sites, scene: Scene, settled = untilQuiet): Promise<void> {
  for (const [part, how] of Object.entries(scene.server ?? {}))
    await page.route((url) => url.pathname.includes(part), answerBadly(how));
  // With a query of its own it loads anew, where the address of the scene before differs in its hash alone.
  await page.goto(`${sites[scene.site ?? 'full'].url}/?scene=${scene.name}${scene.at}`);
  await page.locator('main :is(h1, h2)').first().waitFor();
  await settled(page);
  if (!scene.act) return;
  await scene.act(page);
  await settled(page);
}

async function openSite(built: string, fill?: (ask: Ask) => Promise<void>): Promise<Site> {
  const served = await startServer(built);
  const ask = askAs(served);
  await fill?.(ask);
  const { code } = await ask<{ code: string }>('POST', '/polydesk/v1/session');
  const { token } = await ask<{ token: string }>('POST', '/polydesk/v1/session', { code });
  const [last] = await ask<{ id: number }[]>('GET', '/polydesk/v1/history?limit=1');
  return { ...served, token, last: last?.id ?? 0 };
}

/** What a scene wrote is taken back, for the next one. */
export async function undoAll(site: Site): Promise<void> {
  const ask = askAs(site);
  const entries = await ask<{ id: number; undone_by: unknown; undoes: unknown }[]>('GET', '/polydesk/v1/history');
  const made = entries.filter(({ id, undone_by, undoes }) => id > site.last && !undone_by && !undoes);
  for (const { id } of made) await ask('POST', `/polydesk/v1/history/${id}/undo`, {});
}
