// Sites as documents: each open site has its own window, engine and address, and a site that cannot be opened is reported with
// choices.
import Database from 'better-sqlite3';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CHANNELS } from '../../electron/channels.ts';
import { makeBackup } from '../../core/domain/site/backups.ts';
import { createToken, revokeToken } from '../../core/domain/access/tokens.ts';
import { openSite } from '../../core/site.ts';
import { MENDING } from '../../core/store/file/failures.ts';
import { launchApp, type Running } from '../standin/launch.ts';
import { forgeStamp, hostAt, makeFilled, spoil } from '../support/stamps.ts';
import { built } from './built.ts';
import { makeSite, makeSpoiled, newFolder, startAgain } from './site-files.ts';

let app: Running;
let folder: string;
beforeAll(async () => {
  app = await launchApp({ built, hasBrowser: false });
});
beforeEach(async () => {
  folder = newFolder();
  const open = (await app.call('windows')).length;
  for (let at = open - 1; at > 0; at--) await app.call('closeWindow', { at });
});
afterAll(() => app.close());

const run = async (at: number, command: string, ...words: unknown[]): Promise<unknown> => {
  const { value, error } = await app.call('invoke', {
    channel: CHANNELS.run,
    sent: [JSON.stringify({ command, words })],
    from: { at },
  });
  if (error !== undefined) throw new Error(error);
  return value;
};
const ask = async (at: number, method: string, path: string, body?: object): Promise<unknown> => {
  const sent = [JSON.stringify({ method, path, ...(body && { body }) })];
  const { value } = await app.call('invoke', { channel: CHANNELS.rest, sent, from: { at } });
  return (value as { body: unknown }).body;
};
const siteAt = async (at: number) => ((await run(at, 'about')) as { site: string }).site;
const count = async () => (await app.call('windows')).length;
const dialogs = async () => (await app.call('log')).filter(({ what }) => what === 'dialog.showMessageBox');
const lastDialog = async () =>
  (await dialogs()).at(-1)?.args[0] as { message: string; detail: string; buttons: string[] };
const hand = async (...words: string[]) => {
  await app.call('secondInstance', { argv: [], cwd: '/', data: { words, cwd: folder } });
};
const handed = async (...words: string[]) => {
  const before = await count();
  await hand(...words);
  await expect.poll(count).toBe(before + 1);
};
const english = { name: 'English', slug: 'en', locale: 'en_US', flag: 'us' };

test('a second start hands its file over: a second window, engine and address; nothing of one site reaches the other', async () => {
  const file = join(folder, 'Second site.polydesk');
  makeSite(file);
  expect(await startAgain(app.data, [file])).toEqual({ code: 0, output: '' });
  await expect.poll(count).toBe(2);
  expect([await siteAt(0), await siteAt(1)]).toEqual([join(app.data, 'My site.polydesk'), file]);
  const ports = await Promise.all([run(0, 'server'), run(1, 'server')]);
  expect(new Set(ports.map((one) => (one as { port: number }).port)).size).toBe(2);

  const before = (await app.call('log')).length;
  await ask(1, 'POST', '/pll/v1/languages', english);
  expect(await ask(0, 'GET', '/pll/v1/languages')).toEqual([]);
  expect(await ask(1, 'GET', '/pll/v1/languages')).toMatchObject([{ slug: 'en' }]);
  const told = (await app.call('log')).slice(before).filter(({ args }) => args[1] === 'change');
  expect(told, 'one window hears of it').toHaveLength(1);
  const partitions = (await app.call('log')).filter(({ what }) => what === 'session.fromPartition');
  expect(new Set(partitions.map(({ args }) => args[0])).size).toBe(2);
});

