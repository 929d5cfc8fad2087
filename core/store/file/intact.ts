import Database from 'better-sqlite3';
import { damaged } from './failures.ts';
import { setPragmas } from './pragmas.ts';
import type { ReadDb } from '../sql.ts';

/**
 * Reads every page and row of a file that `db` has open; throws `OpenError` "damaged" if something is inconsistent. The search
 * index is read like any other table, but not compared with its texts, which takes five times as long as all the rest: it is
 * derived, and every copy compares it (`copyVerified`).
 */
export function assertIntact(file: string, db: ReadDb): void {
  const own = db.memory ? undefined : connectForCheck(file);
  try {
    const answer = (own ?? db).pragma('quick_check(1)', { simple: true });
    if (answer !== 'ok') throw damaged(file, new Error(String(answer)));
  } finally {
    own?.close();
  }
}

/** A connection on which the module of the search index is replaced by a stub that has nothing to compare. */
function connectForCheck(file: string): ReadDb {
  const db = new Database(file, { readonly: true });
  db.table('fts5', { columns: ['nothing'], rows: NO_ROWS });
  setPragmas(db as ReadDb, 'read-only');
  return db as ReadDb;
}

function* NO_ROWS(): Generator {
  // The check reads no rows of it.
}
