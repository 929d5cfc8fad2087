import { beforeEach, expect, test } from 'vitest';
import {
  lastPort,
  mayShareSlugs,
  noteAddress,
  rememberPort,
  serverOptions,
  storedServerOptions,
  updateServerOptions,
} from '../../../../core/domain/site/server.ts';
import { openSite, type Site } from '../../../../core/site.ts';

let site: Site;
beforeEach(() => {
  site = openSite(':memory:', { version: '1.0.0' });
  return () => site.close();
});

test('a new site is open for reading, closed for other pages', () => {
  site.serverUrl = 'http://127.0.0.1:24183';
  expect(serverOptions(site)).toEqual({
    base_url: 'http://127.0.0.1:24183',
    site_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    moved_from: '',
    file_name: '',
    read_only: false,
    check: 'done',
    port: 24183,
    anonymous_read: true,
    allowed_origins: [],
    allowed_hosts: [],
    share_slugs: false,
    edition: 'extended',
  });
});

test('the address of the interface at the previous start is reported, once', () => {
  const startAt = (url: string): string => {
    Object.assign(site, { serverUrl: url, movedFrom: '' });
    noteAddress(site);
    return serverOptions(site).moved_from;
  };
  expect(startAt('http://127.0.0.1:24180')).toBe('');
  expect(startAt('http://127.0.0.1:24181')).toBe('http://127.0.0.1:24180');
  expect(startAt('http://127.0.0.1:24181')).toBe('');
});

test('a site that can only be read says so', () => {
  expect(serverOptions({ ...site, readOnly: true })).toHaveProperty('read_only', true);
});

test('given options are stored, the others stay, and the history has no entry', () => {
  updateServerOptions(site, { port: 8080, allowed_origins: ['http://a.test', 'http://a.test'] });
  updateServerOptions(site, { anonymous_read: false });
  expect(storedServerOptions(site)).toMatchObject({
    port: 8080,
    anonymous_read: false,
    allowed_origins: ['http://a.test'],
  });
  updateServerOptions(site, { port: 0 });
  expect(serverOptions(site).port).toBe(0);
  expect(site.db.prepare('SELECT count(*) FROM journal_rows').pluck().get()).toBe(0);
});

test.each([
  ['port', '"x"', 0],
  ['port', '70000', 0],
  ['anonymous_read', '"no"', true],
  ['allowed_origins', '["*"]', []],
])('a stored %s of %s is answered as the default', (name, text, expected) => {
  site.db.prepare('INSERT INTO server_options VALUES (?, ?)').run(name, text);
  expect(storedServerOptions(site)).toHaveProperty(name, expected);
});

test('the last port is remembered', () => {
  expect(lastPort(site)).toBeUndefined();
  rememberPort(site, 24181);
  expect(lastPort(site)).toBe(24181);
});

test('slugs are shared in the extended edition only', () => {
  updateServerOptions(site, { share_slugs: true });
  expect(mayShareSlugs(site)).toBe(true);
  expect(mayShareSlugs({ ...site, edition: 'standard' })).toBe(false);
});
