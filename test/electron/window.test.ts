// The window itself, in a real Chromium: the effect of clicks, and what a page cannot do.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchApp, type Running } from '../standin/launch.ts';
import { built } from './built.ts';

let app: Running;
let page: Page;
beforeAll(async () => {
  app = await launchApp({ built });
  page = app.page();
});
afterAll(() => app.close().catch(() => undefined));

/** How other programs reach the server of the window. */
const server = () => {
  const folder = join(app.data, 'polydesk');
  const [name = ''] = readdirSync(folder);
  return JSON.parse(readFileSync(join(folder, name), 'utf8')) as { base_url: string; process_token: string };
};
const overHttp = async (method: string, path: string, body?: object): Promise<unknown> => {
  const { base_url, process_token } = server();
  const headers = { authorization: `Bearer ${process_token}`, 'content-type': 'application/json' };
  const response = await fetch(`${base_url}/wp-json${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  return response.json();
};
const said = async (what: string) =>
  (await app.call('log')).filter((entry) => entry.what === what).map(({ args }) => args);

test('a click goes through page, preload script, IPC and engine into the file, and back', async () => {
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByText('200 en').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'English' }).waitFor();
  expect(await overHttp('GET', '/pll/v1/languages')).toMatchObject([{ slug: 'en', locale: 'en_US' }]);
});

test('what another program changes appears in the page', async () => {
  await overHttp('POST', '/pll/v1/languages', { name: 'French', slug: 'fr', locale: 'fr_FR' });
  await page.getByRole('listitem').filter({ hasText: 'French' }).waitFor();
});

test('the local server is switched off and on: other programs reach the site while it runs, the page always', async () => {
  const { base_url } = server();
  const turn = (isOn: boolean) => page.evaluate((on) => window.polydesk?.run('turnServer', on), isOn);
  const languages = () => page.evaluate(() => window.polydesk?.rest({ method: 'GET', path: '/pll/v1/languages' }));
  expect((await fetch(`${base_url}/wp-json/`)).status).toBe(200);
  expect(await turn(false)).toEqual({ state: 'stopped', port: null });
  await expect(fetch(`${base_url}/wp-json/`)).rejects.toThrow();
  expect(readdirSync(join(app.data, 'polydesk')), 'nobody is told of a port').toEqual([]);
  expect(await languages()).toMatchObject({ status: 200 });
  expect(await Promise.all([turn(true), turn(false), turn(true), turn(true)])).toMatchObject([
    { state: 'running' },
    { state: 'stopped' },
    { state: 'running' },
    { state: 'running' },
  ]);
  expect(await overHttp('GET', '/pll/v1/languages')).toHaveLength(2);
});

test('an item of the menu reaches the page', async () => {
  expect(await app.call('menu', { id: 'screen.preferences' })).toBe(true);
  await page.getByText('screen.preferences').waitFor();
});

test('E10: the page finds three functions, no events, and nothing of Node or Electron', async () => {
  const names = await page.evaluate(() => {
    type Listener = (...words: unknown[]) => void;
    const { polydesk } = window as unknown as { polydesk: { on(topic: string, listener: Listener): () => void } };
    const heard = document.createElement('p');
    document.body.append(heard);
    polydesk.on('command', (...words) => (heard.textContent = `heard ${JSON.stringify(words)}`));
    const globals = ['require', 'process', 'module', 'Buffer', 'ipcRenderer', 'electron', 'global'];
    const found = globals.filter((name) => name in window);
    return { names: Object.keys(polydesk), isFrozen: Object.isFrozen(polydesk), found };
  });
  expect(names).toEqual({ names: ['rest', 'run', 'on'], isFrozen: true, found: [] });
  await app.call('menu', { id: 'palette' });
  await page.getByText('heard ["palette"]').waitFor();
});

test('E4: the policy holds: no script, style, picture or markup from elsewhere, no network', async () => {
  await page.evaluate(() => document.dispatchEvent(new Event('try')));
  await page.locator('output').filter({ hasText: 'violations' }).waitFor();
  expect(JSON.parse((await page.locator('output').textContent()) ?? '')).toEqual({
    ...{ markup: true, code: true, text: true, source: true, fetched: 'refused', color: 'rgb(1, 2, 3)' },
    violations: ['base-uri', 'connect-src', 'img-src', 'require-trusted-types-for', 'style-src-elem'],
  });
  expect(await said('outside')).toEqual([]);
});

/** One red point. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

test('a picture of the site is shown, a drawing that could run script is a download', async () => {
  const upload = async (name: string, body: Uint8Array<ArrayBuffer>): Promise<string> => {
    const { base_url, process_token } = server();
    const headers = {
      authorization: `Bearer ${process_token}`,
      'content-disposition': `attachment; filename="${name}"`,
    };
    const response = await fetch(`${base_url}/wp-json/wp/v2/media`, { method: 'POST', headers, body });
    const { source_url } = (await response.json()) as { source_url: string };
    return new URL(source_url).pathname;
  };
  const picture = await upload('point.png', new Uint8Array(Buffer.from(png, 'base64')));
  const width = await page.evaluate(async (src) => {
    const image = Object.assign(document.createElement('img'), { src });
    await image.decode();
    return image.naturalWidth;
  }, picture);
  expect(width).toBe(1);
  const drawing = await upload('a.svg', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  const { status, headers } = await app.call('request', { url: `app://ui${drawing}` });
  expect({ status, how: headers['content-disposition']?.split(';')[0] }).toEqual({ status: 200, how: 'attachment' });
});