test('an open file comes to the front, by any of its names; so does one opened twice in quick succession', async () => {
  const file = join(folder, 'a.polydesk');
  makeSite(file);
  await hand(file, file, basename(file), `file://${file}`);
  await expect.poll(count).toBe(2);
  symlinkSync(file, join(folder, 'link.polydesk'));
  const before = (await app.call('log')).length;
  await hand(join(folder, 'link.polydesk'));
  await expect.poll(async () => (await app.call('log')).slice(before).map(({ what }) => what)).toContain('focus');
  expect(await count()).toBe(2);
});

test('closing a window closes only its site, and its file can be reopened immediately', async () => {
  const file = join(folder, 'a.polydesk');
  makeSite(file);
  await handed(file);
  const ports = () => readdirSync(join(app.data, 'polydesk')).length;
  expect(ports()).toBe(2);
  await app.call('closeWindow', { at: 1 });
  await handed(file);
  await app.call('closeWindow', { at: 1 });
  await expect.poll(ports).toBe(1);
  const other = openSite(file, { version: '0.0.0-test' });
  other.close();
  expect(await ask(0, 'GET', '/pll/v1/languages')).toEqual([]);
});

test('a copy of an open site is a separate site with its own session', async () => {
  const [a, b] = [join(folder, 'a.polydesk'), join(folder, 'b.polydesk')];
  makeSite(a);
  writeFileSync(b, readFileSync(a));
  await handed(a);
  await handed(b);
  expect([await siteAt(1), await siteAt(2)]).toEqual([a, b]);
  const made = (await app.call('log')).filter(({ what }) => what === 'new BrowserWindow').slice(-2);
  const partitions = made.map(
    ({ args }) => (args[0] as { webPreferences: { partition: string } }).webPreferences.partition,
  );
  expect(partitions).toEqual([expect.stringMatching(/^persist:site-/), expect.stringMatching(/^copy-/)]);
});

test('Open, New and the recent sites, by menu and by page; nothing is written over', async () => {
  const file = join(folder, 'Vélo.polydesk');
  makeSite(file);
  await app.call('answer', [{ paths: [file] }]);
  expect(await app.call('menu', { id: 'site.open' })).toBe(true);
  await expect.poll(count).toBe(2);
  const [first] = (await run(0, 'recentSites')) as { id: string; name: string; folder: string }[];
  expect(first).toMatchObject({ name: 'Vélo', folder });
  expect((await app.call('menuItems')).map(({ path }) => path)).toContain('File > Open recent > Vélo');

  const fresh = join(folder, 'New');
  await app.call('answer', [{ paths: [fresh] }]);
  expect(await run(0, 'newSite')).toBe(true);
  expect(await siteAt(2)).toBe(`${fresh}.polydesk`);
  await app.call('answer', [{ paths: [file] }, {}]);
  expect(await run(0, 'newSite'), 'there is a file of this name').toBe(false);
  expect((await lastDialog()).message).toBe('A file “Vélo” already exists');

  await app.call('closeWindow', { at: 1 });
  expect(await run(0, 'openRecent', first?.id)).toBe(true);
  expect(await run(0, 'openRecent', '0123456789abcdef'), 'not on the list').toBe(false);
  expect(await run(0, 'openSite'), 'a dialog that is left').toBe(false);
  expect(await app.call('menu', { id: 'site.recent.clear' })).toBe(true);
  expect(await run(0, 'recentSites')).toEqual([]);
});

test('a recent site that was moved is looked for, or taken off the list', async () => {
  const [old, now] = [join(folder, 'old.polydesk'), join(folder, 'now.polydesk')];
  makeSite(old);
  await handed(old);
  await app.call('closeWindow', { at: 1 });
  renameSync(old, now);
  const [{ id }] = (await run(0, 'recentSites')) as [{ id: string }];
  expect(await run(0, 'openRecent', id), 'left').toBe(false);
  expect(await lastDialog()).toMatchObject({
    message: '“old” is not where it was',
    buttons: ['Find it…', 'Remove from the list', 'Cancel'],
  });
  await app.call('answer', [{ button: 'Find it…' }, { paths: [now] }]);
  expect(await run(0, 'openRecent', id)).toBe(true);
  expect(await siteAt(1)).toBe(now);
  const names = async () => ((await run(0, 'recentSites')) as { name: string }[]).map(({ name }) => name);
  expect(await names()).toContain('now');
  expect(await names()).not.toContain('old');
  expect(existsSync(old), 'nothing was made').toBe(false);
});

