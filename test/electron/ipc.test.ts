// E9: who may send requests to the engine, and which. Every row carries a write that would be visible in the site.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHANNELS } from '../../electron/channels.ts';
import type { Sender } from '../standin/control.ts';
import { launchApp, type Running } from '../standin/launch.ts';
import { built } from './built.ts';

let app: Running;
beforeAll(async () => {
  app = await launchApp({ built, hasBrowser: false });
});
afterAll(() => app.close());

const language = { name: 'English', slug: 'en', locale: 'en_US' };
const write = { method: 'POST', path: '/pll/v1/languages', body: language };
const send = { command: 'send', words: [write] };
/** What is said on each channel when all is well. */
const good = { [CHANNELS.rest]: write, [CHANNELS.run]: send };

const say = (channel: string, sent: unknown[], from?: Sender) =>
  app.call('invoke', { channel, sent, ...(from && { from }) });
const read = async (path: string, query = {}): Promise<unknown> => {
  const { value } = await say(CHANNELS.rest, [JSON.stringify({ method: 'GET', path, query })]);
  return (value as { body: unknown }).body;
};
/** What the victim has to show for it: its languages and its journal. */
const traces = async () => [await read('/pll/v1/languages'), await read('/polydesk/v1/changes', { since: '0' })];
const notices = async () =>
  (await app.call('log')).filter(({ what, args }) => what === 'webContents.send' && args[1] === 'change').length;

const strangers: [string, Sender][] = [
  ['another site', { url: 'https://example.org/' }],
  ['our address as a word of another', { url: 'https://example.org/?next=app://ui' }],
  ['a lookalike', { url: 'app://ui.evil/' }],
  ['a file', { url: 'file:///tmp/x.html' }],
  ['a page without an address', { url: '', origin: 'null' }],
  ['a sandboxed page of ours', { url: 'app://ui/', origin: 'null' }],
  ['our origin, but another address', { url: 'https://example.org/', origin: 'app://ui' }],
  ['a frame in our page', { isSubframe: true }],
  ['a frame that is gone', { state: 'none' }],
  ['a destroyed frame', { state: 'destroyed' }],
  ['a detached frame', { state: 'detached' }],
  ['a window we did not make', { isStranger: true }],
];

const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const text = (value: unknown): string => JSON.stringify(value);

/** What is said instead of the good text. */
const sayings: [string, (good: object) => unknown[]][] = [
  ['nothing', () => []],
  ['two things', (good) => [text(good), text(good)]],
  ['an object instead of its text', (good) => [good]],
  ['a number', () => [1]],
  ['null', () => [null]],
  ['a list', (good) => [[text(good)]]],
  ['a map', (good) => [new Map(Object.entries(good))]],
  ['bytes', (good) => [new TextEncoder().encode(text(good))]],
  ['no JSON', (good) => [`${text(good)}}`]],
  ['a list in JSON', (good) => [text([good])]],
  ['one key more', (good) => [text({ ...good, caller: 'administrator' })]],
  ['a sealed secret', (good) => [text({ ...good, sealed: ['1'] })]],
  ['a file', (good) => [text({ ...good, file: { path: '/etc/passwd', name: 'x', type: 'x', size: 1 } })]],
  ['a prototype', (good) => [text(good).replace('{', '{"__proto__":{"a":1},')]],
  ['a prototype inside', (good) => [text(good).replace('"name":', '"__proto__":{"a":1},"name":')]],
  ['a prototype in disguise', (good) => [text(good).replace('"name":', String.raw`"\u005f_proto__":{},"name":`)]],
  ['the constructor', (good) => [text({ ...good, constructor: { a: 1 } })]],
  ['ten megabytes', (good) => [`${text(good).slice(0, -1)},"more":"${'x'.repeat(10 * 1024 * 1024)}"}`]],
  ['ten megabytes inside', (good) => [text(good).replace('English', 'x'.repeat(10 * 1024 * 1024))]],
  ['depth 600', (good) => [text(good).replace('"name":', `"deep":${deep(600)},"name":`)]],
  ['20,000 items', (good) => [text(good).replace('"name":', `"many":${text(Array(20_000).fill(0))},"name":`)]],
];

const asked: [string, unknown][] = [
  [CHANNELS.rest, { ...write, method: 'CONNECT' }],
  [CHANNELS.rest, { ...write, method: 'post' }],
  [CHANNELS.rest, { ...write, path: 'pll/v1/languages' }],
  [CHANNELS.rest, { ...write, path: `/${'x'.repeat(9000)}` }],
  [CHANNELS.rest, { ...write, path: ['/pll/v1/languages'] }],
  [CHANNELS.rest, { ...write, headers: { 'X-Bad Name': '1' } }],
  [CHANNELS.rest, { ...write, headers: { accept: 1 } }],
  [CHANNELS.rest, { ...write, query: 'a=1' }],
  [CHANNELS.run, { command: 'openPath', words: ['/etc/passwd'] }],
  [CHANNELS.run, { command: 'constructor', words: [] }],
  [CHANNELS.run, { command: '__proto__', words: [] }],
  [CHANNELS.run, { command: 'toString', words: [] }],
  [CHANNELS.run, { command: 'about', words: ['more'] }],
  [CHANNELS.run, { command: 'setTheme', words: ['pink'] }],
  [CHANNELS.run, { command: 'setTheme', words: [] }],
  [CHANNELS.run, { command: 'turnServer', words: ['off'] }],
  [CHANNELS.run, { command: 'send', words: [{ ...write, path: '@evil.example/' }] }],
  [CHANNELS.run, { command: 'send', words: [{ ...write, path: '/pll/v1/lan\nguages' }] }],
  [CHANNELS.run, { command: 'send', words: [{ ...write, url: 'https://example.org/' }] }],
  [CHANNELS.run, { command: 'send', words: [{ ...write, extra: 1 }] }],
];

