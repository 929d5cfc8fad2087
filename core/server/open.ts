import { existsSync, realpathSync, statSync } from 'node:fs';
import { storedEdition } from '../domain/server.ts';
import { lookBeside } from '../reader/look.ts';
import { openSite, openSiteBeside, type Edition, type Site } from '../site.ts';
import { OpenError } from '../store/failures.ts';
import { siteRow } from '../store/site.ts';
import { runFolder, type Host } from './folders.ts';
import { findServer } from './port-file.ts';

export { OpenError, type OpenFailure } from '../store/failures.ts';

export interface HowToOpen {
  /** The product's own version. */
  version: string;
  /** Left out: as the site says. */
  edition?: Edition | undefined;
  homeUrl?: string;
  /** False: a file that does not exist is refused instead of made. */
  create?: boolean;
  /** Others have their turn while a large file is looked at. */
  isShared?: boolean;
  host: Host;
  /** Told once when opening takes long; needs `isShared`. */
  slow?: (text: string) => void;
}

/** After so long a person wonders whether anything goes on. */
const PATIENCE_MS = 2000;

export interface OpenedSite {
  site: Site;
  /** The file was made by this start. */
  isNew: boolean;
  /** The name of the site in files beside it: secrets, port file, window. */
  siteId: string;
}

/** Opens a site to be served, or makes it. A file that is open in another server is refused with that server's address. */
export async function openToServe(file: string, how: HowToOpen): Promise<OpenedSite> {
  const isNew = !existsSync(file);
  const opened = await told(openOrSayWho(file, how), () => how.slow?.(checkingText(file)));
  // The choice is stored in the file, so it is known only now.
  const site = { ...opened, edition: how.edition ?? storedEdition(opened.db) };
  return { site, isNew, siteId: siteRow(site.db).site_id };
}

/** What happens while a large file is opened from a cold disk. */
function checkingText(file: string): string {
  const size = existsSync(file) ? statSync(file).size / 2 ** 20 : 0;
  return `Checking ${file} (${Math.ceil(size)} MiB): it is read whole, so that a damaged one is never written to. This can take a minute.`;
}

/** Waits for work, and tells once when it takes long. */
export async function told<T>(work: Promise<T>, tell: () => void, patience = PATIENCE_MS): Promise<T> {
  const timer = setTimeout(tell, patience);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

async function openOrSayWho(file: string, how: HowToOpen): Promise<Site> {
  const { version, homeUrl = '', create = true, host } = how;
  const options = { version, homeUrl, create };
  try {
    return how.isShared ? await openSiteBeside(file, options, lookBeside) : openSite(file, options);
  } catch (error) {
    if (!(error instanceof OpenError) || error.code !== 'in_use') throw error;
    const server = await findServer(runFolder(host), realpathSync(file));
    if (!server) throw error;
    throw new OpenError(
      'in_use',
      `${file} is open in the server at ${server.base_url} already. Nothing was changed. Use that one, or end it first.`,
    );
  }
}
