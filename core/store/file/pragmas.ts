import { OpenError } from './failures.ts';
import type { ReadDb } from '../sql.ts';

/** Where a connection leads; some values differ. */
export type Place = 'file' | 'worker' | 'read-only' | 'memory';

/** How every connection is set (`security.md` 5.1), with what SQLite answers when asked. */
const PRAGMAS: readonly { name: string; set: string; answer: string | number; not?: readonly Place[] }[] = [
  { name: 'busy_timeout', set: '50', answer: 50, not: ['worker'] },
  // Nobody waits for a worker.
  { name: 'busy_timeout', set: '2000', answer: 2000, not: ['file', 'read-only', 'memory'] },
  { name: 'locking_mode', set: 'NORMAL', answer: 'normal', not: ['memory'] },
  { name: 'journal_mode', set: 'WAL', answer: 'wal', not: ['read-only', 'memory'] },
  // By hand: the default in WAL (NORMAL) lost acknowledged writes in two power cuts of three.
  { name: 'synchronous', set: 'FULL', answer: 2 },
  { name: 'fullfsync', set: 'ON', answer: 1 },
  { name: 'checkpoint_fullfsync', set: 'ON', answer: 1 },
  { name: 'foreign_keys', set: 'ON', answer: 1 },
  { name: 'trusted_schema', set: 'OFF', answer: 0 },
  { name: 'cell_size_check', set: 'ON', answer: 1 },
  { name: 'mmap_size', set: '0', answer: 0, not: ['memory'] },
  { name: 'wal_autocheckpoint', set: '1000', answer: 1000, not: ['worker'] },
  // What it wrote, however much, is worked into the file after everybody was told: `settleLog`.
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

/** Sets every pragma, then reads all of them back. The first to be called on a new connection. */
export function setPragmas(db: ReadDb, place: Place): void {
  for (const { name, set, not } of PRAGMAS) {
    if (!not?.includes(place)) db.pragma(`${name} = ${set}`);
  }
  assertPragmas(db, place);
}

/** How a connection is set now, by the name of each pragma. */
export function readPragmas(db: ReadDb): Record<string, string | number> {
  const names = new Set(PRAGMAS.map(({ name }) => name));
  return Object.fromEntries([...names].map((name) => [name, db.pragma(name, { simple: true }) as string | number]));
}

/** Works what is in the log into the file, as far as nobody reads what was before. Others may write meanwhile. */
export function settleLog(db: ReadDb): void {
  try {
    db.pragma('wal_checkpoint(PASSIVE)');
  } catch {
    // It is on the disk, in the log. The next write tries again.
  }
}

/**
 * Whether each commit of this connection is on the disk when it returns, as it is unless said otherwise. Without it a power cut may
 * take back the last commits, never one from between: what is committed later, or by another connection, takes them along.
 */
export function flushesCommits(db: ReadDb, does: boolean): void {
  db.pragma(`synchronous = ${does ? 'FULL' : 'NORMAL'}`);
}

/** While a worker does that: a write then does not do it too, which would take as long. */
export function leavesLog(db: ReadDb, does: boolean): void {
  db.pragma(`wal_autocheckpoint = ${does ? 0 : 1000}`);
}

/** Fails when a connection is not set as it must be: after open and after a migration. */
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
