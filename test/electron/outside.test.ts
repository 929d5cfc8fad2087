// Untrusted input: command line arguments, files and links. They are data, parsed strictly; controls show that a careless parser
// would accept the hostile ones.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ownWords, readFile, readSecondStart, readWords } from '../../electron/sites/arrivals.ts';
import { readDeepLink } from '../../electron/sites/deep-link.ts';
import { CHANNELS } from '../../electron/channels.ts';
import { launchApp, type Running } from '../standin/launch.ts';
import { built } from './built.ts';
import { makeSite, makeSpoiled, newFolder, startAgain } from './site-files.ts';
import { hostileLinks, hostileWords } from './tables.ts';

const id = '0f8fad5b-d9cb-469f-a165-70867728950e';

test.each([
  [`polydesk://site/${id}`, { screen: '', item: '', lang: '' }],
  [`polydesk://site/${id}/`, { screen: '', item: '', lang: '' }],
  [`polydesk://site/${id}/languages`, { screen: 'languages', item: '', lang: '' }],
  [`polydesk://site/${id}/settings/urls`, { screen: 'settings', item: 'urls', lang: '' }],
  [`polydesk://site/${id}/posts/812?lang=ar`, { screen: 'posts', item: '812', lang: 'ar' }],
  [`polydesk://site/${id}/product_cat/7/`, { screen: 'product_cat', item: '7', lang: '' }],
])('link %s', (link, place) => expect(readDeepLink(link)).toEqual({ siteId: id, ...place }));

test('none of 60 hostile links is a link, and each looks like one to a reader that searches', () => {
  expect(new Set(hostileLinks(id)).size).toBe(60);
  expect(hostileLinks(id).filter((link) => readDeepLink(link) !== undefined)).toEqual([]);
  const careless = (link: string): boolean => /polydesk:/i.test(decodeURI(link)) && link.includes('site');
  expect(hostileLinks(id).filter(careless).length, 'control').toBeGreaterThan(40);
});

describe('the words of a start', () => {
  const folder = newFolder();
  const file = join(folder, 'My site.polydesk');
  const upper = join(folder, 'OTHER.POLYDESK');
  beforeAll(() => {
    writeFileSync(file, '');
    writeFileSync(upper, '');
    mkdirSync(join(folder, 'folder.polydesk'));
    writeFileSync(join(folder, '-x.polydesk'), '');
    writeFileSync(join(folder, 'notes.txt'), '');
  });
  const files = (...words: string[]) =>
    readWords(words, folder).map((one) => (one.kind === 'file' ? one.file : 'link'));

  test('site files that are there, by path, name or address', () => {
    expect(files('electron', '.', file)).toEqual([file]);
    expect(files('My site.polydesk')).toEqual([file]);
    expect(files('./folder.polydesk/../My site.polydesk', upper)).toEqual([file, upper]);
    expect(files(pathToFileURL(file).href)).toEqual([file]);
    expect(files(`polydesk://site/${id}`, file)).toEqual(['link', file]);
    expect(files(...Array<string>(50).fill(file)), 'no more than anybody opens').toHaveLength(10);
  });

  test.each([
    '-x.polydesk',
    '--site=My site.polydesk',
    'gone.polydesk',
    'folder.polydesk',
    'notes.txt',
    '.polydesk',
    '',
    'My site.polydesk\0',
    'My site.polydesk ',
    '//server/share/My site.polydesk',
    String.raw`\\server\share\My site.polydesk`,
    String.raw`\\?\C:\My site.polydesk`,
    'file://server/My site.polydesk',
    'file:///%2e%2e%2fMy site.polydesk',
    'https://example.org/My site.polydesk',
    'app://ui/My site.polydesk',
    'javascript:My site.polydesk',
  ])('nothing by %j', (word) => expect(files(word)).toEqual([]));

  test('a folder of another computer is not even looked at', () => {
    expect(readFile('//server/share/a.polydesk')).toBeUndefined();
    expect(readWords(['a.polydesk'], '//server/share')).toEqual([]);
  });

  test('nothing by any of the hostile starts; a reader that opens what is named would have opened some', () => {
    for (const words of hostileWords) expect(readWords(words, folder)).toEqual([]);
    const careless = hostileWords.flat().filter((word) => /^[/.]/.test(word) && resolve(folder, word) !== folder);
    expect(careless.length, 'control').toBeGreaterThan(2);
  });

  test('what a second start brings along counts when it fits, else the words of Electron', () => {
    const own = ownWords({ POLYDESK_SITE: file });
    expect(own.words.at(-1)).toBe(file);
    expect(structuredClone(own)).toEqual(own);
    expect(readSecondStart({ words: [file], cwd: '/' }, [upper], folder)).toEqual([{ kind: 'file', file }]);
    for (const brought of [
      null,
      {},
      { words: file, cwd: folder },
      { words: [1], cwd: folder },
      [file],
      { words: [file] },
    ])
      expect(readSecondStart(brought, [upper], folder)).toEqual([{ kind: 'file', file: upper }]);
  });
});

