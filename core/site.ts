import {
  openDatabase,
  openDatabaseAsync,
  type FileChecker,
  type OpenedDatabase,
  type OpenOptions,
} from './store/file/database.ts';
import type { TrustStore } from './store/access/trust.ts';
import type { StampStore } from './store/file/clean-close.ts';
import { damaged, OpenError } from './store/file/failures.ts';
import { createMemoryPlace, type MemoryPlace } from './store/memory/place.ts';
import { createFileFolder, type FileFolder } from './store/file/file-folder.ts';
import type { Finding } from './store/file/invariants.ts';
import { noteVersion, seedSite } from './store/site/site.ts';
import { isKnownByBackups } from './store/file/recover.ts';
import { openReader, openWriter } from './store/file/reader.ts';
import { RESERVE } from './store/file/room.ts';
import { createMemo, type Memo } from './store/memo.ts';
import type { WriteDb } from './store/sql.ts';

export type Edition = 'extended' | 'standard';

/** The open site: its database and the few facts code may use. First argument of every domain function. */
export interface Site {
  readonly db: WriteDb;
  /** Absolute path of the file, or ":memory:". */
  readonly file: string;
  readonly edition: Edition;
  /** The product's own version. */
  readonly version: string;
  /** Address of the local server without trailing slash, e.g. "http://127.0.0.1:24180". Set once it listens. */
  serverUrl: string;
  /** The address at the previous start, if it was different: browsers store typed text by address. "" otherwise. */
  movedFrom: string;
  /** Public address used while the site does not define one (POLYDESK_HOME_URL). */
  readonly homeUrl: string;
  /**
   * Writes are refused: the file or folder is not writable, `findings` tells what is wrong with the file, or it has failed since.
   */
  readOnly: boolean;
  /** The file was created when it was opened. */
  readonly isNew: boolean;
  /** Bytes of disk space that growing writes leave free. */
  readonly reserve: number;
  /** A worker writes: other writers are told to retry, without trying (`security.md` 5.2). */
  merging: boolean;
  /** Broken rules of the file, found at the start or by the later check. */
  findings: readonly Finding[];
  /** When every page and rule of the file was last checked, in milliseconds; undefined: the next opening has to check. */
  checkedAt: number | undefined;
  /** It was opened by the stamp of its clean close, and still has to be checked (`security.md` 5.9). */
  isUnchecked: boolean;
  /**
   * Which parts of the file are trusted on this computer; undefined if that is not stored, as for a site in memory: all of it.
   */
  readonly trust: TrustStore | undefined;
  /** Media files, in a folder next to the site file. */
  readonly files: FileFolder;
  /** The memory of its translations, in a file next to it that can be rebuilt from it. */
  readonly memory: MemoryPlace;
  /** Values computed from the file, cached until something they depend on is written. */
  readonly memo: Memo;
  now(): Date;
  /** Closes the file and releases its lock: `closeSite`. */
  close(): void;
}

export interface SiteOptions {
  version: string;
  edition?: Edition;
  homeUrl?: string;
  now?: () => Date;
  /** Bytes of disk space that growing writes leave free; defaults to 32 MiB. */
  reserve?: number;
  /** False: refuses a missing file. */
  create?: boolean;
  /** Where clean closes are stored; without it the whole file is checked. */
  stamps?: StampStore | undefined;
  /** Opens a file unchecked if it has not been touched since its clean close. */
  trustsStamp?: boolean | undefined;
}

/** Opens a site file, or creates one with an administrator and a default category. Throws `OpenError`. */
export function openSite(file: string, options: SiteOptions): Site {
  try {
    return siteOf(openDatabase(file, openOptions(options)), options);
  } catch (error) {
    throw asDamaged(file, error);
  }
}

/** The same, without blocking the event loop while a large file is checked. */
export async function openSiteAsync(file: string, options: SiteOptions, checker: FileChecker): Promise<Site> {
  try {
    return siteOf(await openDatabaseAsync(file, openOptions(options), checker), options);
  } catch (error) {
    throw asDamaged(file, error);
  }
}

function openOptions(options: SiteOptions): OpenOptions {
  const { version, now = () => new Date(), create = true, stamps, trustsStamp } = options;
  return { create, seed: (db) => seedSite(db, { version, now: now() }), stamps, trustsStamp };
}

function siteOf(opened: OpenedDatabase, options: SiteOptions): Site {
  const { version, edition = 'extended', homeUrl = '', now = () => new Date(), reserve = RESERVE } = options;
  if (!opened.readOnly) noteVersion(opened.db, version);
  const { db, readOnly, isNew, findings, checkedAt, isUnchecked } = opened;
  const files = createFileFolder(opened.file);
  const memory = createMemoryPlace(opened.file);
  const close = (): void => {
    memory.close();
    // A file that failed meanwhile is checked at the next opening.
    opened.close(site.readOnly ? undefined : site.checkedAt);
    files.close();
  };
  const facts = {
    edition,
    version,
    serverUrl: '',
    movedFrom: '',
    homeUrl,
    readOnly,
    isNew,
    reserve,
    findings,
    merging: false,
  };
  const checked = { checkedAt, isUnchecked, trust: undefined };
  const site = withMemo({ db, file: opened.file, ...facts, ...checked, files, memory, now, close });
  return site;
}

function withMemo(site: Omit<Site, 'memo'>): Site {
  const whole: Site = { ...site, memo: createMemo(site.db, () => whole.serverUrl) };
  return whole;
}

/** Reports an unrecognised file as damaged if it has backups: it was a site, and its header is corrupt. */
function asDamaged(file: string, error: unknown): unknown {
  const isOurs = error instanceof OpenError && error.code === 'not_ours' && isKnownByBackups(file);
  return isOurs ? damaged(file, error) : error;
}

/** What a worker needs to know about the site. */
export interface WorkerSiteOptions extends Pick<Site, 'version' | 'edition' | 'homeUrl' | 'serverUrl' | 'readOnly'> {
  /** As for the site; defaults to 32 MiB. */
  reserve?: number;
  /** Milliseconds the clock of the site is ahead of the system clock: only in tests. */
  ahead: number;
}

/** Opens a site once more, for a worker of the process that holds its lock. Throws the errors of SQLite. */
export function openForWorker(file: string, { ahead, reserve = RESERVE, ...options }: WorkerSiteOptions): Site {
  const db = options.readOnly ? (openReader(file) as WriteDb) : openWriter(file);
  const files = createFileFolder(file);
  const memory = createMemoryPlace(file);
  const close = (): void => {
    memory.close();
    db.close();
    files.close();
  };
  const now = (): Date => new Date(Date.now() + ahead);
  const checked = { findings: [], checkedAt: 0, isUnchecked: false, trust: undefined };
  return withMemo({
    db,
    file,
    movedFrom: '',
    ...options,
    ...checked,
    reserve,
    isNew: false,
    merging: false,
    files,
    memory,
    now,
    close,
  });
}

/** Closes the file and releases its lock. */
export function closeSite(site: Site): void {
  site.close();
}
