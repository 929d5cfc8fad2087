import { beforeEach, expect, test } from 'vitest';
import { GUEST } from '../../../../core/domain/access/capabilities.ts';
import { openBench, type Bench } from '../../../support/engine.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench();
  return () => bench.engine.close();
});

const SERVER = '/polydesk/v1/server';

test('as it is', () => {
  expect(bench.ask('GET', SERVER)).toMatchObject({
    status: 200,
    headers: { Allow: 'GET, PATCH' },
    body: {
      base_url: 'http://127.0.0.1:24180',
      port: 24180,
      anonymous_read: true,
      allowed_origins: [],
      allowed_hosts: [],
    },
  });
});

test.each([
  ['port', 8080],
  ['port', 0],
  ['anonymous_read', false],
  ['allowed_origins', ['http://localhost:5173', 'https://cms.example.org', 'http://[::1]:3000']],
  ['allowed_hosts', ['polydesk.local', 'my-computer:8443']],
  ['share_slugs', true],
  ['edition', 'standard'],
])('%s becomes %j, without an entry in the history', (name, value) => {
  const answer = bench.ask('PATCH', SERVER, { [name]: value });
  expect(answer).toMatchObject({ status: 200, body: { [name]: name === 'port' && value === 0 ? 24180 : value } });
  expect(answer.headers).not.toHaveProperty('X-Polydesk-Entry');
  expect(bench.ask('GET', SERVER).body).toEqual(answer.body);
});

test.each([
  ['port', 65536],
  ['port', -1],
  ['port', 'x'],
  ['anonymous_read', 'no'],
  ['edition', 'pro'],
  ['allowed_origins', ['*']],
  ['allowed_origins', ['null']],
  ['allowed_origins', ['localhost:5173']],
  ['allowed_origins', ['http://localhost:5173/']],
  ['allowed_origins', ['http://localhost:5173/app']],
  ['allowed_origins', ['http://LOCALHOST:5173']],
  ['allowed_origins', ['http://localhost:80']],
  ['allowed_origins', ['http://user@localhost']],
  ['allowed_origins', ['http://*.example.org']],
  ['allowed_origins', ['file:///x']],
  ['allowed_hosts', ['http://a']],
  ['allowed_hosts', ['a b']],
  ['allowed_hosts', ['*']],
  ['allowed_hosts', ['A.test']],
])('%s refuses %j', (name, value) => {
  const before = bench.ask('GET', SERVER).body;
  expect(bench.ask('PATCH', SERVER, { [name]: value })).toMatchObject({
    status: 400,
    body: { code: 'rest_invalid_param' },
  });
  expect(bench.ask('GET', SERVER).body).toEqual(before);
});

test('base_url cannot be written', () => {
  expect(bench.ask('PATCH', SERVER, { base_url: 'http://a' })).toMatchObject({
    status: 200,
    body: { base_url: 'http://127.0.0.1:24180' },
  });
});

test('changed by the window only', () => {
  const stored = bench.as('administrator');
  expect(bench.ask('GET', SERVER, undefined, stored).status).toBe(200);
  expect(bench.ask('PATCH', SERVER, { port: 1 }, stored)).toMatchObject({
    status: 403,
    body: { code: 'rest_forbidden' },
  });
  expect(bench.ask('GET', SERVER, undefined, bench.as('editor')).status).toBe(403);
  expect(bench.ask('GET', SERVER, undefined, GUEST).status).toBe(401);
});
