import { existsSync, realpathSync, statSync } from 'node:fs';
import { storedEdition } from '../../domain/site/server.ts';
import { checkInThread } from '../../engine/reader/file-check.ts';
import { openSite, openSiteAsync, type Edition, type Site } from '../../site.ts';
import { damaged, OpenError } from '../../store/file/failures.ts';
import { NEW_SITE_TRUSTED, trustInMemory, type TrustStore } from '../../store/access/trust.ts';
import { siteRow } from '../../store/site/site.ts';
import { runFolder, type Host } from './folders.ts';
import { findServer } from './port-file.ts';
import { stampsOf } from './stamps.ts';
import { trustAt, trustIn, trustPath } from './trust.ts';

export { OpenError, type OpenFailure } from '../../store/file/failures.ts';

export interface HowToOpen {
  /** The product's own version. */
  version: string;
  /** Defaults to the edition stored in the site. */
  edition?: Edition | undefined;
  homeUrl?: string;
  /** False: a missing file is refused instead of created. */
  create?: boolean;
  /** Keeps the event loop free while a large file is checked. */
  isShared?: boolean;
  /**
   * Opens a file unchecked if it has not been touched since its clean close; a long-running caller checks it afterwards:
   * `checkLater`.
   */
  trustsStamp?: boolean;
  /** Keeps what is confirmed of the site in this file instead of the data folder. */
  trustFile?: string | undefined;
  /** The site ends with the process: nothing of it is kept. */
  isTemporary?: boolean;
  host: Host;
  /** Called once if opening takes long; needs `isShared`. */
  slow?: (text: string) => void;
}

/** After this long, people wonder whether anything is happening. */
const PATIENCE_MS = 2000;

export interface OpenedSite {
  site: Site;
  /** The name of the site in the files that belong to it: secrets, port file, window. */
  siteId: string;
}

/** Opens a site to be served, or creates it. If another server has the file open, refuses with that server's address. */
export async function openToServe(file: string, how: HowToOpen): Promise<OpenedSite> {
  const opened = await notifyIfSlow(openOrSayWho(file, how), () => how.slow?.(checkingText(file)));
  try {
    const siteId = nameOfSite(opened);
    // Depends on the content of the file, so it is not known earlier.
    const edition = how.edition ?? storedEdition(opened.db);
    return { site: Object.assign(opened, { edition, trust: trustFor(opened, siteId, how) }), siteId };
  } catch (error) {
    opened.close();
    throw error;
  }
}

/** It names files in the data folder, so a file from elsewhere must not be able to choose any other text. */
function nameOfSite({ db, file }: Site): string {
  const { site_id } = siteRow(db);
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(site_id)) return site_id;
  throw damaged(file, new Error('The number of the site is not a UUID'));
}

/** Everything in a site created here is trusted. */
function trustFor({ isNew }: Site, siteId: string, { host, trustFile, isTemporary }: HowToOpen): TrustStore {
  if (isTemporary) return trustInMemory(NEW_SITE_TRUSTED);
  if (!isNew && trustFile !== undefined) return trustIn(trustFile, siteId);
  const kept = trustAt(trustFile ?? trustPath(host, siteId), siteId);
  if (!isNew) return kept;
  try {
    kept.write(NEW_SITE_TRUSTED);
    return kept;
  } catch {
    // The data folder is not writable: confirmations last as long as the process.
    return trustInMemory(NEW_SITE_TRUSTED);
  }
}

/** The progress message while a large file is opened from a cold disk. */
function checkingText(file: string): string {
  const size = existsSync(file) ? statSync(file).size / 2 ** 20 : 0;
  return `Checking ${file} (${Math.ceil(size)} MiB): it is read whole, so that a damaged one is never written to. This can take a minute.`;
}

/** Waits for work and calls `tell` once if it takes long. */
export async function notifyIfSlow<T>(work: Promise<T>, tell: () => void, patience = PATIENCE_MS): Promise<T> {
  const timer = setTimeout(tell, patience);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

async function openOrSayWho(file: string, how: HowToOpen): Promise<Site> {
  const { version, homeUrl = '', create = true, host, trustsStamp } = how;
  const options = { version, homeUrl, create, stamps: stampsOf(host), trustsStamp };
  try {
    return how.isShared ? await openSiteAsync(file, options, checkInThread) : openSite(file, options);
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
