// What E1, E2 and E4 ask of the running window, each as a function that throws: run on the product, and on planted faults.
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
