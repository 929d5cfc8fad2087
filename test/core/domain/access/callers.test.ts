import { beforeEach, expect, test } from 'vitest';
import {
  commandLineCaller,
  commandLineToken,
  findCaller,
  forgetCallers,
  namedProcessToken,
  type Credentials,
} from '../../../../core/domain/access/callers.ts';
import { transact } from '../../../../core/domain/history/history.ts';
import { createToken, listTokens, revokeToken, type TokenRequest } from '../../../../core/domain/access/tokens.ts';
import { openSite, type Site } from '../../../../core/site.ts';
import { ROLES, type Role } from '../../../../core/types.ts';

let site: Site;
let time: Date;
beforeEach(() => {
  time = new Date('2026-03-01T10:00:00Z');
  site = openSite(':memory:', { version: '1.0.0', now: () => time });
  return () => site.close();
});

function change<T>(work: () => T): T {
  return transact(site, commandLineCaller(site), () => ({ value: work(), keep: true })).value;
}
const make = (wish: TokenRequest): string => change(() => createToken(site, wish).token);
const basic = (user: string, token: string): Credentials => ({ kind: 'basic', user, token });
const bearer = (token: string): Credentials => ({ kind: 'bearer', token });
const find = (credentials: Credentials) => findCaller(site, new Map(), credentials);
const roleOf = (credentials: Credentials): Role | null | 'bad' => {
  const caller = find(credentials);
  return caller === 'bad' ? 'bad' : (caller?.role ?? null);
};

test('a guest, a user, a wrong token', () => {
  const token = make({ name: 'deploy', role: 'editor' });
  expect(find({ kind: 'none' })).toBeNull();
  expect(find({ kind: 'bad' })).toBe('bad');
  expect(find(bearer(token))).toMatchObject({ name: 'admin', token: 'deploy', role: 'editor', origin: 'token' });
});

test.each([
  ['as shown', (t: string) => basic('admin', t), 'editor'],
  ['without blanks', (t: string) => basic('admin', t.replaceAll(' ', '')), 'editor'],
  ['other letters of the user', (t: string) => basic('ADMIN', t), 'editor'],
  ['another user', (t: string) => basic('author', t), 'bad'],
  ['no user', (t: string) => basic('', t), 'bad'],
  ['one letter less', (t: string) => basic('admin', t.slice(1)), 'bad'],
  ['the token of nobody', () => basic('admin', 'x'.repeat(24)), 'bad'],
  ['no token', () => bearer(''), 'bad'],
  ['as bearer', (t: string) => bearer(t), 'editor'],
])('%s', (_what, credentials, expected) => {
  const token = make({ name: 'deploy', role: 'editor' });
  expect(roleOf(credentials(token))).toBe(expected);
  // Called twice: the second time from the cache.
  expect(roleOf(credentials(token))).toBe(expected);
});

test('the e-mail address is a name too, an empty one is none', () => {
  change(() => site.db.exec("UPDATE users SET email = 'Me@Example.org'"));
  const token = make({ name: 'deploy', role: 'editor', user: 'me@example.org' });
  expect(roleOf(basic('me@example.ORG', token))).toBe('editor');
});

test('a token never has more rights than its user', () => {
  const token = make({ name: 'deploy', role: 'editor', user: 'anna' });
  change(() => site.db.exec("UPDATE users SET role = 'contributor' WHERE login = 'anna'"));
  forgetCallers(site);
  expect(roleOf(bearer(token))).toBe('contributor');
});

test.each(ROLES)('a stored token of the role %s never manages the server', (role) => {
  const caller = find(bearer(make({ name: 'x', role })));
  expect(caller).toMatchObject({ role });
  expect((caller as { can(c: string): boolean }).can('manage_server')).toBe(false);
});

test('a revoked token is rejected immediately, even if it was used before', () => {
  const token = make({ name: 'deploy', role: 'editor' });
  expect(roleOf(bearer(token))).toBe('editor');
  change(() => revokeToken(site, listTokens(site)[0]?.id ?? 0));
  expect(roleOf(bearer(token))).toBe('bad');
});

test('an expired token is refused from its moment on', () => {
  const token = make({ name: 'deploy', role: 'editor', expires_at: '2026-03-01T12:00:00+01:00' });
  expect(roleOf(bearer(token))).toBe('editor');
  time = new Date('2026-03-01T10:59:59Z');
  expect(roleOf(bearer(token))).toBe('editor');
  time = new Date('2026-03-01T11:00:00Z');
  expect(roleOf(bearer(token))).toBe('bad');
});

test('the day of use is written once a day', () => {
  const token = make({ name: 'deploy', role: 'editor' });
  const used = (): string | undefined => listTokens(site)[0]?.last_used;
  expect(used()).toBe('');
  find(bearer(token));
  expect(used()).toBe('2026-03-01');
  site.db.exec("UPDATE tokens SET last_used = 'x'");
  find(bearer(token));
  expect(used()).toBe('x');
  time = new Date('2026-03-02T00:00:00Z');
  find(bearer(token));
  expect(used()).toBe('2026-03-02');
});

test('a right token is let in although its use cannot be noted', () => {
  const token = make({ name: 'deploy', role: 'editor' });
  site.db.pragma('query_only = ON');
  expect(roleOf(bearer(token))).toBe('editor');
  site.db.pragma('query_only = OFF');
});

test('process tokens: the user is made, the role is kept, the command line may do everything', () => {
  const named = change(() => namedProcessToken(site, { user: 'robot', role: 'author', token: 'secret-1' }));
  const line = commandLineToken(site, 'secret2');
  const tokens = new Map([named, line]);
  expect(findCaller(site, tokens, basic('Robot', 'secret 1'))).toMatchObject({ name: 'robot', role: 'author' });
  expect(findCaller(site, tokens, basic('admin', 'secret1'))).toBe('bad');
  const caller = findCaller(site, tokens, bearer('secret2'));
  expect(caller).toMatchObject({ name: 'admin', role: 'administrator', origin: 'command line' });
  expect((caller as { can(c: string): boolean }).can('manage_server')).toBe(true);
});
