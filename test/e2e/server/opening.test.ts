// Opening a site file from elsewhere, and one that is still being checked.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { windowCaller } from '../../../core/server/http/session.ts';
import { openBench } from '../../support/engine.ts';
import { forgeStamp, hostAt, makeFilled, spoil } from '../../support/stamps.ts';
import { seriousFaults } from '../axe.ts';
import { built } from '../built.ts';
import { launch, startServer, type Served } from '../start.ts';

let browser: Browser;
let folder: string;
const open: Served[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'polydesk-opening-'));
  browser = await launch();
});
afterAll(async () => {
  await browser.close();
  for (const one of open) await one.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The interface of a file, at a screen. */
async function shown(file: string, screen: string, data?: string): Promise<{ page: Page; served: Served }> {
  const served = await startServer(built, file, data);
  open.push(served);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(served.link);
  await page.getByRole('navigation').first().waitFor();
  await page.evaluate((hash) => void (location.hash = hash), screen);
  return { page, served };
}

const statusOf = async ({ url }: Served, token?: string): Promise<number> => {
  const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  return (await fetch(`${url}/wp-json/wp/v2/posts`, { headers })).status;
};

test('settings that came in the file are off, and confirmed by a person, one by one', async () => {
  const file = join(folder, 'elsewhere.polydesk');
  const bench = openBench({ file });
  const made = bench.ask(
    'POST',
    '/polydesk/v1/tokens',
    { name: 'deploy', role: 'editor' },
    windowCaller(bench.engine.site),
  );
  const token = String((made.body as { token: string }).token).replaceAll(' ', '');
  bench.ask('PATCH', '/polydesk/v1/server', { allowed_origins: ['http://pages.example'] });
  bench.engine.close();

  const { page, served } = await shown(file, '#/api-tools/tokens');
  expect([await statusOf(served), await statusOf(served, token)]).toEqual([401, 401]);
  await page.getByText('3 access settings of this file are not confirmed').waitFor();
  await page.getByRole('grid', { name: 'Tokens' }).getByText('Not confirmed').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Review…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm access' });
  await dialog.getByRole('checkbox', { name: 'Token “deploy”: Editor, user admin' }).check();
  expect(await seriousFaults(page)).toEqual([]);
  const shots = process.env['SHOTS'];
  if (shots) await page.screenshot({ path: join(shots, 'trust-dialog.png') });
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('2 access settings of this file are not confirmed').waitFor();
  await expect.poll(async () => [await statusOf(served), await statusOf(served, token)]).toEqual([401, 200]);
  await page.getByRole('button', { name: 'Review…' }).click();
  for (const box of await dialog.getByRole('checkbox').all()) await box.check();
  await page.keyboard.press('Control+Enter');
  await page.getByText(/access settings? of this file/).waitFor({ state: 'detached' });
  await expect.poll(async () => [await statusOf(served), await statusOf(served, token)]).toEqual([200, 200]);
});

test('a large site that is checked after opening: if damage is found, the page shows that it is read-only now', async () => {
  const data = mkdtempSync(join(tmpdir(), 'polydesk-e2e-'));
  const host = hostAt(data);
  const file = join(folder, 'large.polydesk');
  makeFilled(host, file);
  spoil(file);
  forgeStamp(host, file);
  const { page, served } = await shown(file, '#/overview', data);
  await page.getByText('The check found a fault in the file of this site.').waitFor();
  expect(await seriousFaults(page)).toEqual([]);
  const shots = process.env['SHOTS'];
  if (shots) await page.screenshot({ path: join(shots, 'found.png') });
  const headers = { authorization: `Bearer ${served.server.process_token}`, 'content-type': 'application/json' };
  const written = await fetch(`${served.url}/wp-json/wp/v2/posts`, { method: 'POST', headers, body: '{"title":"x"}' });
  expect(written.status).toBe(503);
});
