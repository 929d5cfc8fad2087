import type { Site } from '../../../site.ts';
import { filesOfEntry, isFileRemembered, isFileUsed, recordsOfFile } from '../../../store/content/media.ts';
import { postsByIds, type PostRow } from '../../../store/content/posts.ts';
import type { Caller, FileRef } from '../../../types.ts';
import { canRead } from '../posts/rights.ts';
import { mediaUses } from './uses.ts';

/** Files taken over in the running transaction. */
const taken = new WeakMap<Site, string[]>();

/** Takes over an uploaded file; whether it is kept is decided when the transaction ends. */
export function takeFile(site: Site, from: string, file: string): void {
  taken.set(site, [...(taken.get(site) ?? []), file]);
  site.files.take(from, file);
}

/**
 * Moves the files to where they belong after a transaction, whether committed or rolled back: to their place if a record refers
 * to them, to the trash while an undo may need them, otherwise deletes them (`content.md` 2.7).
 * @param entry journal entry; undefined if nothing was stored
 */
export function settleFiles(site: Site, entry: number | undefined): void {
  const own = taken.get(site);
  if (!own && entry === undefined) return;
  const touched = entry === undefined ? [] : filesOfEntry(site.db, entry);
  taken.delete(site);
  for (const file of new Set([...(own ?? []), ...touched])) settle(site, file);
}

/** Settles all files in the trash: after a crash, and when old journal entries are pruned. */
export function sweepFiles(site: Site): void {
  if (site.readOnly) return;
  site.files.clearUploads();
  for (const file of site.files.unused()) settle(site, file);
}

/**
 * A stored file for serving (`content.md` 2.7); undefined if no record refers to it, or if the caller may read neither such a
 * record nor an item that shows it.
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

/** Errors are ignored: the response is already decided, and files are found in either place; the next sweep retries. */
function settle(site: Site, file: string): void {
  try {
    if (isFileUsed(site.db, file)) site.files.use(file);
    else if (isFileRemembered(site.db, file)) site.files.setAside(file);
    else site.files.remove(file);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
  }
}
