// E1 to E4, E10: the options and order of creating the window, and the responses of its scheme.
import { globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchApp, type Running } from '../standin/launch.ts';
import { built } from './built.ts';
import { checkOrder, checkSpelling, checkWindow, policy, said } from './checks.ts';
import { traversals } from './tables.ts';

let app: Running;
beforeAll(async () => {
  app = await launchApp({ built, hasBrowser: false });
});
afterAll(() => app.close());

test('E1: one window, with the preferences of the allow list and no other', async () => {
  await checkWindow(app);
});

test('E1: no session asks for a dictionary', () => checkSpelling(app));

test('E1: spelling is on with dictionaries of this computer, and no other language is asked for', async () => {
  const data = mkdtempSync(join(tmpdir(), 'polydesk-spelling-'));
  const folder = join(data, 'window/Dictionaries');
  mkdirSync(folder, { recursive: true });
  // Only what Electron knows, by its name or by that of the language alone.
  for (const name of ['fr-FR-3-0.bdic', 'en-US-10-1.bdic', 'xx-XX-3-0.bdic', 'de.bdic', 'note.txt'])
    writeFileSync(join(folder, name), '');
  const spelled = await launchApp({ built, hasBrowser: false, data });
  const args = async (what: string) => (await said(spelled, what)).map((entry) => entry.args);
  expect((await args('session.setSpellCheckerLanguages')).at(-1)).toEqual([['en-US', 'fr']]);
  expect(await args('session.setSpellCheckerEnabled')).toEqual([[false], [false], [true]]);
  const [window] = await args('new BrowserWindow');
  expect(window?.[0]).toMatchObject({ webPreferences: { spellcheck: true } });
  // A misspelled word in a text box has a menu of its own, nothing else has one.
  const word = { isEditable: true, misspelledWord: 'lumiere', dictionarySuggestions: ['lumière', 'lumières'] };
  for (const clicked of [{}, { ...word, isEditable: false }, { ...word, misspelledWord: '' }, word])
    await spelled.call('contextMenu', clicked);
  const labels = [
    { label: 'lumière', enabled: true },
    { label: 'lumières', enabled: true },
  ];
  expect(await args('menu.popup')).toEqual([[true, labels]]);
  await spelled.call('menu', { id: 'spelling.1' });
  expect(await args('replaceMisspelling')).toEqual([['lumières']]);
  await spelled.call('contextMenu', { ...word, dictionarySuggestions: [] });
  expect((await args('menu.popup')).at(-1)).toEqual([true, [{ label: 'No suggestions', enabled: false }]]);
  expect(await spelled.close()).toBe(0);
});

test('E1: packaged, developer tools are unavailable, and the interface is read once', async () => {
  const env = { STANDIN_PACKAGED: '1', POLYDESK_DEV: '1' };
  const packaged = await launchApp({ built, hasBrowser: false, env });
  await checkWindow(packaged, true);
  const page = join(built, 'renderer/index.html');
  const text = readFileSync(page, 'utf8');
  writeFileSync(page, 'changed');
  await new Promise((resolve) => setTimeout(resolve, 400));
  writeFileSync(page, text);
  expect((await packaged.call('request', { url: 'app://ui/' })).body).toBe(text);
  expect(await packaged.close()).toBe(0);
});

/** Where a word is in the sources of the shell. */
const filesWith = (pattern: RegExp, planted: Record<string, string> = {}): string[] => {
  const folder = join(import.meta.dirname, '../../electron');
  const paths = globSync('**/*.ts', { cwd: folder });
  const texts = {
    ...Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')])),
    ...planted,
  };
  return Object.entries(texts).flatMap(([path, text]) => [...text.matchAll(pattern)].map(() => path));
};

