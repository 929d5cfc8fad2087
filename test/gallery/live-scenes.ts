// Connecting a live site, step by step, to a site on this computer.
import type { Page } from 'playwright-core';
import { openLiveSite, type LiveSite } from '../support/live-site.ts';
import { everyLook } from './looks.ts';
import { untilQuiet as pause } from './quiet.ts';
import type { Scene } from './scenes.ts';

let opening: Promise<LiveSite> | undefined;

/** The live site, opened with the first scene that needs it. */
function there(): Promise<LiveSite> {
  opening ??= openLiveSite({ hides: ['polydesk/v1'] }).then(fill);
  return opening;
}

export async function closeThere(): Promise<void> {
  await (await opening)?.close();
  opening = undefined;
}

function fill(site: LiveSite): LiveSite {
  for (const [slug, locale, name] of [
    ['en', 'en_US', 'English'],
    ['fr', 'fr_FR', 'Français'],
  ])
    site.bench.ask('POST', '/pll/v1/languages', { locale, slug, name });
  return site;
}

/** Goes through the steps of the wizard up to the given one. */
async function connect(page: Page, step: 1 | 2 | 3 | 4): Promise<void> {
  const { url, passwords } = await there();
  await page.locator('main').getByRole('button').first().click();
  await page.getByRole('textbox').first().fill(url);
  if (step === 1) return;
  await page.keyboard.press('Control+Enter');
  await page.locator('main input[type=password]').waitFor();
  await page.getByRole('textbox').first().fill('admin');
  await page.locator('main input[type=password]').fill(passwords['admin'] ?? '');
  for (let at = 2; at < step; at++) {
    await page.keyboard.press('Control+Enter');
    await page.locator('main input[type=password]').waitFor({ state: 'detached' });
    await pause(page, 600);
  }
}

const STEPS = ['address', 'sign-in', 'abilities', 'first-check'] as const;
export const liveScenes: readonly Scene[] = [
  { name: 'live', at: '#/live', mock: 'live-not-connected', looks: everyLook, act: pause },
  ...STEPS.map((name, at): Scene => ({
    ...{ name: `live-connect-${at + 1}`, at: '#/live', mock: `live-connect-${at + 1}-${name}`, looks: everyLook },
    act: (page) => connect(page, (at + 1) as 1 | 2 | 3 | 4),
  })),
];
