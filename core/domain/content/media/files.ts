import type { Site } from '../../../site.ts';
import { filesOfEntry, isFileRemembered, isFileUsed, recordsOfFile } from '../../../store/content/media.ts';
import { postsByIds, type PostRow } from '../../../store/content/posts.ts';
import type { Caller, FileRef } from '../../../types.ts';
import { canRead } from '../posts/rights.ts';
import { mediaUses } from './uses.ts';

/** Files taken over since the running transaction began. */
const taken = new WeakMap<Site, string[]>();

/** Takes over an uploaded file; whether it stays is settled when the transaction ends. */
export function takeFile(site: Site, from: string, file: string): void {
  taken.set(site, [...(taken.get(site) ?? []), file]);
  site.files.take(from, file);
}

/**
 * Brings the files to where they belong once a transaction has ended, well or not: to their place when a record names
 * them, into the trash while an undone change may need them, away otherwise (`content.md` 2.7).
 * @param entry of the journal; undefined when nothing was stored
 */
export function settleFiles(site: Site, entry: number | undefined): void {
  const own = taken.get(site);
  if (!own && entry === undefined) return;
  const touched = entry === undefined ? [] : filesOfEntry(site.db, entry);
  taken.delete(site);
  for (const file of new Set([...(own ?? []), ...touched])) settle(site, file);
}

/** Settles everything in the trash: after a crash, and when old entries of the journal are gone. */
export function sweepFiles(site: Site): void {
  if (site.readOnly) return;
  site.files.clearUploads();
  for (const file of site.files.unused()) settle(site, file);
}

/**
 * A file that the site holds, as it is sent (`content.md` 2.7); undefined for one that no record names, and for one that the
 * caller may neither read by a record nor sees in an item.
 */
export function servedFile(site: Site, caller: Caller, file: string): FileRef | undefined {
  const records = postsByIds(site.db, recordsOfFile(site.db, file));
  const [first] = records;
  const found = first && mayFetch(site, caller, records) ? site.files.find(file) : undefined;
  return found && first && { ...found, name: file.slice(file.lastIndexOf('/') + 1), type: first.mime_type };
}

function mayFetch(site: Site, caller: Caller, records: readonly PostRow[]): boolean {
  if (records.some((row) => canRead(site, caller, row))) return true;
  const [{ id = 0 } = {}] = records;
  const users = postsByIds(
    site.db,
    mediaUses(site, id).uses.map((use) => use.id),
  );
  return users.some((row) => canRead(site, caller, row));
}

/** The answer is decided already, and a file is found wherever it lies: a disk that refuses is met again by the next sweep. */
function settle(site: Site, file: string): void {
  try {
    if (isFileUsed(site.db, file)) site.files.use(file);
    else if (isFileRemembered(site.db, file)) site.files.setAside(file);
    else site.files.remove(file);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
  }
}
