// Secrets of the window: encrypted by the keyring of the system, and never stored without one.
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { openKeyring } from '../../electron/security/secrets.ts';
import { wishes } from '../standin/state.ts';

vi.mock('electron', () => import('../standin/extras.ts'));

let place: { folder: string; siteId: string };
beforeEach(() => {
  place = { folder: mkdtempSync(join(tmpdir(), 'polydesk-keyring-')), siteId: 'site-1' };
});
const file = () => join(place.folder, 'secrets/site-1/keyring.json');

test.each([
  ['gnome_libsecret', true],
  ['kwallet', true],
  ['kwallet5', true],
  ['kwallet6', true],
  ['basic_text', false],
  ['unknown', false],
  ['locked', false],
])('with %s secrets are kept: %s', async (backend, isKept) => {
  wishes.keyring = backend;
  const keyring = await openKeyring(place);
  expect(keyring.isKept).toBe(isKept);
  const id = await keyring.store.put('canary-4711');
  expect(await keyring.store.get(id)).toBe('canary-4711');
  expect(existsSync(file())).toBe(isKept);
  const later = await openKeyring(place);
  expect(await later.store.get(id)).toBe(isKept ? 'canary-4711' : undefined);
});

test('what is written cannot be read without the keyring, and by its owner only', async () => {
  wishes.keyring = 'gnome_libsecret';
  const { store } = await openKeyring(place);
  const id = await store.put('canary-4711');
  expect(readFileSync(file(), 'utf8')).not.toContain('canary');
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(await store.sweep(new Set([id]))).toBe(0);
  expect(await store.sweep(new Set())).toBe(1);
  expect(await store.get(id)).toBeUndefined();
});

test('two secrets cannot change places, and a damaged file is set aside', async () => {
  wishes.keyring = 'gnome_libsecret';
  const { store } = await openKeyring(place);
  const [a, b] = [await store.put('one'), await store.put('two')];
  const vault = JSON.parse(readFileSync(file(), 'utf8')) as Record<string, string>;
  writeFileSync(file(), JSON.stringify({ [a]: vault[b], [b]: vault[a] }), { mode: 0o600 });
  expect(await store.get(a)).toBeUndefined();
  writeFileSync(file(), '{', { mode: 0o600 });
  expect(await store.get(b)).toBeUndefined();
  expect(await store.get(await store.put('three'))).toBe('three');
});
