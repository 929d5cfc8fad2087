import { app } from 'electron';
import { join } from 'node:path';
import { dataFolder, type Host } from '../core/server/host/folders.ts';
import { ensurePrivateFolder } from '../core/server/host/private-file.ts';

/** Keeps what Chromium writes, and the lock of the single instance, in the folder of the product. Before `ready`. */
export function useOwnFolder(host: Host): void {
  const folder = join(dataFolder(host), 'window');
  ensurePrivateFolder(folder);
  app.setPath('userData', folder);
}
