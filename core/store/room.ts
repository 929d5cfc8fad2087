import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** What stays free on the disk for deletes, settings and everything else on this computer (`reliability-and-security.md` 5.8). */
export const RESERVE = 32 * 1024 * 1024;

/** Bytes this user may still write on the disk of a file; infinite where nobody can say. */
export function freeBytes(file: string): number {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    // Some drives say nothing of themselves.
    return bavail === 0 && bsize === 0 ? Infinity : bavail * bsize;
  } catch {
    return Infinity;
  }
}
