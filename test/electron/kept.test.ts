// What the shell stores between two starts besides its window, and what it reports after a crash.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHANNELS } from '../../electron/channels.ts';
import { launchApp, type Running } from '../standin/launch.ts';
import { built } from './built.ts';
import { newFolder, startAgain } from './site-files.ts';

const run = async (app: Running, command: string, ...words: unknown[]): Promise<unknown> => {
  const { value } = await app.call('invoke', { channel: CHANNELS.run, sent: [JSON.stringify({ command, words })] });
  return value;
};
const start = (data: string): Promise<Running> => launchApp({ built, data, hasBrowser: false });
const kept = (data: string) =>
  JSON.parse(readFileSync(join(data, 'window/preferences.json'), 'utf8')) as {
    bounds: Record<string, unknown>;
    recent: { siteId: string }[];
  };

test('a local server that a person switched off stays off when the site is opened again, until it is switched on', async () => {
  const data = newFolder();
  const ports = () => readdirSync(join(data, 'polydesk')).length;
  const first = await start(data);
  expect(await run(first, 'server')).toMatchObject({ state: 'running' });
  await run(first, 'turnServer', false);
  await first.close();

  const second = await start(data);
  expect(await run(second, 'server')).toEqual({ state: 'stopped', port: null });
  expect(ports()).toBe(0);
  expect(await run(second, 'turnServer', true)).toMatchObject({ state: 'running' });
  await second.close();

  const third = await start(data);
  expect(await run(third, 'server')).toMatchObject({ state: 'running' });
  await third.close();
});

test('places of windows are kept of the sites in the list of recent ones only', async () => {
  const data = newFolder();
  mkdirSync(join(data, 'window'), { mode: 0o700 });
  const place = { x: 10, y: 10, width: 1000, height: 700 };
  const known = { file: join(data, 'known.polydesk'), siteId: 'known' };
  const before = { bounds: { known: place, forgotten: place, older: place }, recent: [known] };
  writeFileSync(join(data, 'window/preferences.json'), JSON.stringify(before));
  const app = await start(data);
  await app.close();
  const { bounds, recent } = kept(data);
  expect(recent.map(({ siteId }) => siteId)).toContain('known');
  expect(Object.keys(bounds).toSorted()).toEqual(recent.map(({ siteId }) => siteId).toSorted());
  expect(bounds['known']).toMatchObject(place);
});

test('an error before there is a window is shown in a dialog, in plain words', async () => {
  const data = join(newFolder(), 'a file where the folder should be');
  writeFileSync(data, '');
  const { code, output } = await startAgain(data, []);
  expect(code).toBe(70);
  expect(output).toMatch(/\[error box\] Polydesk had to quit: Something went wrong inside Polydesk\..*is safe\./);
});

test('an uncaught exception closes the site first and is reported then; a normal exit reports nothing', async () => {
  const data = newFolder();
  const app = await start(data);
  await app.call('fault', { text: 'planted' });
  await expect.poll(app.output).toContain('[error box] Polydesk had to quit');
  expect(app.output()).toContain('What happened: planted');
  expect(readdirSync(join(data, 'polydesk')), 'the port file').toEqual([]);
  expect(readdirSync(data).filter((name) => name.endsWith('-wal'))).toEqual([]);

  const other = await start(data);
  expect(await other.close()).toBe(0);
  expect(other.output()).not.toContain('[error box]');
});
