// The local server of a window: it can be switched repeatedly, and never starts once the site is being closed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createSessions } from '../../core/server/http/session.ts';
import { startLocalServer } from '../../electron/local-server.ts';
import { openBench } from '../support/engine.ts';

const folder = mkdtempSync(join(tmpdir(), 'polydesk-server-'));
const bench = openBench();
const host = { env: { XDG_RUNTIME_DIR: folder, POLYDESK_DATA: folder }, platform: process.platform, home: folder };
afterEach(() => {
  bench.engine.close();
  rmSync(folder, { recursive: true, force: true });
});

test('switched on and off in turn; start requests during closing are ignored', async () => {
  const parts = { sessions: createSessions(bench.engine.site), host, note: () => undefined, isOn: true };
  const server = await startLocalServer(bench.engine, parts);
  expect(server.state().state).toBe('running');
  // Control: it can be switched on again, so what follows the end is refused because of it.
  expect((await server.turn(false)).state).toBe('stopped');
  expect((await server.turn(true)).state).toBe('running');
  const closing = server.close();
  expect((await server.turn(true)).state).toBe('stopped');
  await closing;
  await expect(fetch(`${bench.engine.site.serverUrl}/wp-json/`)).rejects.toThrow();
});
