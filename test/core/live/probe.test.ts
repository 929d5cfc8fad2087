import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readSiteAddress } from '../../../core/live/address.ts';
import { probeLive } from '../../../core/live/connect.ts';
import { probeSite, type SiteFacts } from '../../../core/live/probe.ts';
import { createRemote } from '../../../core/live/remote.ts';
import { openLiveSite, type LiveSite } from '../../support/live-site.ts';

let site: LiveSite | undefined;
afterEach(async () => {
  await site?.close();
  site = undefined;
});

async function probe(user: string, password: string): Promise<SiteFacts> {
  if (!site) throw new Error('open a site first');
  const address = readSiteAddress(site.url);
  const remote = createRemote({ address, network: 'loopback', credentials: { user, password }, version: '1' });
  try {
    return await probeSite(remote, address);
  } finally {
    remote.close();
  }
}

test.each([
  ['another Polydesk', {}, { mode: 'hub', companion: false }],
  ['the paid edition', { hides: ['polydesk/v1'] }, { mode: 'full', companion: false }],
  [
    'the free edition with our plugin',
    { edition: 'standard', hides: ['polydesk/v1'], adds: ['polydesk-link/v1'] },
    { mode: 'full', companion: true },
  ],
  ['the free edition', { edition: 'standard', hides: ['polydesk/v1'] }, { mode: 'texts', companion: false }],
  [
    'a site without languages',
    { edition: 'standard', hides: ['polydesk/v1', 'pll/v1'] },
    { mode: 'content', companion: false },
  ],
  ['plain permalinks', { hides: ['polydesk/v1'], isPlain: true }, { mode: 'full', root: '/?rest_route=' }],
] as const)('%s', async (_name, options, facts) => {
  site = await openLiveSite(options);
  expect(await probe('admin', site.passwords['admin'] ?? '')).toMatchObject(facts);
});

test('what the user may, and what there is', async () => {
  site = await openLiveSite({ hides: ['polydesk/v1'] });
  const admin = await probe('admin', site.passwords['admin'] ?? '');
  expect(admin).toMatchObject({
    root: '/wp-json',
    user: { roles: ['administrator'] },
    may: { content: true, settings: true, unfiltered: true, upload: true },
  });
  expect(admin.types).toContainEqual({ name: 'post', route: '/wp/v2/posts', label: 'Posts' });
  expect(admin.taxonomies).toContainEqual({ name: 'category', route: '/wp/v2/categories', label: 'Categories' });
  expect(await probe('author', site.passwords['author'] ?? '')).toMatchObject({
    may: { content: false, settings: false, unfiltered: false, upload: true },
  });
});

test.each([
  ['a wrong password', 'admin', 'wrong', 'password', {}],
  ['a host that hides the header', 'admin', undefined, 'hidden', { dropsAuthorization: true }],
  ['a reader', 'subscriber', undefined, 'rights', {}],
  ['a website without REST API', 'admin', undefined, 'rest', { isDead: true }],
  [
    'a site in maintenance',
    'admin',
    undefined,
    'busy',
    { fault: () => ({ status: 503, headers: { 'content-type': 'text/html', 'retry-after': '600' }, body: '<html>' }) },
  ],
] as const)('%s', async (_name, user, password, kind, options) => {
  site = await openLiveSite({ hides: ['polydesk/v1'], ...options });
  await expect(probe(user, password ?? site.passwords[user] ?? '')).rejects.toMatchObject({
    code: `polydesk_live_${kind}`,
  });
});

test('without a user only the address is looked at: no header goes out', async () => {
  const heads: (string | undefined)[] = [];
  const server = createServer(({ headers }, res) => {
    heads.push(headers.authorization);
    res.writeHead(404, { 'content-type': 'text/html' }).end('<html>');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { signal } = new AbortController();
  const ask = (user: string, password: string) =>
    probeLive({ url, user, password, in_my_network: false }, { version: '1', signal });
  await expect(ask('', '')).rejects.toMatchObject({ code: 'polydesk_live_rest' });
  expect(new Set(heads)).toEqual(new Set([undefined]));
  // Control: with a user it does.
  await expect(ask('admin', 'secret')).rejects.toMatchObject({ code: 'polydesk_live_rest' });
  expect(heads.at(-1)).toMatch(/^Basic /);
  server.close();
});

test('a correct address reports only that no user is signed in', async () => {
  site = await openLiveSite({ hides: ['polydesk/v1'] });
  const { signal } = new AbortController();
  const asked = probeLive({ url: site.url, user: '', password: '', in_my_network: false }, { version: '1', signal });
  await expect(asked).rejects.toMatchObject({ code: 'polydesk_live_hidden' });
});

test('a fault of the moment never makes it a site that cannot link', async () => {
  let status = 500;
  const fault = (method: string): { status: number; headers: Record<string, string> } | undefined => {
    if (method !== 'OPTIONS' || status === 0) return undefined;
    const answer = { status, headers: { 'retry-after': '0' } };
    if (status === 503) status = 0;
    return answer;
  };
  site = await openLiveSite({ hides: ['polydesk/v1'], fault });
  const password = site.passwords['admin'] ?? '';
  await expect(probe('admin', password)).rejects.toMatchObject({ code: 'polydesk_live_answer' });
  status = 503;
  expect(await probe('admin', password)).toMatchObject({ mode: 'full' });
});