/** Files that are not opened: how they come to be, what is said, and the choices there are. */
const refused: [what: string, make: (file: string) => void, message: string, buttons: string[]][] = [
  [
    'of a newer version',
    (file) => makeSpoiled(file, (db) => db.pragma('user_version = 9999')),
    '“a” needs a newer version of Polydesk',
    ['Open another site…', 'Cancel'],
  ],
  ['no site', (file) => writeFileSync(file, 'notes'), '“a” could not be opened', ['Open another site…', 'Cancel']],
  [
    'damaged',
    (file) => {
      makeSite(file);
      const bytes = readFileSync(file);
      bytes.fill(0xff, 4096 * 3, 4096 * 9);
      writeFileSync(file, bytes);
    },
    '“a” is damaged',
    ['Repair', 'Show in folder', 'Open another site…', 'Cancel'],
  ],
];

test.each(refused)('%s: reported, left as it is, with a next step', async (_what, make, message, buttons) => {
  const file = join(folder, 'a.polydesk');
  make(file);
  const before = readFileSync(file);
  const other = join(folder, 'other.polydesk');
  makeSite(other);
  await app.call('answer', [{ button: 'Open another site…' }, { paths: [other] }]);
  await handed(file);
  expect(await siteAt(1)).toBe(other);
  expect(await lastDialog()).toMatchObject({ message, buttons });
  expect((await lastDialog()).detail).toMatch(/changed/);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('damaged: its folder is shown, and the question comes again', async () => {
  const file = join(folder, 'a.polydesk');
  refused[2]?.[1](file);
  const before = (await dialogs()).length;
  await app.call('answer', [{ button: 'Show in folder' }]);
  await hand(file);
  await expect.poll(async () => (await dialogs()).length).toBe(before + 2);
  expect((await app.call('log')).filter(({ what }) => what === 'shell.showItemInFolder').at(-1)?.args).toEqual([file]);
  expect(await count()).toBe(1);
});

test('damaged: repaired on confirmation, reported before and after; the damaged file is kept next to it', async () => {
  const file = join(folder, 'a.polydesk');
  makeSite(file);
  const site = openSite(file, { version: '0.0.0-test' });
  const { token, view } = createToken(site, { name: 'deploy', role: 'editor' });
  makeBackup(site, 'on request');
  revokeToken(site, view.id);
  site.close();
  const db = new Database(file);
  const page = Number(db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'terms'`).pluck().get()) - 1;
  db.close();
  const bytes = readFileSync(file);
  bytes.fill(0xff, page * 4096, (page + 1) * 4096);
  writeFileSync(file, bytes);
  const before = (await dialogs()).length;
  await app.call('answer', [{ button: 'Repair' }]);
  await handed(file);
  const [question, answer] = (await dialogs()).slice(before).map(({ args }) => args[0] as { detail: string });
  expect(question).toMatchObject({ message: '“a” is damaged' });
  expect(question?.detail).toContain(MENDING);
  expect(question?.detail).toMatch(/The newest backup is of .*20\d\d/);
  expect(answer).toMatchObject({ message: '“a” was repaired' });
  expect(answer?.detail).toMatch(/^It was replaced by the backup of .*\. Later changes are lost\./);
  expect(answer?.detail).toMatch(/Tokens revoked since then stay revoked.*The damaged file was kept: .*a damaged /s);
  const kept = readdirSync(folder).filter((name) => / damaged .*\.polydesk$/.test(name));
  expect(kept.map((name) => readFileSync(join(folder, name)).equals(bytes))).toEqual([true]);
  expect(await siteAt(1)).toBe(file);
  const { base_url } = (await ask(1, 'GET', '/polydesk/v1/server')) as { base_url: string };
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${base_url}/wp-json/wp/v2/users/me`, { headers })).status).toBe(401);
});

