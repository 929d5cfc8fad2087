import { OpenError } from './failures.ts';
import type { ReadDb } from '../sql.ts';

/** The kind of connection; some values differ. */
export type Place = 'file' | 'worker' | 'read-only' | 'memory';

/** The settings of every connection (`security.md` 5.1), with the value SQLite returns for each. */
const PRAGMAS: readonly { name: string; set: string; answer: string | number; not?: readonly Place[] }[] = [
  { name: 'busy_timeout', set: '50', answer: 50, not: ['worker'] },
  // The other connections do not wait for a worker.
  { name: 'busy_timeout', set: '2000', answer: 2000, not: ['file', 'read-only', 'memory'] },
  { name: 'locking_mode', set: 'NORMAL', answer: 'normal', not: ['memory'] },
  { name: 'journal_mode', set: 'WAL', answer: 'wal', not: ['read-only', 'memory'] },
  // Set explicitly: the default in WAL (NORMAL) lost acknowledged writes in two of three power cuts.
  { name: 'synchronous', set: 'FULL', answer: 2 },
  { name: 'fullfsync', set: 'ON', answer: 1 },
  { name: 'checkpoint_fullfsync', set: 'ON', answer: 1 },
  { name: 'foreign_keys', set: 'ON', answer: 1 },
  { name: 'trusted_schema', set: 'OFF', answer: 0 },
  { name: 'cell_size_check', set: 'ON', answer: 1 },
  { name: 'mmap_size', set: '0', answer: 0, not: ['memory'] },
  { name: 'wal_autocheckpoint', set: '1000', answer: 1000, not: ['worker'] },
  // The log of a worker, however large, is checkpointed after the notices were sent: `settleLog`.
  { name: 'wal_autocheckpoint', set: '0', answer: 0, not: ['file', 'read-only', 'memory'] },
  { name: 'journal_size_limit', set: String(64 * 1024 * 1024), answer: 64 * 1024 * 1024 },
  // 64 MiB: the upper pages of the indexes of a site with a million posts stay in memory.
  { name: 'cache_size', set: '-65536', answer: -65536, not: ['worker'] },
  // A job reads and writes most pages once.
  { name: 'cache_size', set: '-16384', answer: -16384, not: ['file', 'read-only', 'memory'] },
  { name: 'temp_store', set: 'MEMORY', answer: 2 },
  { name: 'secure_delete', set: 'FAST', answer: 2 },
  { name: 'recursive_triggers', set: 'ON', answer: 1 },
];

/** Sets every pragma, then reads all of them back. Call it first on a new connection. */
export function setPragmas(db: ReadDb, place: Place): void {
  for (const { name, set, not } of PRAGMAS) {
    if (!not?.includes(place)) db.pragma(`${name} = ${set}`);
  }
  assertPragmas(db, place);
}

/** The current settings of a connection, by the name of each pragma. */
export function readPragmas(db: ReadDb): Record<string, string | number> {
  const names = new Set(PRAGMAS.map(({ name }) => name));
  return Object.fromEntries([...names].map((name) => [name, db.pragma(name, { simple: true }) as string | number]));
}

/** Checkpoints the log into the file, except for what readers still need. Other connections may write meanwhile. */
export function settleLog(db: ReadDb): void {
  try {
    db.pragma('wal_checkpoint(PASSIVE)');
  } catch {
    // The data is on the disk, in the log. The next write tries again.
  }
}

/**
 * Whether each commit of this connection is flushed before it returns, which is the default. Without it a power cut may lose the
 * last commits, never one in between: a later commit, or one of another connection, flushes them too.
 */
export function flushesCommits(db: ReadDb, does: boolean): void {
  db.pragma(`synchronous = ${does ? 'FULL' : 'NORMAL'}`);
}

/** While a worker checkpoints the log: keeps a write from doing it too, which would take as long. */
export function leavesLog(db: ReadDb, does: boolean): void {
  db.pragma(`wal_autocheckpoint = ${does ? 0 : 1000}`);
}

/** Throws if a connection is not set as required: after opening and after a migration. */
export function assertPragmas(db: ReadDb, place: Place): void {
  for (const { name, answer, not } of PRAGMAS) {
    const now = db.pragma(name, { simple: true });
    if (!not?.includes(place) && now !== answer) {
      throw new OpenError(
        'disk',
        `The site cannot be kept safely here: ${name} is ${String(now)} instead of ${answer}. Nothing was changed. Move the file to a local disk.`,
      );
    }
  }
}
