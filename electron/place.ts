import { app } from 'electron';
import { join } from 'node:path';
import { dataFolder, type Host } from '../core/server/folders.ts';
import { rememberSite, siteToStart } from '../core/server/last-site.ts';
import { openToServe, type OpenedSite } from '../core/server/open.ts';
import { ensurePrivateFolder } from '../core/server/private-file.ts';

/** Keeps what Chromium writes, and the lock of the single instance, in the folder of the product. Before `ready`. */
export function useOwnFolder(host: Host): void {
  const folder = join(dataFolder(host), 'window');
  ensurePrivateFolder(folder);
  app.setPath('userData', folder);
}

/** Opens the site of the last start, by the rules of `polydesk start`. `npm start -- SITE` names another in POLYDESK_SITE. */
export async function openLastSite(host: Host, note: (text: string) => void): Promise<OpenedSite> {
  const file = host.env['POLYDESK_SITE'] || siteToStart(host, note);
  const opened = await openToServe(file, { version: app.getVersion(), host });
  try {
    rememberSite(host, opened.site.file);
  } catch (error) {
    note(`The next start will not know this site: ${error instanceof Error ? error.message : String(error)}`);
  }
  return opened;
}
