import Database from 'better-sqlite3';
import { collectForSearch, indexForSearch, mergeSearchIndex } from './post-search.ts';
import { pluck, rawSql, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** A search index in a separate file, which a site without an index can take over as a whole. */
export interface SearchFile {
  /** Adds items, preferably in ascending order of id: at each descent the index begins a new segment. */
  add(items: readonly FoldedItem[]): void;
  /** Call when all items are added. */
  seal(): void;
  close(): void;
}

/** An item with its texts folded for the search. */
export interface FoldedItem {
  id: number;
  title: string;
  excerpt: string;
  content: string;
}

/** Bytes the index buffers in memory before it writes a segment. */
const GATHERS = 8 * 1024 * 1024;
/** Up to this many segments are not merged: reading each is nearly free. */
const FEW_PIECES = 6;
/** Its tables except the settings, which are those of the site. */
const TABLES = ['data', 'idx', 'content', 'docsize'] as const;

/** Where to build an index, and with which definition. */
export interface SearchFilePlan {
  /** A path that does not exist yet. */
  path: string;
  /** The definition of the site's index: `searchShape`. */
  shape: string;
}

/** Large pages: fewer system calls for data that is written and read once, in order. */
const PRAGMAS = ['page_size = 32768', 'journal_mode = OFF', 'synchronous = OFF', 'cache_size = -4000'];

/** Creates an empty index file. */
export function createSearchFile({ path, shape }: SearchFilePlan): SearchFile {
  const db = new Database(path) as unknown as WriteDb;
  for (const pragma of PRAGMAS) db.pragma(pragma);
  db.exec(shape);
  db.exec('BEGIN');
  collectForSearch(db, GATHERS);
  // Segments are merged at the end, if at all.
  run(db, sql`INSERT INTO post_search (post_search, rank) VALUES ('automerge', CAST(0 AS INTEGER))`);
  let count = 0;
  return {
    add(items) {
      for (const item of items) indexForSearch(db, { id: item.id, isKnown: 0 }, item);
      count += items.length;
    },
    seal() {
      if (searchPieces(db) > FEW_PIECES) mergeSearchIndex(db, count);
      db.exec('COMMIT');
    },
    close: () => void db.close(),
  };
}

/** The definition of the site's search index; undefined unless it is empty. */
export function searchShape(db: ReadDb): string | undefined {
  if (pluck<number>(db, sql`SELECT EXISTS (SELECT 1 FROM post_search_docsize)`) === 1) return undefined;
  return pluck<string>(db, sql`SELECT sql FROM sqlite_schema WHERE name = 'post_search'`);
}

/** Within `work`, which may be a transaction, `takeSearchFile` can attach a file. */
export function withSearchFile<T>(db: WriteDb, work: () => T): T {
  try {
    return work();
  } finally {
    const isTaken = pluck<number>(db, sql`SELECT 1 FROM pragma_database_list WHERE name = 'indexed'`) === 1;
    if (isTaken) db.exec('DETACH indexed');
  }
}

/**
 * Copies the index file at a path into the site, page by page, in the running transaction. False, and nothing was done, if the
 * index is not empty.
 */
export function takeSearchFile(db: WriteDb, path: string): boolean {
  if (searchShape(db) === undefined) return false;
  db.prepare('ATTACH ? AS indexed').run(path);
  // Read once, in order, so a small cache will do.
  db.pragma('indexed.cache_size = -1000');
  forgetSearchIndex(db);
  // The tables of an index are protected against direct writes.
  db.unsafeMode(true);
  try {
    for (const table of TABLES) {
      const name = rawSql(`post_search_${table}`);
      run(db, sql`DELETE FROM main.${name}`);
      run(db, sql`INSERT INTO main.${name} SELECT * FROM indexed.${name}`);
    }
  } finally {
    db.unsafeMode(false);
  }
  return true;
}

/** Drops the cached list of segments: a rollback of a write to the index does that. */
function forgetSearchIndex(db: WriteDb): void {
  db.exec('SAVEPOINT forget');
  collectForSearch(db, 1024 * 1024);
  db.exec('ROLLBACK TO forget');
  db.exec('RELEASE forget');
}

/** Removes these items from the queue of the index. */
export function leaveSearchQueueOf(db: WriteDb, ids: readonly number[]): void {
  run(db, sql`DELETE FROM search_queue WHERE post_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}

/** The number of segments in the index: a search reads each. */
function searchPieces(db: ReadDb): number {
  return pluck<number>(db, sql`SELECT count(DISTINCT segid) FROM post_search_idx`) ?? 0;
}