const channels = Object.entries(good);
const cells = [
  ...channels.flatMap(([channel, said]) =>
    strangers.map(([who, from]) => ({ row: `${channel} from ${who}`, channel, sent: [text(said)], from })),
  ),
  ...channels.flatMap(([channel, said]) =>
    sayings.map(([what, make]) => ({ row: `${channel} saying ${what}`, channel, sent: make(said), from: {} })),
  ),
  ...asked.map(([channel, said]) => ({
    row: `${channel} asking ${text(said).slice(0, 80)}`,
    channel,
    sent: [text(said)],
    from: {},
  })),
];

test('E9: every cell of the matrix is refused and never reaches the engine', async () => {
  const before = await traces();
  const got: string[] = [];
  for (const { row, channel, sent, from } of cells) {
    const { value, error } = await say(channel, sent, from);
    const status = (value as { status?: number } | undefined)?.status ?? 0;
    if (error === undefined && status < 400) got.push(`${row}: ${text(value).slice(0, 100)}`);
    if (error?.includes(built) || error?.includes('.ts')) got.push(`${row} tells too much: ${error}`);
  }
  expect(got).toEqual([]);
  expect(cells.length).toBeGreaterThan(80);
  expect(await traces()).toEqual(before);
  expect(await notices()).toBe(0);
});

test.each([
  ['ten megabytes inside', 413, 'rest_request_too_large'],
  ['depth 600', 400, 'rest_invalid_json'],
  ['20,000 items', 400, 'rest_request_too_complex'],
])('%s is answered as over HTTP', async (what, status, code) => {
  const [, make] = sayings.find(([name]) => name === what) ?? [];
  const { value } = await say(CHANNELS.rest, make?.(write) ?? []);
  expect(value).toMatchObject({ status, body: { code } });
});

test('E9 control: the same messages from our page reach the site on both channels, and a change is announced', async () => {
  expect(await say(CHANNELS.rest, [text(write)])).toMatchObject({ value: { status: 200, body: { slug: 'en' } } });
  const french = { ...write, body: { name: 'French', slug: 'fr', locale: 'fr_FR' } };
  const sent = await say(CHANNELS.run, [text({ command: 'send', words: [french] })]);
  expect(sent).toMatchObject({ value: { status: 200, body: { slug: 'fr' }, headers: { 'x-robots-tag': 'noindex' } } });
  expect(await read('/pll/v1/languages')).toMatchObject([{ slug: 'en' }, { slug: 'fr' }]);
  expect(await notices()).toBe(2);
});

test('an answer has the names of its headers in lower case, as a browser shows them', async () => {
  const { value } = await say(CHANNELS.rest, [text({ method: 'GET', path: '/pll/v1/languages' })]);
  const { headers } = value as { headers: Record<string, string> };
  expect(headers['link']).toContain('https://api.w.org/');
  expect(Object.keys(headers).filter((name) => name !== name.toLowerCase())).toEqual([]);
});

test('the names of headers count in any case', async () => {
  const asked = { method: 'POST', path: '/pll/v1/languages', headers: { 'X-HTTP-Method-Override': 'GET' } };
  expect(await say(CHANNELS.rest, [text(asked)])).toMatchObject({ value: { status: 200, body: [{ slug: 'en' }, {}] } });
});

test('the journal records the window as the origin', async () => {
  const changes = await read('/polydesk/v1/changes', { since: '0' });
  expect(changes).toMatchObject({ entries: [{ origin: 'window' }, { origin: 'window' }] });
});

test('commands answer according to their schemas', async () => {
  const run = async (command: string, ...words: unknown[]) =>
    (await say(CHANNELS.run, [text({ command, words })])).value;
  expect(await run('about')).toMatchObject({ platform: process.platform, hasKeyring: true });
  expect(await run('server')).toEqual({ state: 'running', port: expect.any(Number) });
  expect(await run('setTheme', 'dark')).toBeUndefined();
  expect(await run('send', { method: 'GET', path: '/polydesk/v1/tokens' })).toMatchObject({ status: 200 });
  expect(await run('send', { method: 'GET', path: '/polydesk/v1/tokens', token: '' })).toMatchObject({ status: 401 });
  expect(await run('send', { method: 'GET', path: '/pll/v1/languages', token: 'wrong' })).toMatchObject({
    status: 401,
  });
});
