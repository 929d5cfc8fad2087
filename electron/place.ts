import { app } from 'electron';
import { join } from 'node:path';
import { dataFolder, type Host } from '../core/server/host/folders.ts';
import { ensurePrivateFolder } from '../core/server/host/private-file.ts';

/** Puts Chromium's data, and the single-instance lock, in the product's folder. Call it before `ready`. */
export function useOwnFolder(host: Host): void {
  const folder = join(dataFolder(host), 'window');
  ensurePrivateFolder(folder);
  app.setPath('userData', folder);
}
