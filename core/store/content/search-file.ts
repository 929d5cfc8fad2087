import Database from 'better-sqlite3';
import { collectForSearch, indexForSearch, mergeSearchIndex } from './post-search.ts';
import { pluck, rawSql, run, sql, type ReadDb, type WriteDb } from '../sql.ts';

/** An index of texts in a file of its own, which a site that has none yet takes over as a whole. */
export interface SearchFile {
  /** Items in the order of their numbers, as far as possible: where they fall the index begins a new piece. */
  add(items: readonly FoldedItem[]): void;
  /** Everything is in. */
  seal(): void;
  close(): void;
}

/** An item with its texts as a search compares them. */
export interface FoldedItem {
  id: number;
  title: string;
  excerpt: string;
  content: string;
}

/** Bytes the index gathers in memory before it writes a piece. */
const GATHERS = 8 * 1024 * 1024;
/** So many pieces are left as they are: to look into each costs next to nothing. */
const FEW_PIECES = 6;
/** Its tables but for its settings, which are those of the site. */
const TABLES = ['data', 'idx', 'content', 'docsize'] as const;

/** Where an index is made, and of what. */
export interface SearchFilePlan {
  /** Nothing is there yet. */
  path: string;
  /** How the index of the site was made: `searchShape`. */
  shape: string;
}

/** Large pages: fewer calls of the system for what is written and read once, in order. */
const PRAGMAS = ['page_size = 32768', 'journal_mode = OFF', 'synchronous = OFF', 'cache_size = -4000'];

/** Makes an empty one. */
export function createSearchFile({ path, shape }: SearchFilePlan): SearchFile {
  const db = new Database(path) as unknown as WriteDb;
  for (const pragma of PRAGMAS) db.pragma(pragma);
  db.exec(shape);
  db.exec('BEGIN');
  collectForSearch(db, GATHERS);
  // Its pieces are put together at the end, if at all.
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

/** How the index of texts of a site was made; undefined where it holds something. */
export function searchShape(db: ReadDb): string | undefined {
  if (pluck<number>(db, sql`SELECT EXISTS (SELECT 1 FROM post_search_docsize)`) === 1) return undefined;
  return pluck<string>(db, sql`SELECT sql FROM sqlite_schema WHERE name = 'post_search'`);
}

/** While `work` runs, which may be a transaction, `takeSearchFile` can take a file. */
export function withSearchFile<T>(db: WriteDb, work: () => T): T {
  try {
    return work();
  } finally {
    const isTaken = pluck<number>(db, sql`SELECT 1 FROM pragma_database_list WHERE name = 'indexed'`) === 1;
    if (isTaken) db.exec('DETACH indexed');
  }
}

/**
 * The file at a path becomes the index of texts, page by page, in the running transaction. False, and nothing was done: the
 * index holds something already.
 */
export function takeSearchFile(db: WriteDb, path: string): boolean {
  if (searchShape(db) === undefined) return false;
  db.prepare('ATTACH ? AS indexed').run(path);
  // Read once, in order.
  db.pragma('indexed.cache_size = -1000');
  forgetSearchIndex(db);
  // The tables of an index are guarded against being written by hand.
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

/** Of which pieces the index consists is kept in memory, unless something that was written in it is taken back. */
function forgetSearchIndex(db: WriteDb): void {
  db.exec('SAVEPOINT forget');
  collectForSearch(db, 1024 * 1024);
  db.exec('ROLLBACK TO forget');
  db.exec('RELEASE forget');
}

/** These need not be put into the index any more. */
export function leaveSearchQueueOf(db: WriteDb, ids: readonly number[]): void {
  run(db, sql`DELETE FROM search_queue WHERE post_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}

/** How many pieces the index consists of: a search looks into each. */
function searchPieces(db: ReadDb): number {
  return pluck<number>(db, sql`SELECT count(DISTINCT segid) FROM post_search_idx`) ?? 0;
}
