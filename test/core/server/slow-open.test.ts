// A large file on a cold disk takes up to a minute to open: the user is told once, in time.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openToServe, notifyIfSlow } from '../../../core/server/host/open.ts';

test('a slow opening is reported once, a fast one never, and a refusal stays a refusal', async () => {
  const said: string[] = [];
  const tell = (): void => void said.push('told');
  expect(await notifyIfSlow(Promise.resolve(1), tell, 0)).toBe(1);
  expect(said).toEqual([]);
  const { promise, resolve } = Promise.withResolvers<number>();
  const waiting = notifyIfSlow(promise, tell, 1);
  await expect.poll(() => said).toEqual(['told']);
  resolve(2);
  expect(await waiting).toBe(2);
  await expect(notifyIfSlow(Promise.reject(new Error('damaged')), tell, 0)).rejects.toThrow('damaged');
  expect(said).toEqual(['told']);
});

test('a small file is opened without a word', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'polydesk-open-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const said: string[] = [];
  const host = { env: { POLYDESK_DATA: folder }, platform: process.platform, home: folder };
  const how = { version: '0.0.0-test', host, isShared: true, slow: (text: string) => said.push(text) };
  const { site } = await openToServe(join(folder, 'a.polydesk'), how);
  site.close();
  expect(said).toEqual([]);
});