test('damaged, found by the check after opening: the site becomes read-only, and is repaired on confirmation', async () => {
  const file = join(folder, 'a.polydesk');
  const host = hostAt(app.data);
  makeFilled(host, file);
  const site = openSite(file, { version: '0.0.0-test' });
  makeBackup(site, 'on request');
  site.close();
  spoil(file);
  forgeStamp(host, file);
  const before = (await dialogs()).length;
  await app.call('answer', [{ button: 'Repair' }]);
  await handed(file);
  await expect.poll(async () => (await dialogs()).length).toBe(before + 2);
  const [question, answer] = (await dialogs()).slice(before).map(({ args }) => args[0] as { detail: string });
  expect(question).toMatchObject({ message: '“a” is damaged' });
  expect(question?.detail).toContain('Nothing is written to it any more. ' + MENDING);
  expect(answer).toMatchObject({ message: '“a” was repaired' });
  // The window of the damaged site is gone, and that of the mended one is there.
  await expect.poll(count).toBe(2);
  await expect.poll(() => siteAt(1).catch(() => '')).toBe(file);
  expect(await ask(1, 'GET', '/polydesk/v1/server')).toMatchObject({ read_only: false });
  expect((await app.call('log')).filter(({ what }) => what === 'utilityProcess.fork').length).toBeGreaterThan(0);
});

test('damaged, without a sound backup: reported, nothing is changed, and the question is repeated', async () => {
  const file = join(folder, 'a.polydesk');
  refused[2]?.[1](file);
  const before = { bytes: readFileSync(file), dialogs: (await dialogs()).length };
  await app.call('answer', [{ button: 'Repair' }, { button: 'OK' }]);
  await hand(file);
  await expect.poll(async () => (await dialogs()).length).toBe(before.dialogs + 3);
  const said = (await dialogs())
    .slice(before.dialogs)
    .map(({ args }) => args[0] as { message: string; detail: string });
  expect(said.map(({ message }) => message)).toEqual(['“a” is damaged', '“a” could not be repaired', '“a” is damaged']);
  expect(said[0]?.detail).toContain('It has no backup next to it.');
  expect(said[1]?.detail).toMatch(/no intact backup.*Nothing was changed/);
  expect(readFileSync(file).equals(before.bytes)).toBe(true);
  expect(await count()).toBe(1);
});

test('in use by another program: tried again when that program has ended', async () => {
  const file = join(folder, 'a.polydesk');
  makeSite(file);
  const other = openSite(file, { version: '0.0.0-test' });
  const before = (await dialogs()).length;
  await hand(file);
  await expect.poll(async () => (await dialogs()).length).toBe(before + 1);
  expect(await lastDialog()).toMatchObject({ message: '“a” is open in another program' });
  expect(await count()).toBe(1);
  other.close();
  await handed(file);
});

test('in a folder that a service keeps in step: a copy is opened, the file stays', async () => {
  makeSite(join(folder, 'here/a.polydesk'));
  renameSync(join(folder, 'here'), join(folder, 'Dropbox'));
  const file = join(folder, 'Dropbox/a.polydesk');
  const before = [readFileSync(file), ...readdirSync(join(folder, 'Dropbox'))];
  await app.call('answer', [{ button: 'Open a copy' }]);
  await handed(file);
  expect(await lastDialog()).toMatchObject({
    message: '“a” is in a folder where it is not safe to open it',
    buttons: ['Open a copy', 'Open another site…', 'Cancel'],
  });
  expect(await siteAt(1)).toBe(join(app.data, 'a.polydesk'));
  expect([readFileSync(file), ...readdirSync(join(folder, 'Dropbox'))]).toEqual(before);
});

