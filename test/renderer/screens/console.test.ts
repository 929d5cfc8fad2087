import { expect, test } from 'vitest';
import { addressOf, callOf, curlOf } from '../../../renderer/screens/api-tools/console/request.ts';
import type { ConsoleRequest } from '../../../renderer/screens/api-tools/console/request.ts';
import {
  openParams,
  paramIn,
  readRoutes,
  routeFor,
  routeGroups,
  withParam,
} from '../../../renderer/screens/api-tools/console/routes.ts';

const endpoint = (...methods: string[]) => ({ methods, args: {} });
const described = (namespace: string, ...endpoints: { methods: string[]; args: object }[]) => ({
  namespace,
  methods: endpoints.flatMap((each) => each.methods),
  endpoints: endpoints as { methods: string[]; args: Record<string, never> }[],
});
const routes = readRoutes({
  routes: {
    '/': described('', endpoint('GET')),
    '/pll/v1': described('pll/v1', endpoint('GET')),
    '/pll/v1/settings': described('pll/v1', endpoint('GET'), endpoint('POST', 'PUT', 'PATCH')),
    '/pll/v1/languages/(?P<term_id>[\\d]+)': described('pll/v1', endpoint('GET'), endpoint('DELETE')),
    '/pll/v1/languages/(?P<slug>[a-z][a-z0-9_-]*)': described('pll/v1', endpoint('GET')),
    '/polydesk/v1/staleness/(?P<kind>post|term)/(?P<id>[\\d]+)': described('polydesk/v1', endpoint('GET')),
    '/batch/v1': described('', endpoint('POST')),
  },
});
const wish = (part: Partial<ConsoleRequest>): ConsoleRequest => ({
  method: 'GET',
  path: '/pll/v1/settings',
  args: {},
  sender: 'self',
  token: '',
  ...part,
});

test.each([
  ['/pll/v1/languages/12', undefined, '/pll/v1/languages/{term_id}'],
  ['/pll/v1/languages/fr', undefined, '/pll/v1/languages/{slug}'],
  ['/pll/v1/languages/', '/pll/v1/languages/{term_id}', '/pll/v1/languages/{term_id}'],
  ['/pll/v1/languages/fr', '/pll/v1/languages/{term_id}', '/pll/v1/languages/{term_id}'],
  ['/pll/v1/settings?context=edit', '/pll/v1/languages/{term_id}', '/pll/v1/settings'],
  ['/polydesk/v1/staleness/post/3', undefined, '/polydesk/v1/staleness/{kind}/{id}'],
  ['/nowhere', '/pll/v1/settings', undefined],
])('the path %s, written on the route %s, belongs to %s', (path, known, template) => {
  expect(routeFor(routes, path, known)?.template).toBe(template);
});

test('names in a path are filled in, read and emptied again', () => {
  const template = '/polydesk/v1/staleness/{kind}/{id}';
  const half = withParam(template, template, 'kind', 'post');
  expect(half).toBe('/polydesk/v1/staleness/post/{id}');
  expect(openParams(half)).toEqual(['id']);
  const whole = withParam(template, `${half}?x=1`, 'id', 'a/b');
  expect(whole).toBe('/polydesk/v1/staleness/post/a%2Fb?x=1');
  expect(paramIn(template, whole, 'id')).toBe('a/b');
  expect(withParam(template, half, 'kind', '')).toBe(template);
});

test('one line for each endpoint, under its namespace', () => {
  const lines = routeGroups(routes, '').map(({ name, lines: own }) => [
    name,
    own.map((line) => `${line.method} ${line.short}`),
  ]);
  expect(Object.fromEntries(lines)).toEqual({
    '/': ['GET /'],
    'pll/v1': [
      'GET /',
      'GET /settings',
      'PATCH /settings',
      'GET /languages/{term_id}',
      'DELETE /languages/{term_id}',
      'GET /languages/{slug}',
    ],
    'polydesk/v1': ['GET /staleness/{kind}/{id}'],
    'batch/v1': ['POST /batch/v1'],
  });
  expect(routeGroups(routes, 'patch SETTINGS').map(({ name }) => name)).toEqual(['pll/v1']);
});

test.each([
  [{ args: { page: 2, include: [1, 2] } }, '/pll/v1/settings?page=2&include%5B%5D=1&include%5B%5D=2'],
  [{ path: '/a?x=1', args: { y: 'é' } }, '/a?x=1&y=%C3%A9'],
  [{ path: '/é b' }, '/%C3%A9%20b'],
  [{ method: 'PATCH', args: { y: 1 } }, '/pll/v1/settings'],
  [{ method: 'DELETE', args: { force: true } }, '/pll/v1/settings?force=true'],
] as const)('the address of %j', (part, address) => {
  expect(addressOf(wish(part as Partial<ConsoleRequest>))).toBe(address);
});

test('a token goes along without its spaces, a guest without any, and curl never shows one', () => {
  expect(callOf(wish({ sender: 'token', token: 'abcd efgh' }))).toMatchObject({ token: 'abcdefgh' });
  expect(callOf(wish({ sender: 'guest' }))).toMatchObject({ token: '' });
  expect(callOf(wish({}))).not.toHaveProperty('token');
  expect(curlOf('http://x/wp-json', wish({ sender: 'token', token: 'abcdefgh' }))).not.toContain('abcdefgh');
  expect(curlOf('http://x/wp-json', wish({ sender: 'guest' }))).not.toContain('Authorization');
});

test('curl is safe to paste: quotes stay quotes, and keys of services are masked', () => {
  const args = {
    name: `it's $HOME \`ls\``,
    machine_translation_services: { deepl: { api_key: 'secret', formality: '' } },
  };
  const text = curlOf('http://x/wp-json', wish({ method: 'PATCH', args }));
  expect(text).toContain(String.raw`it'\''s $HOME`);
  expect(text).not.toContain('secret');
  expect(text).toContain('"api_key":"********"');
  expect(curlOf('http://x', wish({ args: { search: 'a b' } }))).toContain(`'http://x/pll/v1/settings?search=a+b'`);
});
