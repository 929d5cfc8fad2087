import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** The first hundred bytes of a file: enough to recognise our files. Undefined: not an SQLite database. */
export interface Header {
  applicationId: number;
  userVersion: number;
  /** Its size in bytes according to the page count in the header. */
  size: number;
}

const MAGIC = Buffer.from('SQLite format 3\0');

/**
 * Reads the header without SQLite, which would create files next to a database that is not ours. Call only with the lock of the
 * file just taken, before SQLite opens it: closing any descriptor drops the locks this process has on a file.
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
    // The largest page size does not fit into two bytes and is stored as 1.
    size: (page === 1 ? 65536 : page) * bytes.readUInt32BE(28),
  };
}