test('a read-only site is opened on confirmation, and the page is informed', async () => {
  const file = join(folder, 'a.polydesk');
  makeSpoiled(file, (db) => db.exec('UPDATE site SET default_category_id = 4711'));
  const before = (await dialogs()).length;
  await hand(file);
  await expect.poll(async () => (await dialogs()).length).toBe(before + 1);
  expect(await lastDialog()).toMatchObject({
    message: '“a” is read-only',
    buttons: ['Open read-only', 'Cancel'],
  });
  expect(await count()).toBe(1);
  await app.call('answer', [{ button: 'Open read-only' }]);
  await handed(file);
  expect(await ask(1, 'GET', '/polydesk/v1/server')).toMatchObject({ read_only: true });
  expect(await ask(1, 'POST', '/pll/v1/languages', english)).toMatchObject({ data: { status: 503 } });
});

test('a dropped site of the list is opened; another after a question; anything else is not', async () => {
  const file = join(folder, 'a.polydesk');
  makeSite(file);
  expect(await run(0, 'openDropped', file), 'Cancel').toBe(false);
  expect(await lastDialog()).toMatchObject({ message: 'Open the site “a”?', detail: `It is in ${folder}.` });
  await app.call('answer', [{ button: 'Open' }]);
  expect(await run(0, 'openDropped', file)).toBe(true);
  await app.call('closeWindow', { at: 1 });
  const before = (await dialogs()).length;
  expect(await run(0, 'openDropped', file)).toBe(true);
  mkdirSync(join(folder, 'folder.polydesk'));
  for (const path of [
    'a.polydesk',
    join(folder, 'gone.polydesk'),
    join(folder, 'folder.polydesk'),
    '//host/x.polydesk',
  ])
    expect(await run(0, 'openDropped', path), path).toBe(false);
  await expect(run(0, 'openDropped', '/etc/passwd')).rejects.toThrow('not possible');
  expect((await dialogs()).length).toBe(before);
});

test('preferences set in one window apply to the others, and are kept for the next start', async () => {
  const file = join(folder, 'a.polydesk');
  makeSite(file);
  await handed(file);
  const before = (await app.call('log')).length;
  await run(1, 'setPreferences', { density: 'compact', hasFlags: false, locale: 'fr' });
  const told = (await app.call('log')).slice(before).filter(({ args }) => args[1] === 'preferences');
  expect(told.map(({ args }) => args[2])).toEqual([{ density: 'compact', hasFlags: false, locale: 'fr' }]);
  expect(await run(0, 'preferences')).toEqual({ density: 'compact', hasFlags: false, locale: 'fr' });
  expect((await app.call('menuItems')).map(({ path }) => path)).toContain('Fichier > Ouvrir…');
  await run(0, 'setPreferences', { locale: 'en' });
  for (const wrong of [{ __proto__x: 1 }, { 'a b': true }, { theme: { deep: 1 } }, { theme: 'x'.repeat(31) }])
    await expect(run(0, 'setPreferences', wrong), JSON.stringify(wrong)).rejects.toThrow('not possible');
});

test('a disk failure in one site is reported, and the others stay open; lost preferences do not prevent opening', async () => {
  const file = join(folder, 'a.polydesk');
  makeSite(file);
  // Where files of ours should be put there are folders.
  const last = join(app.data, 'state.json');
  const lock = `${file}.lock`;
  rmSync(lock, { force: true });
  mkdirSync(lock);
  const before = (await dialogs()).length;
  await hand(file);
  await expect.poll(async () => (await dialogs()).length).toBe(before + 1);
  expect(await count()).toBe(1);
  rmSync(lock, { recursive: true });
  const preferences = join(app.data, 'window/preferences.json');
  for (const path of [last, preferences]) {
    rmSync(path);
    mkdirSync(path);
  }
  await handed(file);
  expect(await siteAt(1), 'what cannot be remembered is not a reason').toBe(file);
  for (const path of [last, preferences]) rmSync(path, { recursive: true });
});
