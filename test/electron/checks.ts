// The checks of E1, E2 and E4 on the running window, each a function that throws: run on the product, and on planted faults.
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Running } from '../standin/launch.ts';
import { built } from './built.ts';

/** E4, letter by letter: written down here once more on purpose. */
export const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types svelte-trusted-html";

export const said = async (app: Running, what: string) =>
  (await app.call('log')).filter((entry) => entry.what === what);

/** E1: one window, with the preferences of the allow list and no other. */
export async function checkWindow(app: Running, isPackaged = false, folder = built): Promise<void> {
  const windows = await said(app, 'new BrowserWindow');
  expect(windows.map(({ args }) => (args[0] as { webPreferences: unknown }).webPreferences)).toEqual([
    {
      preload: join(folder, 'preload/preload.cjs'),
      partition: expect.stringMatching(/^persist:site-[0-9a-f-]{36}$/) as unknown,
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      spellcheck: false,
      devTools: !isPackaged,
    },
  ]);
}

/** E2: the sandbox is on before Electron is ready, and the scheme is known. */
export async function checkOrder(app: Running): Promise<void> {
  const order = (await app.call('log')).map(({ what }) => what);
  const ready = order.indexOf('app.ready');
  expect(order.indexOf('app.enableSandbox')).toBeGreaterThanOrEqual(0);
  expect(order.indexOf('app.enableSandbox')).toBeLessThan(ready);
  expect(order.indexOf('protocol.registerSchemesAsPrivileged')).toBeLessThan(ready);
  expect(order.indexOf('protocol.handle')).toBeLessThan(order.indexOf('new BrowserWindow'));
}

/** E4: the page comes with the policy. */
export async function checkPolicy(app: Running, url = 'app://ui/'): Promise<void> {
  const { headers } = await app.call('request', { url });
  expect(headers['content-security-policy']).toBe(policy);
}

/** E1: no session fetches dictionaries. */
export async function checkSpelling(app: Running): Promise<void> {
  const sessions = 1 + (await said(app, 'session.fromPartition')).length;
  expect(sessions).toBe(2);
  const args = async (what: string) => (await said(app, what)).map((entry) => entry.args);
  expect(await args('session.setSpellCheckerDictionaryDownloadURL')).toEqual(
    Array(sessions).fill(['https://127.0.0.1:9/']),
  );
  expect(await args('session.setSpellCheckerEnabled')).toEqual(Array(sessions).fill([false]));
  expect(await args('session.setSpellCheckerLanguages')).toEqual(Array(sessions).fill([[]]));
}

const stranger = 'https://example.org/';

/** E6: the page stays where it is: no address of others, no window, no file from elsewhere. */
export async function checkNavigation(app: Running): Promise<void> {
  expect(await app.call('navigate', { url: stranger, isMainFrame: true })).toBe(true);
  expect(await app.call('navigate', { url: stranger, isMainFrame: false })).toBe(true);
  expect(await app.call('redirect', { url: stranger })).toBe(true);
  expect(await app.call('open', { url: stranger, click: false })).toBe('deny');
  expect(await app.call('download', { url: stranger })).toBe(true);
}

/** E7: no permission for the page, but the clipboard. */
export async function checkPermissions(app: Running): Promise<void> {
  for (const permission of ['geolocation', 'media', 'clipboard-read', 'notifications']) {
    const question = { permission, url: 'app://ui/', isMainFrame: true };
    expect(await app.call('checkPermission', question)).toBe(false);
    expect(await app.call('requestPermission', question)).toBe(false);
  }
}

/** E8: nothing leaves without a click, and nothing but pages and mail ever. */
export async function checkExternal(app: Running): Promise<void> {
  await app.call('open', { url: `${stranger}unasked`, click: false });
  await app.call('open', { url: 'file:///etc/passwd', click: true });
  expect(await said(app, 'shell.openExternal')).toEqual([]);
}

/** E9: a page of another origin, and a frame in ours, are refused. */
export async function checkSender(app: Running): Promise<void> {
  const sent = [JSON.stringify({ method: 'GET', path: '/pll/v1/languages' })];
  for (const from of [{ url: stranger }, { isSubframe: true }])
    expect(await app.call('invoke', { channel: 'polydesk:rest', sent, from })).toHaveProperty('error');
}

/** E14: what a second start says is data: a file that is not a site file is not even asked about. */
export async function checkWords(app: Running): Promise<void> {
  const data = { words: ['/etc/passwd', 'polydesk://site/x'], cwd: '/' };
  await app.call('secondInstance', { argv: [], cwd: '/', data });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await said(app, 'dialog.showMessageBox')).toEqual([]);
  expect(await app.call('windows')).toEqual(['app://ui/']);
}

/** E15: without a real keyring nothing is kept, and the page is told so. The start has `STANDIN_KEYRING=basic_text`. */
export async function checkKeyring(app: Running): Promise<void> {
  const sent = [JSON.stringify({ command: 'about', words: [] })];
  const { value } = await app.call('invoke', { channel: 'polydesk:run', sent });
  expect(value).toMatchObject({ hasKeyring: false });
}
