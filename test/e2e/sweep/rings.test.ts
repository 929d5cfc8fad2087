// Controls of the sweep: an invisible focus is detected, and so is a page that sends requests forever; and the disabled axe rules
// hide nothing serious.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApp, type App } from '../app.ts';
import { neverSerious, seriousFaults } from '../axe.ts';
import { endless, isLargerThanWindow } from './place.ts';
import { ringFaults } from './rings.ts';

let app: App;
beforeAll(async () => {
  app = await openApp('#/preferences');
  await app.page.getByRole('heading', { name: 'Preferences', level: 1 }).waitFor();
});
afterAll(() => app.close());

/** What axe keeps about its rules and does not tell: how bad each of their checks is. */
interface Audit {
  rules: { id: string; impact?: string; any: string[]; all: string[]; none: string[] }[];
  checks: Record<string, { impact?: string }>;
}

test('rules that are left out find nothing that is serious; one that finds more is asked', async () => {
  const { page } = app;
  expect(await seriousFaults(page)).toEqual([]);
  const worst = await page.evaluate((ids) => {
    const { _audit: audit } = (globalThis as unknown as { axe: { _audit: Audit } }).axe;
    return audit.rules
      .filter(({ id }) => ids.includes(id))
      .map(({ id, impact, any, all, none }) => {
        const checks = [...any, ...all, ...none].map((check) => audit.checks[check]?.impact);
        return `${id}: ${(impact ? [impact] : checks).join(' ')}`;
      });
  }, neverSerious);
  expect(worst).toHaveLength(neverSerious.length);
  expect(worst.filter((each) => !/: (minor|moderate)( (minor|moderate))*$/.test(each))).toEqual([]);
});

test('in each look the planted breakage is detected', async () => {
  const { page } = app;
  await page.evaluate(() => {
    const button = document.body.appendChild(document.createElement('button'));
    button.className = 'planted';
    const pale = document.body.appendChild(document.createElement('p'));
    pale.className = 'planted';
    pale.textContent = 'Pale';
    pale.style.cssText = 'position: fixed; inset: 0 auto auto 0; color: #ddd; background: #fff; z-index: 99';
  });
  const found = async (question: 'everything' | 'colours' | 'words') =>
    (await seriousFaults(page, 'page', question)).map((fault) => fault.slice(0, fault.indexOf(':')));
  expect(await found('everything')).toEqual(expect.arrayContaining(['button-name', 'color-contrast']));
  expect(await found('colours')).toEqual(['color-contrast']);
  expect(await found('words')).toEqual(['button-name']);
  await page.evaluate(() => document.querySelectorAll('.planted').forEach((each) => each.remove()));
});

test('a page that asks for the same again and again is noticed', () => {
  const answered = new Map([
    ['GET /once', 1],
    ['GET /again', 60],
    ['GET /wp-json/polydesk/v1/jobs/1', 60],
  ]);
  const since = performance.now();
  expect(endless({ answered, since })).toEqual(['60 times GET /again']);
  const run = 'GET http://x/wp-json/polydesk/v1/live';
  const once = { answered: new Map([[run, 20]]), since: since - 20_000 };
  expect(endless(once, { isRunning: true }), 'once a second').toEqual([]);
  expect(endless(once), 'no run goes on').toEqual([`20 times ${run}`]);
  expect(endless({ ...once, since }, { isRunning: true }), 'all at once').toEqual([`20 times ${run}`]);
});

test('a page that is larger than its window is noticed', async () => {
  const { page } = app;
  expect(await isLargerThanWindow(page)).toBe(false);
  await page.evaluate(() => {
    const far = document.body.appendChild(document.createElement('p'));
    far.className = 'planted vh';
    far.style.top = '3000px';
  });
  expect(await isLargerThanWindow(page)).toBe(true);
  await page.evaluate(() => document.querySelectorAll('.planted').forEach((each) => each.remove()));
});

test('a removed ring and an element covering one are detected, and nothing else', async () => {
  const { page } = app;
  expect(await ringFaults(page)).toMatchObject({ faults: [] });
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      nav a:focus-visible { outline: none !important; box-shadow: none !important }
      .cover { position: fixed; inset: 0 0 auto; height: 60px; z-index: 99 }`);
    document.adoptedStyleSheets.push(sheet);
    document.body.appendChild(document.createElement('div')).className = 'cover';
  });
  const { faults } = await ringFaults(page);
  expect(faults.join('\n')).toMatch(/<a> .* has no ring/);
  expect(faults.join('\n')).toMatch(/<button> .* lies under <div class="cover">/);
});
