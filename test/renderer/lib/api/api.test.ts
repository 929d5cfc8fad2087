import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../../renderer/lib/api/api-error.ts';
import { api, openApi, pictureUrl, send, sendAsProgram } from '../../../../renderer/lib/api/api.ts';
import { onConnection } from '../../../../renderer/lib/api/connection.ts';
import { fakeEngine } from '../../helpers.ts';

/** Responses of a server, by method and path; requests are recorded as text. */
function fakeServer(answers: Record<string, () => Response>) {
  const asked: string[] = [];
  vi.spyOn(window, 'fetch').mockImplementation((url, init) => {
    const headers = new Headers(init?.headers);
    const name = `${init?.method ?? 'GET'} ${url as string}`;
    asked.push([name, headers.get('authorization'), init?.body as string | undefined].filter(Boolean).join(' '));
    const answer = answers[name];
    if (answer) return Promise.resolve(answer());
    return name.endsWith('/events') ? new Promise(() => undefined) : Promise.reject(new TypeError('Failed to fetch'));
  });
  return asked;
}
const json =
  (body: unknown, status = 200, headers = {}) =>
  () =>
    new Response(JSON.stringify(body), { status, headers });
const connection = () => {
  let last = '';
  onConnection((state) => (last = state))();
  return last;
};

beforeEach(() => {
  delete window.polydesk;
  sessionStorage.clear();
});
afterEach(() => {
  vi.restoreAllMocks();
  history.replaceState(null, '', location.pathname + location.search);
});

test('the code of the start link becomes a token, leaves the address, and every request carries the token', async () => {
  const asked = fakeServer({
    'POST /wp-json/polydesk/v1/session': json({ token: 'secret' }),
    'GET /wp-json/pll/v1/languages?page=2&include%5B%5D=1&include%5B%5D=2': json([]),
  });
  location.hash = '#code=abc';
  await openApi();
  expect(location.hash).toBe('');
  expect(await api.get('/pll/v1/languages', { page: 2, include: [1, 2], none: undefined })).toEqual([]);
  expect(asked).toEqual([
    'POST /wp-json/polydesk/v1/session {"code":"abc"}',
    'GET /wp-json/polydesk/v1/events Bearer secret',
    'GET /wp-json/pll/v1/languages?page=2&include%5B%5D=1&include%5B%5D=2 Bearer secret',
  ]);
  expect(connection()).toBe('online');
});

test('a write returns the entry it created', async () => {
  fakeServer({ 'PATCH /wp-json/pll/v1/settings': json({ browser: true }, 200, { 'X-Polydesk-Entry': '12' }) });
  expect(await api.patch('/pll/v1/settings', { browser: true })).toMatchObject({ entry: 12, body: { browser: true } });
});

test('an error carries code, status and the faults of fields', async () => {
  const params = { slug: 'Start with a letter.', domains: 'No address.' };
  const details = { domains: { code: 'rest_invalid_uri', message: '', data: { param: 'domains[fr]' } } };
  const body = { code: 'rest_invalid_param', message: 'Invalid.', data: { status: 400, params, details } };
  fakeServer({ 'POST /wp-json/pll/v1/languages': json(body, 400) });
  const error = await api.post('/pll/v1/languages', {}).catch((thrown: unknown) => thrown as ApiError);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 'rest_invalid_param', status: 400, message: 'Invalid.' });
  expect((error as ApiError).fields).toEqual({ slug: 'Start with a letter.', 'domains[fr]': 'No address.' });
});

test('the inner name of an error is taken from its text if the answer has it nowhere else', () => {
  const error = new ApiError(400, {
    code: 'rest_invalid_param',
    message: 'Invalid: domains, sync, name',
    data: {
      params: {
        domains: 'domains[fr] is not an address.',
        sync: 'sync[1] is not one of a and b.',
        name: 'The name is empty.',
      },
      details: { domains: { code: 'rest_invalid_uri', data: null }, sync: { code: 'rest_not_in_enum', data: null } },
    },
    additional_errors: [{ code: 'pll_empty_domains', message: 'One is missing.', data: 'warning' }],
  });
  expect(Object.keys(error.fields)).toEqual(['domains[fr]', 'sync[1]', 'name']);
  expect(error.more).toEqual([{ code: 'pll_empty_domains', message: 'One is missing.' }]);
});

test('missing fields are faults of those fields', () => {
  const error = new ApiError(400, {
    code: 'rest_missing_callback_param',
    message: 'Missing: locale',
    data: { params: ['locale'] },
  });
  expect(error.fields).toEqual({ locale: 'Missing: locale' });
});

test.each([
  ['a server that is away', undefined, 'secret', 'offline'],
  ['an ended session', json({ code: 'incorrect_password' }, 401), 'secret', 'signed-out'],
  ['no session', json([]), '', 'signed-out'],
  ['an error', json({ code: 'x' }, 400), 'secret', 'online'],
])('%s', async (_name, answer, token, state) => {
  if (token) sessionStorage.setItem('polydesk.session', token);
  fakeServer(answer ? { 'GET /wp-json/pll/v1/languages': answer } : {});
  await send({ method: 'GET', path: '/pll/v1/languages' });
  expect(connection()).toBe(state);
});

test('the console sends what another program would, without affecting our own connection state', async () => {
  sessionStorage.setItem('polydesk.session', 'secret');
  const asked = fakeServer({
    'GET /wp-json/pll/v1/settings': json({ code: 'x' }, 401),
    'GET /wp-json/pll/v1': json({}),
  });
  await send({ method: 'GET', path: '/pll/v1' });
  expect(await sendAsProgram({ method: 'GET', path: '/pll/v1/settings', token: '' })).toMatchObject({ status: 401 });
  expect(asked.at(-1)).toBe('GET /wp-json/pll/v1/settings');
  expect(connection()).toBe('online');
});

test('a picture comes as a blob in a browser, by its address in the window', async () => {
  fakeServer({
    'GET /polydesk/flags/fr.svg': () => new Response('<svg/>', { headers: { 'content-type': 'image/svg+xml' } }),
  });
  expect(await pictureUrl('/polydesk/flags/fr.svg')).toMatch(/^blob:/);
  fakeEngine(() => undefined);
  expect(await pictureUrl('/polydesk/flags/fr.svg')).toBe('/polydesk/flags/fr.svg');
});

test('over the bridge the same calls answer the same', async () => {
  const engine = fakeEngine(({ body }) => ({ status: 200, headers: { 'x-polydesk-entry': '3' }, body }));
  expect(await api.put('/polydesk/v1/content-model', { a: [1] })).toMatchObject({ entry: 3, body: { a: [1] } });
  expect(engine.asked).toEqual(['PUT /polydesk/v1/content-model']);
});
