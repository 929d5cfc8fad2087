import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** What the first hundred bytes of a file say: enough to know whether it is ours. Undefined: no SQLite database. */
export interface Header {
  applicationId: number;
  userVersion: number;
  /** Bytes of its pages, as it was when somebody last counted them. */
  size: number;
}

const MAGIC = Buffer.from('SQLite format 3\0');

/**
 * Reads the header without SQLite, which would create files beside a database that is not ours. Only to be called with
 * the lock of the file just taken, before SQLite opens it: closing any descriptor drops the locks this process has on a file.
 */
export function readHeader(file: string): Header | undefined {
  if (!statSync(file).isFile()) return undefined;
  const bytes = Buffer.alloc(100);
  const descriptor = openSync(file, 'r');
  try {
    if (readSync(descriptor, bytes, 0, bytes.length, 0) < bytes.length) return undefined;
  } finally {
    closeSync(descriptor);
  }
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  const page = bytes.readUInt16BE(16);
  return {
    applicationId: bytes.readUInt32BE(68),
    userVersion: bytes.readUInt32BE(60),
    // The largest pages do not fit into the two bytes.
    size: (page === 1 ? 65536 : page) * bytes.readUInt32BE(28),
  };
}
