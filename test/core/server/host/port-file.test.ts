import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findServer, readPortFile, writePortFile, type PortFile } from '../../../../core/server/host/port-file.ts';

let root: string;
let folder: string;
let content: PortFile;
const closers: (() => void)[] = [];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'polydesk-test-'));
  folder = join(root, 'run');
  content = await fakeServer('instance-1', '/sites/a.polydesk');
});
afterEach(() => {
  for (const close of closers.splice(0)) close();
  rmSync(root, { recursive: true });
});

/** A server that reports its instance at `/`, and the content of its port file. */
async function fakeServer(instance: string, siteFile: string): Promise<PortFile> {
  const server = createServer((_req, res) => res.setHeader('X-Polydesk-Instance', instance).end());
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  closers.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return {
    pid: process.pid,
    port,
    base_url: `http://127.0.0.1:${port}`,
    instance_id: instance,
    api_version: 1,
    started_at: '2026-01-01T00:00:00.000Z',
    process_token: 'secret',
    site_file: siteFile,
  };
}

test('written for its owner only, found by the site file, removed', async () => {
  const remove = await writePortFile(folder, 'site-1', content);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'site-1.json')).mode & 0o777).toBe(0o600);
  expect(await findServer(folder, '/sites/a.polydesk')).toEqual(content);
  expect(await findServer(folder, '/sites/b.polydesk')).toBeUndefined();
  remove();
  expect(readdirSync(folder)).toEqual([]);
  expect(await findServer(folder, '/sites/a.polydesk')).toBeUndefined();
});

test.each<[string, Partial<PortFile>]>([
  ['the process is gone', { pid: 2 ** 22 + 1 }],
  ['another server answers there', { instance_id: 'other' }],
  ['nobody answers', { base_url: 'http://127.0.0.1:1' }],
])('stale: %s', async (_why, changes) => {
  await writePortFile(folder, 'site-1', { ...content, ...changes });
  expect(await findServer(folder, '/sites/a.polydesk')).toBeUndefined();
  // The next server takes its place.
  await writePortFile(folder, 'site-1', content);
  expect(await findServer(folder, '/sites/a.polydesk')).toEqual(content);
});

test('a live server of a copy keeps its file', async () => {
  await writePortFile(folder, 'site-1', content);
  const copy = { ...(await fakeServer('instance-2', '/sites/copy.polydesk')), pid: process.ppid };
  const remove = await writePortFile(folder, 'site-1', copy);
  expect(await findServer(folder, '/sites/a.polydesk')).toEqual(content);
  expect(await findServer(folder, '/sites/copy.polydesk')).toEqual(copy);
  remove();
  expect(readdirSync(folder)).toEqual(['site-1.json']);
});

test('the file of the next server is not removed by the previous one', async () => {
  const remove = await writePortFile(folder, 'site-1', content);
  await writePortFile(folder, 'site-1', { ...content, instance_id: 'next' });
  remove();
  expect(readPortFile(join(folder, 'site-1.json'))?.instance_id).toBe('next');
});

test('a link is neither read nor written', async () => {
  mkdirSync(folder);
  const target = join(root, 'target.json');
  writeFileSync(target, JSON.stringify(content));
  symlinkSync(target, join(folder, 'site-1.json'));
  expect(readPortFile(join(folder, 'site-1.json'))).toBeUndefined();
  await expect(writePortFile(folder, 'site-1', content)).rejects.toThrow('is a link or belongs to another user');
  symlinkSync(folder, join(root, 'linked'));
  await expect(writePortFile(join(root, 'linked'), 'site-2', content)).rejects.toThrow('is a link');
  expect(existsSync(join(folder, 'site-2.json'))).toBe(false);
});

test('a folder others may write is shut first', async () => {
  mkdirSync(folder);
  chmodSync(folder, 0o777);
  await writePortFile(folder, 'site-1', content);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test.each([
  ['no JSON', 'x'],
  ['a part is missing', '{}'],
  ['not on this computer', (file: PortFile) => JSON.stringify({ ...file, base_url: 'http://example.org' })],
  [
    'not on this computer, well hidden',
    (file: PortFile) => JSON.stringify({ ...file, base_url: 'http://127.0.0.1@example.org' }),
  ],
])('not a port file: %s', (_why, text) => {
  mkdirSync(folder, { mode: 0o700 });
  const path = join(folder, 'a.json');
  writeFileSync(path, typeof text === 'string' ? text : text(content), { mode: 0o600 });
  expect(readPortFile(path)).toBeUndefined();
  linkSync(path, join(folder, 'b.json'));
  chmodSync(path, 0o666);
  expect(readPortFile(path)).toBeUndefined();
});
