import { expect, test } from 'vitest';
import { createEngine } from '../../../core/engine/engine.ts';
import { openSite } from '../../../core/site.ts';
import { ADMIN, serveEngine } from './help.ts';

/** The complete path once: HTTP, checks, engine, file. */
async function startWhole(): Promise<string> {
  const site = openSite(':memory:', { version: '0.0.0' });
  const secrets = {
    put: () => Promise.resolve('id'),
    get: () => Promise.resolve(undefined),
    sweep: () => Promise.resolve(0),
  };
  const engine = createEngine(site, { secrets });
  return (await serveEngine(engine, ({ kind }) => (kind === 'bearer' ? ADMIN : 'bad'))).url;
}

const BEARER = { Authorization: 'Bearer x' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const SETTINGS = '/wp-json/pll/v1/settings';

test('what is written can be read', async () => {
  const url = await startWhole();
  const headers = { ...BEARER, ...JSON_TYPE };
  const written = await fetch(url + SETTINGS, { method: 'POST', headers, body: '{"media_support":true}' });
  expect(written.status).toBe(200);
  expect(written.headers.get('x-polydesk-entry')).toMatch(/^\d+$/);
  const read = await fetch(`${url}/?rest_route=/pll/v1/settings&_fields=media_support`, { headers: BEARER });
  expect(await read.json()).toEqual({ media_support: true });
  expect(read.headers.get('link')).toBe(`<${url}/wp-json/>; rel="https://api.w.org/"`);
});

test.each<[string, string, RequestInit, number, string]>([
  ['bad JSON', SETTINGS, { method: 'POST', headers: JSON_TYPE, body: '{' }, 400, 'rest_invalid_json'],
  [
    'bad JSON by DELETE',
    '/wp-json/pll/v1/languages/1',
    { method: 'DELETE', headers: JSON_TYPE, body: '{' },
    400,
    'rest_invalid_json',
  ],
  ['bad JSON nowhere', '/wp-json/pll/v1/nope', { method: 'POST', headers: JSON_TYPE, body: '{' }, 404, 'rest_no_route'],
  [
    'a bad value before rights',
    SETTINGS,
    { method: 'POST', headers: JSON_TYPE, body: '{"force_lang":9}' },
    400,
    'rest_invalid_param',
  ],
  [
    'a good value without rights',
    SETTINGS,
    { method: 'POST', headers: JSON_TYPE, body: '{"force_lang":1}' },
    401,
    'rest_forbidden_context',
  ],
  ['JSONP', `${SETTINGS}?_jsonp=a`, {}, 400, 'rest_callback_disabled'],
  [
    'bad credentials before a bad route',
    '/wp-json/nope',
    { headers: { Authorization: 'Basic x' } },
    401,
    'incorrect_password',
  ],
])('in the order of the contract: %s', async (...[, path, init, status, code]) => {
  const url = await startWhole();
  const answer = await fetch(url + path, init);
  const body = (await answer.json()) as { code: string };
  expect([answer.status, body.code]).toEqual([status, code]);
});

test.each([
  ['hide_default', '1', 200],
  ['hide_default', '1.0', 400],
  ['hide_default', '0.0', 400],
  ['force_lang', '1.0', 200],
])('a float is an integer and no boolean (interface.md 1.7): %s is %s', async (name, number, status) => {
  const url = await startWhole();
  const init = { method: 'POST', headers: { ...BEARER, 'Content-Type': 'application/json' } };
  const answer = await fetch(url + SETTINGS, { ...init, body: `{"${name}":${number}}` });
  expect(answer.status).toBe(status);
});

test('HEAD and OPTIONS', async () => {
  const url = await startWhole();
  const head = await fetch(url + SETTINGS, { method: 'HEAD', headers: BEARER });
  expect([head.status, head.headers.get('allow'), await head.text()]).toEqual([200, 'GET, POST, PUT, PATCH', '']);
  const options = await fetch(`${url}/wp-json/nope`, { method: 'OPTIONS' });
  expect([options.status, await options.json()]).toEqual([200, {}]);
});
