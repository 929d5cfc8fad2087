import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createFileSecrets, createMemorySecrets } from '../../../../core/server/host/secrets.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'polydesk-test-'));
  return () => rmSync(folder, { recursive: true });
});

const siteId = 'a-site';
const open = (passphrase?: string) => createFileSecrets({ folder, siteId, passphrase });
const path = () => join(folder, 'secrets', siteId, 'secrets.json');

describe.each([
  ['memory', () => createMemorySecrets()],
  ['a key file', () => open()],
  ['a passphrase', () => open('open sesame')],
])('in %s', (_where, create) => {
  test('put, get, sweep', async () => {
    const store = create();
    const one = await store.put('first secret');
    const two = await store.put('second ä 夜');
    expect(one).not.toBe(two);
    expect(await store.get(one)).toBe('first secret');
    expect(await store.get(two)).toBe('second ä 夜');
    expect(await store.get('unknown')).toBeUndefined();
    expect(await store.sweep(new Set([two, 'other']))).toBe(1);
    expect(await store.get(one)).toBeUndefined();
    expect(await store.get(two)).toBe('second ä 夜');
    expect(await store.sweep(new Set([two]))).toBe(0);
  });
});

test('at rest: encrypted, for its owner only, still there for the next process', async () => {
  const id = await open().put('canary-7261');
  expect(readFileSync(path(), 'utf8')).not.toContain('canary');
  expect(await open().get(id)).toBe('canary-7261');
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  const modes = all.map((entry) => [
    entry.name,
    (statSync(join(entry.parentPath, entry.name)).mode & 0o777).toString(8),
  ]);
  expect(Object.fromEntries(modes)).toEqual({ secrets: '700', 'a-site': '700', 'secrets.json': '600', key: '600' });
});

test.each([
  ['another passphrase', () => open('another')],
  ['no passphrase', () => open()],
])('with %s a secret counts as not there, and nothing is lost', async (_what, create) => {
  const id = await open('open sesame').put('secret');
  expect(await create().get(id)).toBeUndefined();
  const next = await create().put('next');
  expect(await create().get(next)).toBe('next');
  expect(await open('open sesame').get(id)).toBe('secret');
});

test.each([['{'], ['[]'], ['{"a":1}'], [''], ['{"a":{"iv":"","tag":"","data":""}}']])(
  'a file of %j never stops the program',
  async (text) => {
    const id = await open().put('secret');
    writeFileSync(path(), text);
    expect(await open().get(id)).toBeUndefined();
    expect(await open().get('a')).toBeUndefined();
    await open().sweep(new Set());
    const next = await open().put('next');
    expect(await open().get(next)).toBe('next');
  },
);

test('an unreadable file is kept under another name', async () => {
  await open().put('secret');
  writeFileSync(path(), 'not json');
  await open().put('next');
  const kept = readdirSync(join(folder, 'secrets', siteId)).filter((name) => name.includes('unreadable'));
  expect(kept).toHaveLength(1);
  expect(readFileSync(join(folder, 'secrets', siteId, kept[0] ?? ''), 'utf8')).toBe('not json');
});

test('two values cannot change places', async () => {
  const [one, two] = [await open().put('one'), await open().put('two')];
  const vault = JSON.parse(readFileSync(path(), 'utf8')) as Record<string, unknown>;
  writeFileSync(path(), JSON.stringify({ [one]: vault[two], [two]: vault[one] }));
  expect(await open().get(one)).toBeUndefined();
});

test('a damaged key counts as none', async () => {
  const id = await open().put('secret');
  writeFileSync(join(folder, 'secrets', 'key'), 'short');
  expect(await open().get(id)).toBeUndefined();
});
