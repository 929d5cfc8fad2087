// E6 to E8: where a page may navigate, which permissions it gets, and which addresses are opened by other programs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchApp, type Running } from '../standin/launch.ts';
import { checkPermission, requestPermission } from '../standin/session.ts';
import { built } from './built.ts';
import { externals, navigations } from './tables.ts';

let app: Running;
beforeAll(async () => {
  app = await launchApp({ built, hasBrowser: false });
});
afterAll(() => app.close());

const opened = async () => (await app.call('log')).filter(({ what }) => what === 'shell.openExternal');

test('E6: no page, no frame and no redirect goes to any of 60 addresses', async () => {
  expect(new Set(navigations).size).toBe(60);
  const gone: string[] = [];
  for (const url of navigations) {
    const isKept =
      (await app.call('navigate', { url, isMainFrame: true })) &&
      (await app.call('navigate', { url, isMainFrame: false })) &&
      (await app.call('redirect', { url }));
    if (!isKept) gone.push(url);
  }
  expect(gone).toEqual([]);
});

test('E6 control: our own addresses are not held back, and a careless check would let strangers through', async () => {
  for (const url of ['app://ui/', 'app://ui/polydesk/ui/assets/page.js', 'app://ui/?screen=settings#x']) {
    expect(await app.call('navigate', { url, isMainFrame: true }), url).toBe(false);
    expect(await app.call('redirect', { url }), url).toBe(false);
  }
  expect(navigations.filter((url) => url.startsWith('app://ui')).length).toBeGreaterThan(4);
  expect(navigations.filter((url) => url.includes('app://ui')).length).toBeGreaterThan(8);
});

test('E6: no new windows, no webviews, no downloads from elsewhere', async () => {
  for (const url of navigations) expect(await app.call('open', { url, click: false }), url).toBe('deny');
  expect(await app.call('open', { url: 'app://ui/', click: true })).toBe('deny');
  expect(await app.call('attachWebview')).toBe(true);
  for (const url of navigations) expect(await app.call('download', { url }), url).toBe(true);
  expect(await app.call('download', { url: 'blob:app://ui/1-2' }), 'control: what the page made itself').toBe(false);
  expect((await app.call('windows')).length).toBe(1);
});

/** Every name the installed type file knows. */
const permissions = (() => {
  const types = readFileSync(join(import.meta.dirname, '../../node_modules/electron/electron.d.ts'), 'utf8');
  const names = /setPermissionCheckHandler\(handler: .*?permission: ([^,]+), requestingOrigin/.exec(types)?.[1] ?? '';
  return names.split(' | ').map((name) => name.replaceAll("'", ''));
})();

test('E7: of every permission there is, one is granted, and to the main frame of our page only', async () => {
  expect(permissions.length).toBeGreaterThanOrEqual(46);
  const urls = ['app://ui/', 'https://example.org/', 'app://ui.evil/', 'null', ''];
  const questions = permissions.flatMap((permission) =>
    urls.flatMap((url) => [true, false].map((isMainFrame) => ({ permission, url, isMainFrame }))),
  );
  const granted: string[] = [];
  for (const question of questions) {
    const { permission, url, isMainFrame } = question;
    const answers = [await app.call('checkPermission', question), await app.call('requestPermission', question)];
    if (answers.includes(true)) granted.push(`${permission} ${url} ${isMainFrame} ${answers.join()}`);
  }
  expect(granted).toEqual(['clipboard-sanitized-write app://ui/ true true,true']);
});

test('E7: no device, no screen, no pairing', async () => {
  expect(await app.call('devices')).toEqual({
    device: [false, false, false],
    media: null,
    bluetooth: { confirmed: false },
  });
});

test('E7 control: without handlers everything is granted', async () => {
  const question = { permission: 'geolocation', url: 'https://example.org/', isMainFrame: true };
  expect(checkPermission(null, question)).toBe(true);
  expect(await requestPermission({} as Electron.WebContents, question)).toBe(true);
});

test('E8: none of 80 addresses leaves the program, click or not', async () => {
  expect(new Set(externals).size).toBe(80);
  for (const url of externals) await app.call('open', { url, click: true });
  expect(await opened()).toEqual([]);
  expect(externals.filter((url) => /^(https|mailto):/i.test(url)).length, 'control: a careless check').toBeGreaterThan(
    9,
  );
});

test.each([
  ['https://example.org/', true, ['https://example.org/']],
  ['https://example.org/', false, []],
  ['mailto:a@example.org?subject=Hello', true, ['mailto:a@example.org?subject=Hello']],
  ['mailto:a@example.org', false, []],
  ['http://example.org.localhost:24190/fr/', true, ['http://example.org.localhost:24190/fr/']],
  ['http://localhost.example.org:24190/', true, []],
  ['http://a@example.org.localhost:24190/', true, []],
  ['https://пример.example/ü', true, ['https://xn--e1afmkfd.example/%C3%BC']],
])('E8 control: %s after a click: %s', async (url, click, expected) => {
  const before = (await opened()).length;
  await app.call('open', { url, click });
  await expect.poll(async () => (await opened()).slice(before).map(({ args }) => args[0])).toEqual(expected);
});

test('E8: one click opens one address', async () => {
  const before = (await opened()).length;
  await app.call('open', { url: 'https://example.org/1', click: true });
  await app.call('open', { url: 'https://example.org/2', click: false });
  await expect
    .poll(async () => (await opened()).slice(before).map(({ args }) => args[0]))
    .toEqual(['https://example.org/1']);
});

test('E8: an address that no program of the system opens ends nothing of ours', async () => {
  const before = (await opened()).length;
  await app.call('open', { url: 'mailto:nobody@example.org', click: true });
  await expect.poll(async () => (await opened()).length).toBe(before + 1);
  expect(await app.call('windows')).toHaveLength(1);
});
