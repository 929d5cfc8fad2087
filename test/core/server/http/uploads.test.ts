import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createUploadFolder } from '../../../../core/server/http/uploads.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'polydesk-uploads-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

test('uploads go on as soon as their folder can be made again', async () => {
  const parent = join(folder(), 'later');
  const uploads = createUploadFolder(() => parent);
  await expect(uploads.reserve()).rejects.toMatchObject({ code: 'ENOENT' });
  // The server can still be closed.
  await uploads.clear();
  mkdirSync(parent);
  const path = await uploads.reserve();
  writeFileSync(path, 'there');
  expect(existsSync(path)).toBe(true);
});

test('a folder that the system has removed is made again; all are gone in the end', async () => {
  const uploads = createUploadFolder(folder);
  const first = dirname(await uploads.reserve());
  expect(dirname(await uploads.reserve())).toBe(first);
  rmSync(first, { recursive: true });
  const [path, other] = await Promise.all([uploads.reserve(), uploads.reserve()]);
  expect(dirname(path)).toBe(dirname(other));
  writeFileSync(path, 'there');
  await uploads.clear();
  expect(existsSync(path)).toBe(false);
});