test.each([
  ['windows', /new (BrowserWindow|BaseWindow|BrowserView|WebContentsView)\b/g, 'window/window.ts'],
  ['IPC handlers', /ipcMain\.(handle|handleOnce|on|once)\b/g, 'ipc.ts'],
  ['addresses for other programs', /shell\.openExternal\b/g, 'security/external.ts'],
  ['the bridge', /exposeInMainWorld\b/g, 'preload.ts'],
  ['sessions', /session\.from(Partition|Path)\b/g, 'sites/site-window.ts'],
])('%s are made in one place', (_what, pattern, place) => {
  expect(filesWith(pattern)).toEqual([place]);
  const word =
    'new BrowserWindow(); ipcMain.handle(); shell.openExternal(); contextBridge.exposeInMainWorld(); session.fromPartition();';
  expect(filesWith(pattern, { 'planted.ts': word }), 'control').toEqual([place, 'planted.ts']);
});

test('E2: the sandbox is on before Electron is ready, and the scheme is known', async () => {
  await checkOrder(app);
});

test('E3: the scheme has an origin and can be fetched, nothing more', async () => {
  const privileges = { standard: true, secure: true, supportFetchAPI: true };
  expect((await said(app, 'protocol.registerSchemesAsPrivileged')).map(({ args }) => args[0])).toEqual([
    [{ scheme: 'app', privileges }],
  ]);
});

test('E3: 200 ways out of the folder end at 404, and no file is touched', async () => {
  expect(traversals).toHaveLength(200);
  const got: string[] = [];
  for (const url of traversals) {
    const { status, reads } = await app.call('request', { url });
    if (status !== 404 || reads.length > 0) got.push(`${url}: ${status} ${reads.join()}`);
  }
  expect(got).toEqual([]);
});

test('E3 control: a reader that joins paths would have let many of them out', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'polydesk-outside-'));
  const folder = join(outside, 'a/b/c/d/e');
  for (const target of ['', 'a/', 'a/b/', 'a/b/c/']) {
    mkdirSync(join(outside, target, 'main'), { recursive: true });
    for (const name of ['package.json', 'main/main.js', 'state.json'])
      writeFileSync(join(outside, target, name), 'secret');
  }
  const leaks = (url: string): boolean => {
    try {
      const path = decodeURIComponent(url.replace(/^app:\/\/[^/]*\/(polydesk\/(ui|flags)\/)?/, '')).replaceAll(
        '\\',
        '/',
      );
      return readFileSync(join(folder, path), 'utf8') === 'secret';
    } catch {
      return false;
    }
  };
  expect(traversals.filter(leaks).length).toBeGreaterThan(25);
  const { reads } = await app.call('readSomething');
  expect(reads.join(), 'the recorder sees what is read').toContain('readFileSync');
});

test.each([
  ['app://ui/', 200, 'text/html; charset=UTF-8'],
  ['app://ui/?from=menu', 200, 'text/html; charset=UTF-8'],
  ['app://ui/polydesk/ui/assets/page.js', 200, 'text/javascript; charset=UTF-8'],
  ['app://ui/polydesk/ui/assets/page.css', 200, 'text/css; charset=UTF-8'],
  ['app://ui/polydesk/flags/fr.svg', 200, 'image/svg+xml'],
])('E3, E4: %s is answered with the policy', async (url, status, type) => {
  const answer = await app.call('request', { url });
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject({ 'content-type': type, 'x-content-type-options': 'nosniff' });
  expect(answer.headers['content-security-policy']).toBe(policy);
  expect(answer.reads).toEqual([]);
});

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'CONNECT'])('E3: %s is not a way to ask', async (method) => {
  expect(await app.call('request', { url: 'app://ui/', method })).toMatchObject({ status: 404 });
});

test('E9: pages can send on two channels, and no library adds one', async () => {
  expect(await app.call('channels')).toEqual(['polydesk:rest', 'polydesk:run']);
});

test('E10: the preload script is one file that asks for nothing but electron', () => {
  const text = readFileSync(join(built, 'preload/preload.cjs'), 'utf8');
  expect([...text.matchAll(/require\(([^)]*)\)/g)].map(([, name]) => name?.slice(1, -1))).toEqual(['electron']);
  expect(text).not.toMatch(/\bimport\s*\(/);
});
