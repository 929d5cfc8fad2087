import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { commandLineCaller } from '../../../../core/domain/access/callers.ts';
import { transact } from '../../../../core/domain/history/history.ts';
import { randomToken } from '../../../../core/domain/access/token-text.ts';
import { createToken, listTokens, revokeToken, type TokenRequest } from '../../../../core/domain/access/tokens.ts';
import { openSite, type Site } from '../../../../core/site.ts';

let site: Site;
beforeEach(() => {
  site = openSite(':memory:', { version: '1.0.0', now: () => new Date('2026-03-01T10:00:00Z') });
  return () => site.close();
});

function change<T>(work: () => T): T {
  return transact(site, commandLineCaller(site), () => ({ value: work(), keep: true })).value;
}
const make = (wish: TokenRequest) => change(() => createToken(site, wish));

test('shown once, in groups; at rest only as a hash', () => {
  const { token, view } = make({ name: 'deploy', role: 'editor' });
  expect(token).toMatch(/^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$/);
  expect(view).toEqual({
    id: 1,
    name: 'deploy',
    role: 'editor',
    user: 'admin',
    created_at: '2026-03-01T10:00:00.000Z',
    last_used: '',
    expires_at: '',
    revoked_at: '',
    unconfirmed: false,
  });
  const plain = token.replaceAll(' ', '');
  const stored = JSON.stringify(site.db.prepare('SELECT * FROM tokens').all());
  expect(stored).toContain(createHash('sha256').update(plain).digest('hex'));
  expect(stored).not.toContain(plain);
  expect(JSON.stringify(listTokens(site))).not.toContain('hash');
});

test('letters and digits, each as likely', () => {
  const counts = new Map<string, number>();
  for (const letter of Array.from({ length: 2000 }, randomToken).join(''))
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  expect(counts.size).toBe(62);
  // 48,000 letters: 774 of each are expected; five standard deviations are 137.
  expect(Math.min(...counts.values())).toBeGreaterThan(637);
  expect(Math.max(...counts.values())).toBeLessThan(911);
});

test.each([
  [{ name: 'deploy', role: 'editor' }, 'polydesk_token_exists', 400],
  [{ name: 'b', role: 'editor', expires_at: '2026-03-01T10:00:00Z' }, 'polydesk_token_expired', 400],
  [{ name: 'b', role: 'editor', user: 'anna' }, 'polydesk_role_too_high', 400],
] as const)('refuses %j', (wish, code, status) => {
  make({ name: 'deploy', role: 'author' });
  make({ name: 'annas', role: 'author', user: 'anna' });
  expect(() => make(wish)).toThrow(expect.objectContaining({ code, status }));
  expect(listTokens(site)).toHaveLength(2);
});

test('a new user is made for a new name, a known one is used', () => {
  make({ name: 'a', role: 'author', user: 'Anna Berg' });
  make({ name: 'b', role: 'contributor', user: 'anna berg' });
  const users = site.db.prepare("SELECT login, role, slug FROM users WHERE login <> 'admin'").all();
  expect(users).toEqual([{ login: 'Anna Berg', role: 'author', slug: 'anna-berg' }]);
});

test('revoked once; the name is free again', () => {
  make({ name: 'deploy', role: 'editor' });
  expect(change(() => revokeToken(site, 1))).toMatchObject({ id: 1, name: 'deploy' });
  expect(listTokens(site)[0]?.revoked_at).toBe('2026-03-01T10:00:00.000Z');
  expect(() => change(() => revokeToken(site, 1))).toThrow(
    expect.objectContaining({ code: 'polydesk_gone', status: 410 }),
  );
  expect(() => change(() => revokeToken(site, 9))).toThrow(
    expect.objectContaining({ code: 'polydesk_token_unknown', status: 404 }),
  );
  expect(make({ name: 'deploy', role: 'editor' }).view.id).toBe(2);
});