test('the page stays where it is', async () => {
  await page.getByRole('link', { name: 'Away' }).click();
  await page.evaluate(() => void (location.href = 'https://example.org/'));
  await expect.poll(async () => (await said('navigation')).length).toBe(2);
  expect(await said('navigation')).toEqual([
    ['https://example.org/away', 'prevented'],
    ['https://example.org/', 'prevented'],
  ]);
  expect(await app.call('windows')).toEqual(['app://ui/']);
  expect(await page.getByRole('button', { name: 'Add' }).isVisible()).toBe(true);
});

test('a link to a new window goes to the browser, after a click and once', async () => {
  await page.getByRole('link', { name: 'Out' }).click();
  await expect.poll(() => said('shell.openExternal')).toEqual([['https://example.org/']]);
  await page.evaluate(() => void window.open('https://example.org/unasked'));
  await expect
    .poll(() => said('window-open'))
    .toEqual([
      ['https://example.org/', 'deny'],
      ['https://example.org/unasked', 'deny'],
    ]);
  expect(await said('shell.openExternal'), 'the click was used up').toHaveLength(1);
  expect(await said('outside')).toEqual([]);
  await expect.poll(() => page.context().pages().length).toBe(1);
});

test('the page may write to the clipboard, and nothing else', async () => {
  const got = await page.evaluate(async () => {
    const allowed = (promise: Promise<unknown>): Promise<boolean> =>
      promise.then(
        () => true,
        () => false,
      );
    const asked = new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject));
    const place = await allowed(asked);
    return {
      write: await allowed(navigator.clipboard.writeText('x')),
      read: await allowed(navigator.clipboard.readText()),
      place,
      notice: await Notification.requestPermission(),
    };
  });
  expect(got).toEqual({ write: true, read: false, place: false, notice: 'denied' });
});

test('values that cannot cross the bridge are rejected, and an error of the page is not one of ours', async () => {
  const got = await page.evaluate(async () => {
    const { polydesk } = window as unknown as {
      polydesk: Record<'rest' | 'run', (...words: unknown[]) => Promise<unknown>>;
    };
    const ring: Record<string, unknown> = {};
    ring['ring'] = ring;
    const tell = (promise: Promise<unknown>): Promise<string> =>
      promise.then(
        () => 'answered',
        (error: unknown) => String(error),
      );
    const sent = async (...words: unknown[]): Promise<string> =>
      tell(Promise.resolve().then(() => polydesk.rest(...words)));
    return [
      await sent(),
      await sent(ring),
      await sent(Symbol('x')),
      await sent({ method: 'GET' }),
      await tell(polydesk.run('nothing')),
    ];
  });
  expect(got.filter((text) => text === 'answered')).toEqual([]);
  expect(got.at(-1)).toBe("Error: Error invoking remote method 'polydesk:run': Refused: This is not possible.");
});

test('no page has thrown, and closing leaves nothing open', async () => {
  expect(await said('pageerror')).toEqual([]);
  const { data } = app;
  expect(await app.close()).toBe(0);
  expect(readdirSync(join(data, 'polydesk'))).toEqual([]);
  expect(readdirSync(data).filter((name) => /-wal$|-shm$/.test(name))).toEqual([]);
  expect(existsSync(join(data, 'window/SingletonLock'))).toBe(false);
});
