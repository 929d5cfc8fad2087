import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'polydesk-launcher-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const env = { ...process.env, POLYDESK_DATA: folder, XDG_RUNTIME_DIR: folder };
const serve = (name: string) => ['serve', join(folder, `${name}.polydesk`), '--port', '0', '--json'];

async function addressOf(child: ChildProcess): Promise<string> {
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  return (JSON.parse(String(line)) as { url: string }).url;
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/wp-json/`).then(
    () => true,
    () => false,
  );

// Findings F10: killing the launcher left its server running, still holding the lock.
test('a server exits when its launcher is killed, and releases the site', async () => {
  const words = serve('launched');
  const child = spawn(process.execPath, [join(root, 'build/bootstrap.mjs'), ...words], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const url = await addressOf(child);
  expect(await answers(url)).toBe(true);
  child.kill('SIGKILL');
  await expect.poll(() => answers(url)).toBe(false);
  const again = spawn(process.execPath, [join(root, 'build/bootstrap.mjs'), ...words], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(await answers(await addressOf(again))).toBe(true);
  again.kill('SIGTERM');
  expect((await once(again, 'exit'))[0]).toBe(0);
});

test('a channel of another program is ignored: the server keeps running', async () => {
  const { POLYDESK_COMMAND: _, ...own } = { POLYDESK_COMMAND: '', ...env };
  const child = fork(join(root, 'dist/headless/headless.js'), serve('forked'), { env: own, silent: true });
  const url = await addressOf(child);
  child.disconnect();
  await new Promise((done) => setTimeout(done, 1000));
  expect(await answers(url)).toBe(true);
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(0);
});
