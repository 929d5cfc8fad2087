import { beforeEach, describe, expect, test } from 'vitest';
import { GUEST } from '../../../../core/domain/access/capabilities.ts';
import { ROLES, type Caller } from '../../../../core/types.ts';
import { bodyOf, openBench, type Bench } from '../../../support/engine.ts';

let bench: Bench;
beforeEach(() => {
  bench = openBench({ now: () => new Date('2026-03-01T10:00:00Z') });
  return () => bench.engine.close();
});

const TOKENS = '/polydesk/v1/tokens';

test('made, listed without its secret, revoked', () => {
  const made = bench.ask('POST', TOKENS, { name: 'deploy', role: 'editor', expires_at: '2027-01-01' });
  expect(made).toMatchObject({ status: 201, body: { id: 1, name: 'deploy', expires_at: '2027-01-01T00:00:00.000Z' } });
  expect(bodyOf(made)['token']).toMatch(/^(\w{4} ){5}\w{4}$/);
  const listed = bench.ask('GET', TOKENS);
  expect(listed.body).toEqual([expect.not.objectContaining({ token: expect.anything() })]);
  expect(bench.ask('DELETE', `${TOKENS}/1`)).toMatchObject({
    status: 200,
    body: { deleted: true, previous: { id: 1 } },
  });
  expect(bench.ask('DELETE', `${TOKENS}/1`)).toMatchObject({ status: 410, body: { code: 'polydesk_gone' } });
  expect(bench.ask('DELETE', `${TOKENS}/2`)).toMatchObject({ status: 404 });
});

test('a token is not a change of the site, a new user is', () => {
  expect(bench.ask('POST', TOKENS, { name: 'a', role: 'editor' }).headers).not.toHaveProperty('X-Polydesk-Entry');
  expect(bench.ask('POST', TOKENS, { name: 'b', role: 'editor', user: 'anna' }).headers).toHaveProperty(
    'X-Polydesk-Entry',
  );
});

test('an answer of 400 leaves no user behind', () => {
  bench.ask('POST', TOKENS, { name: 'a', role: 'editor' });
  const users = (): unknown => bench.engine.site.db.prepare('SELECT count(*) AS n FROM users').get();
  const before = users();
  expect(bench.ask('POST', TOKENS, { name: 'a', role: 'editor', user: 'anna' }).status).toBe(400);
  expect(users()).toEqual(before);
});

test.each([
  [{}, 'rest_missing_callback_param'],
  [{ name: 'a' }, 'rest_missing_callback_param'],
  [{ name: '', role: 'editor' }, 'rest_invalid_param'],
  [{ name: 'a', role: 'boss' }, 'rest_invalid_param'],
  [{ name: 'a', role: 'editor', user: 'a:b' }, 'rest_invalid_param'],
  [{ name: 'a', role: 'editor', expires_at: 'tomorrow' }, 'rest_invalid_param'],
  [{ name: 'a', role: 'editor', expires_at: '2026-03-01' }, 'polydesk_token_expired'],
])('refuses %j', (body, code) => {
  expect(bench.ask('POST', TOKENS, body)).toMatchObject({ status: 400, body: { code } });
  expect(bench.ask('GET', TOKENS).body).toEqual([]);
});

describe('required rights', () => {
  const callers: [string, (b: Bench) => Caller, list: number, make: number][] = [
    ['the window', (b) => b.admin, 200, 201],
    ...ROLES.map((role): [string, (b: Bench) => Caller, number, number] => [
      `a token of the role ${role}`,
      (b) => b.as(role),
      role === 'administrator' ? 200 : 403,
      403,
    ]),
    ['a guest', () => GUEST, 401, 401],
  ];
  test.each(callers)('%s', (_who, callerOf, list, make) => {
    const caller = callerOf(bench);
    expect(bench.ask('GET', TOKENS, undefined, caller).status).toBe(list);
    expect(bench.ask('POST', TOKENS, { name: 'a', role: 'author' }, caller).status).toBe(make);
    expect(bench.ask('DELETE', `${TOKENS}/1`, undefined, caller).status).toBe(make === 201 ? 200 : make);
  });
});
