// The live site: connecting step by step to a site on this computer, its lists, and its runs.
import type { Page } from 'playwright-core';
import type { Live } from '../../core/schema/live/live.ts';
import type { PlanLine } from '../../core/schema/live/plan.ts';
import { openLiveSite, type LiveSite } from '../support/live-site.ts';
import { RUNS, stepsOf, STORED } from './live-site.ts';
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

/** Goes through the steps of the wizard, which is open, up to the given one. */
async function connect(page: Page, step: 1 | 2 | 3 | 4): Promise<void> {
  const { url, passwords } = await there();
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

/** The same screen while a run is in the middle of something, or with the report of one. */
async function during(
  page: Page,
  name: keyof typeof RUNS,
  { tab = '', sign = '[role=progressbar]' } = {},
): Promise<void> {
  const run = RUNS[name];
  let lines: PlanLine[] = [];
  await page.route(/\/polydesk\/v1\/live(?:\/pushes.*)?(?:\?.*)?$/, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.endsWith('/live')) {
      const response = await route.fetch();
      return route.fulfill({ response, json: { ...((await response.json()) as Live), run } });
    }
    if (pathname.includes('/steps/')) return route.fulfill({ json: STORED });
    if (pathname.endsWith('/pushes')) return route.fulfill({ json: [run] });
    return route.fulfill({ json: { ...run, steps: stepsOf(lines, name === 'report') } });
  });
  lines = await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${sessionStorage.getItem('polydesk.session') ?? ''}` };
    const answer = await fetch('/wp-json/polydesk/v1/live/plan?direction=push', { headers });
    return (await answer.json()) as PlanLine[];
  });
  await page.evaluate((to) => (location.hash = to), `#/live${tab}`);
  await page.reload();
  await page.locator(sign).first().waitFor({ timeout: 30_000 });
}

const STEPS = ['address', 'sign-in', 'abilities', 'first-check'] as const;
const drifted = { at: '#/live', site: 'live', looks: everyLook } as const;
const tab = (at: string) => ({ ...drifted, at: `#/live/${at}` });
export const liveScenes: readonly Scene[] = [
  { name: 'live', at: '#/live', mock: 'live-not-connected', looks: everyLook, act: pause },
  ...STEPS.map((name, at): Scene => ({
    name: `live-connect-${at + 1}`,
    at: '#/live/connect',
    mock: `live-connect-${at + 1}-${name}`,
    looks: everyLook,
    act: (page) => connect(page, (at + 1) as 1 | 2 | 3 | 4),
  })),
  { ...drifted, name: 'live-daily', mock: 'live-daily', act: pause },
  { ...tab('pull'), name: 'live-pull', mock: 'live-pull', act: pause },
  { ...tab('conflicts'), name: 'live-conflict', mock: 'live-conflict', act: pause },
  { ...tab('pairs'), name: 'live-pairing', mock: 'live-pairing', act: pause },
  {
    ...{ ...drifted, name: 'live-push-confirm', mock: 'live-push-confirm' },
    async act(page) {
      await page.getByRole('treegrid').focus();
      await page.keyboard.press('Control+Enter');
      await page.getByRole('alertdialog').waitFor();
    },
  },
  ...(['checking', 'pulling'] as const).map((name): Scene => ({
    ...{ ...drifted, name: `live-${name}`, mock: `live-${name}`, isRunning: true },
    act: (page) => during(page, name),
  })),
  {
    ...{ ...drifted, name: 'live-unchecked' },
    act: (page) => during(page, 'unchecked', { sign: '[role=treegrid]' }),
  },
  ...(['running', 'stopped'] as const).map((name): Scene => ({
    ...{ ...drifted, name: `live-push-${name}`, mock: `live-push-${name}`, isRunning: name === 'running' },
    act: (page) => during(page, name, { sign: '[role=option]' }),
  })),
  {
    ...{ ...drifted, name: 'live-report', mock: 'live-report' },
    async act(page) {
      await during(page, 'report', { tab: '/report', sign: '#step-3' });
      await page.locator('#step-3').click();
    },
  },
];
