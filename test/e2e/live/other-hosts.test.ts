// Media files on another host than the live site: asked for only by the button that names the host.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { png } from '../../core/live/files/pictures.ts';
import { openWordPress, type WordPress } from '../../support/wordpress/server.ts';
import { seriousFaults, useApp, type App } from '../app.ts';

let app: App;
let wp: WordPress;
let other: Server;
let host = '';
let isGone = true;
const seen: IncomingMessage[] = [];

beforeAll(async () => {
  other = createServer((asked, answer) => {
    seen.push(asked);
    if (isGone) answer.writeHead(404).end();
    else answer.end(png('other'));
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  host = `127.0.0.1:${(other.address() as AddressInfo).port}`;
  wp = await openWordPress({ surface: 'pro', uploads: `http://${host}/uploads` });
  await upload(wp, 'lamp');
});

async function upload({ url, passwords }: WordPress, name: string): Promise<void> {
  const headers = {
    authorization: `Basic ${btoa(`admin:${passwords['admin']}`)}`,
    'content-disposition': `attachment; filename="${name}.png"`,
    'content-type': 'image/png',
  };
  await fetch(`${url}/wp-json/wp/v2/media`, { method: 'POST', headers, body: new Uint8Array(png(name)) });
}
afterAll(async () => {
  other.closeAllConnections();
  other.close();
  await wp.close();
});

useApp('browser', '#/languages', (opened) => (app = opened));

async function run(what: string): Promise<void> {
  await app.api('POST', `/polydesk/v1/live/${what}`, {});
  const state = async () => (await app.api<{ run: { state: string } | null }>('GET', '/polydesk/v1/live')).run?.state;
  await expect.poll(state, { timeout: 60_000 }).toBe('done');
}
const media = () =>
  app.api<{ id: number; source_url: string }[]>('GET', '/wp/v2/media?per_page=100&status[]=inherit&context=edit');

test('a file on another host is fetched by its own button, without a password, and not before', async () => {
  const { page } = app;
  await app.api('PUT', '/polydesk/v1/live', { url: wp.url, user: 'admin', password: wp.passwords['admin'] });
  await run('checks');
  await run('pulls');
  await page.evaluate(() => void (location.hash = '#/media'));
  await page.getByRole('option').first().click();
  const details = page.getByRole('complementary', { name: /^Details of / });
  await details.getByRole('button', { name: 'Choose its file…' }).waitFor();
  const fetchIt = details.getByRole('button', { name: `Fetch it from ${host}` });
  await details.getByText(`The file is on ${host}, not on the site.`).waitFor();
  // All that are missing: only the site itself is asked.
  await page.getByRole('tab', { name: 'No file 1' }).click();
  await page.getByText('1 file is not on this computer.').waitFor();
  await page.getByRole('button', { name: `Fetch all from ${new URL(wp.url).host}` }).click();
  await page.getByText('No media file was fetched. 1 stayed where it is.').waitFor();
  expect(seen).toEqual([]);
  await page.getByRole('option').first().click();
  expect(await seriousFaults(page)).toEqual([]);
  await fetchIt.focus();
  await page.keyboard.press('Enter');
  await details.getByText(`${host} no longer has this file.`).waitFor();
  isGone = false;
  await expect.poll(() => fetchIt.isEnabled()).toBe(true);
  await fetchIt.focus();
  await page.keyboard.press('Enter');
  await details.getByRole('button', { name: 'Choose its file…' }).waitFor({ state: 'detached' });
  expect(seen.map(({ headers }) => [headers.authorization, headers.cookie])).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ]);
  expect((await media()).filter(({ source_url }) => source_url.includes('/polydesk/files/'))).toHaveLength(1);
});

test('a site that does not answer is told on Media, where its file was asked for', async () => {
  const { page } = app;
  const away = await openWordPress({ surface: 'pro' });
  await upload(away, 'vase');
  await app.api('PUT', '/polydesk/v1/live', { url: away.url, user: 'admin', password: away.passwords['admin'] });
  await run('checks');
  await run('pulls');
  await away.close();
  await page.evaluate(() => void (location.hash = '#/media'));
  await page.getByRole('option', { name: /vase/ }).click();
  await page.getByRole('button', { name: `Fetch it from ${new URL(away.url).host}` }).click();
  await page.getByRole('status').getByText('You are offline.').waitFor();
});
