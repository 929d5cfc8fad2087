// Fetching a file while the disk is full: the error names the disk, not the site.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readSiteAddress } from '../../../core/live/address.ts';
import { createRemote } from '../../../core/live/remote.ts';

const disk = { isFull: false };
const { open } = promises;
beforeAll(() => {
  promises.open = async (...args: Parameters<typeof open>) => {
    const file = await open(...args);
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      ...{ code: 'ENOSPC', syscall: 'write', errno: -28 },
    });
    const write = (): Writable => new Writable({ write: (_part, _encoding, done) => done(full) });
    return disk.isFull ? Object.assign(file, { createWriteStream: write }) : file;
  };
  // Files share this process: what has imported `open` by now sees it too, and the real one afterwards.
  syncBuiltinESMExports();
});
afterAll(() => {
  promises.open = open;
  syncBuiltinESMExports();
});

let server: Server | undefined;
const folder = mkdtempSync(join(tmpdir(), 'polydesk-full-'));
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a full disk is reported and leaves nothing behind; with space the file is stored', async () => {
  server = createServer((_req, res) => void res.writeHead(200).end('A file'));
  await new Promise<void>((ready) => server?.listen(0, '127.0.0.1', ready));
  const address = readSiteAddress(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const remote = createRemote({ address, network: 'loopback', version: '1' });
  const to = join(folder, 'file');
  disk.isFull = true;
  await expect(remote.download('/a.png', to)).rejects.toMatchObject({ code: 'storage_full', status: 507 });
  expect(existsSync(to)).toBe(false);
  disk.isFull = false;
  expect(await remote.download('/a.png', to)).toBe(6);
  remote.close();
});
