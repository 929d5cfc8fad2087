import { RestError } from '../../errors.ts';
import type { Site } from '../../site.ts';
import { fullError, numbersUsedUp, storageError } from '../../store/file/failures.ts';
import type { Finding } from '../../store/file/invariants.ts';
import { areNumbersUsedUp, fileBytes, freeBytes, refuseWrites, shrinkLog } from '../../store/file/room.ts';

/** Sites whose running request may use the disk reserve, as it does not grow the file. */
const usingReserve = new WeakSet<Site>();

/** Runs a request that may use the disk reserve: a delete, settings. */
export function withReserve<T>(site: Site, work: () => T): T {
  usingReserve.add(site);
  try {
    return work();
  } finally {
    usingReserve.delete(site);
  }
}

/** Throws 507 if a write would leave less free disk space than the reserve, or if a copy of the whole file would not fit. */
export function assertRoom(site: Site, what: 'write' | 'copy' = 'write'): void {
  if (site.file === ':memory:' || (what === 'write' && usingReserve.has(site))) return;
  const size = what === 'copy' ? fileBytes(site.db) : 0;
  if (freeBytes(site.file) - size < site.reserve) throw fullError();
}

/**
 * Converts a disk or file error to the client's error, anything else unchanged, and handles its consequences for the site. Disk
 * full: checkpoints the WAL, which frees its space. Corrupt file: no more writes.
 */
export function handleFailure(site: Site, error: unknown): unknown {
  const known = error instanceof RestError ? error : storageError(error);
  if (known?.code === 'storage_full' && areNumbersUsedUp(site.db)) return numbersUsedUp();
  if (known?.code === 'storage_full') shrinkLog(site.db);
  if (known?.code === 'storage_damaged' || known?.code === 'storage_unconfirmed') stopWriting(site);
  return known ?? error;
}

/** Makes the site read-only; `findings` are the violated rules. */
export function stopWriting(site: Site, findings: readonly Finding[] = site.findings): void {
  site.readOnly = true;
  site.findings = findings;
  refuseWrites(site.db);
  // Cached responses say that it is writable.
  site.memo.written();
}
