// E14 and the start: a single instance, where a second start only shows the window; sites and files that cannot be used.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { versionProblem } from '../../electron/versions.ts';
import { launchApp, type Running } from '../standin/launch.ts';
import { built } from './built.ts';
import { newFolder, startAgain } from './site-files.ts';
import { hostileWords } from './tables.ts';

let app: Running;
beforeAll(async () => {
  app = await launchApp({ built, hasBrowser: false, words: hostileWords.flat() });
});
afterAll(() => app.close());

const actions = async (from: number) => (await app.call('log')).slice(from).map(({ what }) => what);

test('E14: twenty hostile starts show the window and do nothing else', async () => {
  expect(hostileWords).toHaveLength(20);
  const before = (await app.call('log')).length;
  for (const argv of hostileWords) expect(await app.call('secondInstance', { argv, cwd: '/' })).toBe(1);
  expect(await actions(before)).toEqual(Array(20).fill('focus'));
  expect(await app.call('windows')).toEqual(['app://ui/']);
});

test('E14: a second program exits immediately, and the first one is notified', async () => {
  await app.call('minimize');
  const before = (await app.call('log')).length;
  expect(await startAgain(app.data, ['--remote-debugging-port=9222', 'app://evil/'])).toEqual({ code: 0, output: '' });
  await expect.poll(() => actions(before)).toEqual(['restore', 'focus']);
});

test('the words of the first start are data too: the site is that of this user', async () => {
  const { value } = await app.call('invoke', {
    channel: 'polydesk:run',
    sent: [JSON.stringify({ command: 'about', words: [] })],
  });
  expect(value).toMatchObject({ site: join(app.data, 'My site.polydesk') });
  expect(JSON.parse(readFileSync(join(app.data, 'state.json'), 'utf8'))).toEqual({
    last_site: join(app.data, 'My site.polydesk'),
  });
});

test('a site that is open already is named, with its server', async () => {
  const data = newFolder();
  writeFileSync(join(data, 'state.json'), JSON.stringify({ last_site: join(app.data, 'My site.polydesk') }), {
    mode: 0o600,
  });
  const { code, output } = await startAgain(data, []);
  expect({ code, output }).toEqual({ code: 69, output: expect.stringContaining('My site.polydesk') });
});

test('a file that is not a site is left as it is', async () => {
  const data = newFolder();
  const file = join(data, 'notes.polydesk');
  writeFileSync(file, 'my notes');
  writeFileSync(join(data, 'state.json'), JSON.stringify({ last_site: file }), { mode: 0o600 });
  expect(await startAgain(data, [])).toMatchObject({ code: 1, output: expect.stringContaining('notes.polydesk') });
  expect(readFileSync(file, 'utf8')).toBe('my notes');
});

test('E14 control: in another folder a program is not a second instance. Its damaged preferences are left as they are, a place is remembered', async () => {
  const data = newFolder();
  mkdirSync(join(data, 'window'), { mode: 0o700 });
  const file = join(data, 'window/preferences.json');
  writeFileSync(file, '{"bounds": {');
  const first = await launchApp({ built, data, hasBrowser: false });
  expect(await first.call('windows')).toEqual(['app://ui/']);
  const [portFile = ''] = readdirSync(join(data, 'polydesk'));
  expect(await first.close()).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe('{"bounds": {');

  const place = { x: 99_999, y: 10, width: 1111, height: 700 };
  writeFileSync(file, JSON.stringify({ bounds: { [portFile.replace('.json', '')]: place } }));
  const second = await launchApp({ built, data, hasBrowser: false });
  const made = (await second.call('log')).find(({ what }) => what === 'new BrowserWindow');
  expect(made?.args[0]).toMatchObject({ width: 1111, height: 700 });
  expect(made?.args[0], 'no screen is there').not.toHaveProperty('x');
  expect(await second.close()).toBe(0);
});

test.each([
  [{ electron: '45.4.1', node: '24.1.0' }, undefined],
  [{ electron: '46.0.0', node: '26.0.0' }, undefined],
  [{ electron: '44.9.9', node: '24.1.0' }, 'Polydesk needs Electron 45 or newer; this is 44.9.9. Nothing was changed.'],
  [
    { electron: '45.0.0', node: '22.9.0' },
    'Polydesk needs Node 24 or newer; this Electron has 22.9.0. Nothing was changed.',
  ],
])('versions %j: %s', (versions, expected) => expect(versionProblem(versions)).toBe(expected));

test('control: a main module that waits for `ready` never gets there', async () => {
  const main = join(newFolder(), 'main.mjs');
  writeFileSync(main, "import { app } from 'electron';\nawait app.whenReady();\nconsole.log('never');\n");
  expect(await startAgain(newFolder(), [], { main })).toMatchObject({
    code: 13,
    output: expect.not.stringContaining('never\n'),
  });
});
