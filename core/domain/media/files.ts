import type { Site } from '../../site.ts';
import { filesOfEntry, isFileRemembered, isFileUsed, typeOfFile } from '../../store/media.ts';
import type { FileRef } from '../../types.ts';

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

/** A file that the site holds, as it is sent (`content.md` 2.7); undefined for one that no record names. */
export function servedFile(site: Site, file: string): FileRef | undefined {
  const type = typeOfFile(site.db, file);
  const found = type === undefined ? undefined : site.files.find(file);
  return found && type !== undefined ? { ...found, name: file.slice(file.lastIndexOf('/') + 1), type } : undefined;
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