describe('in the program', () => {
  let app: Running;
  let file: string;
  let siteId: string;
  beforeAll(async () => {
    file = join(newFolder(), 'a.polydesk');
    siteId = makeSite(file);
    app = await launchApp({ built, hasBrowser: false, words: [file] });
  });
  afterAll(() => app.close());

  const ask = async (method: string, path: string, body?: object) => {
    const sent = [JSON.stringify({ method, path, ...(body && { body }) })];
    return (await app.call('invoke', { channel: CHANNELS.rest, sent })).value as { body: Record<string, unknown> };
  };
  const places = async () =>
    (await app.call('log')).filter(({ args }) => args[1] === 'place').map(({ args }) => args[2]);
  const entries = async () => (await ask('GET', '/polydesk/v1/changes?since=0')).body['latest'];
  const follow = (path: string) => app.call('arrive', { kind: 'open-url', text: `polydesk://site/${siteId}${path}` });
  /** Where a link led: waited for as long as it takes. */
  const lastPlace = async (path: string) => {
    const before = (await places()).length;
    await follow(path);
    await expect.poll(async () => (await places()).length).toBeGreaterThan(before);
    return (await places()).slice(before);
  };
  /** Where one led that leads nowhere: a good one after it has led somewhere, so it had its time. */
  const nowhere = async (path: string) => {
    const before = (await places()).length;
    await follow(path);
    await lastPlace('/languages');
    return (await places()).slice(before, -1);
  };

  test('a file that was named at the start is the site that opens', async () => {
    const { value } = await app.call('invoke', {
      channel: CHANNELS.run,
      sent: [JSON.stringify({ command: 'about', words: [] })],
    });
    expect(value).toMatchObject({ site: file });
  });

  test('a link leads to a place, changes nothing, and never begins a translation', async () => {
    await ask('POST', '/pll/v1/languages', { name: 'English', slug: 'en', locale: 'en_US' });
    await ask('POST', '/pll/v1/languages', { name: 'French', slug: 'fr', locale: 'fr_FR' });
    const { body: post } = await ask('POST', '/wp/v2/posts', { title: 'Hello', lang: 'en', status: 'publish' });
    const { body: french } = await ask('POST', '/polydesk/v1/translations', {
      kind: 'post',
      id: post['id'],
      lang: 'fr',
    });
    const before = await entries();
    expect(await lastPlace('/languages')).toEqual([{ screen: 'languages', item: '' }]);
    expect(await lastPlace(`/posts/${String(post['id'])}`)).toEqual([
      { screen: 'edit', item: `post/${String(post['id'])}` },
    ]);
    expect(await lastPlace(`/posts/${String(post['id'])}?lang=fr`)).toEqual([
      { screen: 'edit', item: `post/${String(french['id'])}` },
    ]);
    const missing = await lastPlace(`/posts/${String(post['id'])}?lang=de`);
    expect(missing, 'not in this language').toEqual([{ screen: 'edit', item: `post/${String(post['id'])}` }]);
    expect(await lastPlace('/posts/99999')).toEqual([{ screen: 'posts', item: '' }]);
    expect(await lastPlace('/categories/1')).toEqual([{ screen: 'categories', item: '1' }]);
    expect(await nowhere('/constructor/1'), 'no such screen').toEqual([]);
    expect(await nowhere('/edit/1'), 'no way to name a translation').toEqual([]);
    expect(await entries()).toBe(before);
  });

  test('hostile links and files change nothing: neither windows, nor dialogs, nor places', async () => {
    const before = (await app.call('log')).length;
    for (const text of hostileLinks(siteId)) expect(await app.call('arrive', { kind: 'open-url', text })).toBe(true);
    for (const text of ['/etc/passwd', 'a.polydesk', '//host/a.polydesk'])
      expect(await app.call('arrive', { kind: 'open-file', text })).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const what = (await app.call('log')).slice(before).map((entry) => entry.what);
    // Its own page may hear of work in the background meanwhile.
    expect(what.filter((one) => one !== 'focus' && one !== 'webContents.send')).toEqual([]);
    expect((await app.call('windows')).length).toBe(1);
  });

  test('control: a good link and a good file do', async () => {
    const other = join(newFolder(), 'b.polydesk');
    makeSite(other);
    await app.call('arrive', { kind: 'open-file', text: other });
    await expect.poll(async () => (await app.call('windows')).length).toBe(2);
    await app.call('closeWindow', { at: 1 });
    expect(await lastPlace('/settings')).toEqual([{ screen: 'settings', item: '' }]);
  });

  test('a link to a recent site opens it at that place; for an unknown one a message is shown', async () => {
    const other = join(newFolder(), 'c.polydesk');
    const otherId = makeSite(other);
    const link = `polydesk://site/${otherId}/languages`;
    await app.call('arrive', { kind: 'open-url', text: link });
    const dialogs = async () => (await app.call('log')).filter(({ what }) => what === 'dialog.showMessageBox');
    await expect
      .poll(async () => (await dialogs()).at(-1)?.args[0])
      .toMatchObject({
        message: 'This link is for a site that is not known here',
      });
    await app.call('arrive', { kind: 'open-file', text: other });
    await expect.poll(async () => (await app.call('windows')).length).toBe(2);
    await app.call('closeWindow', { at: 1 });
    await app.call('arrive', { kind: 'open-url', text: link });
    await expect.poll(async () => (await app.call('windows')).at(1)).toBe('app://ui/#/languages');
  });
});

