import { RestError } from '../../errors.ts';
import type { Site } from '../../site.ts';
import { fullError, numbersUsedUp, storageError } from '../../store/file/failures.ts';
import type { Finding } from '../../store/file/invariants.ts';
import { areNumbersUsedUp, fileBytes, freeBytes, refuseWrites, shrinkLog } from '../../store/file/room.ts';

/** Sites whose running request may use the reserve, as it makes nothing larger. */
const usingReserve = new WeakSet<Site>();

/** Runs a request that may use the reserved room of the disk: a delete, settings. */
export function withReserve<T>(site: Site, work: () => T): T {
  usingReserve.add(site);
  try {
    return work();
  } finally {
    usingReserve.delete(site);
  }
}

/** Throws 507 when a write would leave less room on the disk than is to stay free, or a copy of the whole file would not fit. */
export function assertRoom(site: Site, what: 'write' | 'copy' = 'write'): void {
  if (site.file === ':memory:' || (what === 'write' && usingReserve.has(site))) return;
  const size = what === 'copy' ? fileBytes(site.db) : 0;
  if (freeBytes(site.file) - size < site.reserve) throw fullError();
}

/**
 * A failure of the disk or the file as the client sees it, anything else as it is; what follows from it for the site happens
 * here. A full disk: the log is taken into the file, which frees its room. A file that cannot be trusted: no more writes.
 */
export function handleFailure(site: Site, error: unknown): unknown {
  const known = error instanceof RestError ? error : storageError(error);
  if (known?.code === 'storage_full' && areNumbersUsedUp(site.db)) return numbersUsedUp();
  if (known?.code === 'storage_full') shrinkLog(site.db);
  if (known?.code === 'storage_damaged' || known?.code === 'storage_unconfirmed') stopWriting(site);
  return known ?? error;
}

/** Nothing is written to the site any more; `findings` are the rules that turned out to be broken. */
export function stopWriting(site: Site, findings: readonly Finding[] = site.findings): void {
  site.readOnly = true;
  site.findings = findings;
  refuseWrites(site.db);
  // Answers kept in memory say that it can be written.
  site.memo.written();
}