describe('a start that finds its site as it should not be', () => {
  const begin = (spoil: (file: string) => void) => {
    const data = newFolder();
    const file = join(data, 'a.polydesk');
    spoil(file);
    writeFileSync(join(data, 'state.json'), JSON.stringify({ last_site: file }), { mode: 0o600 });
    return { data, file };
  };
  const newer = (file: string): void => void makeSpoiled(file, (db) => db.pragma('user_version = 9999'));

  test('left, it ends with the sentence and the code of the command line', async () => {
    const { data } = begin(newer);
    const { code, output } = await startAgain(data, []);
    expect({ code, output }).toEqual({
      code: 78,
      output: expect.stringMatching(/newer version of Polydesk.*Nothing was changed/),
    });
  });

  test('another site, or a new one, is a way on', async () => {
    const { data, file } = begin(newer);
    const fresh = join(data, 'fresh.polydesk');
    const answers = [{ button: 'Open another site…' }, {}, { button: 'New site…' }, { paths: [fresh] }];
    const app = await launchApp({ built, data, hasBrowser: false, env: { STANDIN_ANSWERS: JSON.stringify(answers) } });
    const asked = (await app.call('log')).filter(({ what }) => what === 'dialog.showMessageBox');
    expect(asked).toHaveLength(2);
    expect(asked[0]?.args[0]).toMatchObject({ buttons: ['Open another site…', 'New site…', 'Quit'] });
    expect(await app.call('windows')).toEqual(['app://ui/']);
    expect(await app.close()).toBe(0);
    expect(file).not.toBe(fresh);
  });
});
