import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { stemOf } from '../file/paths.ts';
import { all, column, each, pluck, run, sql, type WriteDb } from '../sql.ts';

/** What a check has read so far, in a separate file next to the site: losing it only costs time. */
export interface Incoming {
  /** When its reading began, by the clock of the live site; ISO in UTC. */
  began: string;
  /** The stored pages of a list, by offset. If the total has changed, the list is read again. */
  pagesOf(list: string, total: number): ReadonlySet<number>;
  /** Stores a page of a list. */
  putPage(list: string, page: { offset: number; total: number; items: readonly { id: number }[] }): void;
  /** Marks a list as complete. */
  finish(list: string, found: { unreadable: number }): void;
  /** undefined: the list is not complete. */
  finished(list: string): { unreadable: number } | undefined;
  forget(list: string): void;
  /** Items of a list by number. */
  items<T>(list: string): Iterable<T>;
  ids(list: string): Set<number>;
  /** Of some items of a list only the date of the last change and the mark; "" for none. */
  heads(list: string, ids: readonly number[]): { id: number; modified: string; mark: string }[];
  item<T>(list: string, id: number): T | undefined;
  count(): number;
  /** Items of a list. */
  countOf(list: string): number;
  /** Call when everything is stored in the site. */
  remove(): void;
  close(): void;
}

const SHAPE = `
CREATE TABLE IF NOT EXISTS order_of (id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL, at TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS lists (name TEXT PRIMARY KEY, total INTEGER NOT NULL, unreadable INTEGER) STRICT;
CREATE TABLE IF NOT EXISTS pages (list TEXT NOT NULL, start INTEGER NOT NULL, PRIMARY KEY (list, start)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS items (list TEXT NOT NULL, id INTEGER NOT NULL, data TEXT NOT NULL, PRIMARY KEY (list, id)) STRICT;
`;

/** Its path: "name.live/incoming.sqlite" for "name.polydesk". */
export function incomingPath(siteFile: string): string {
  return siteFile === ':memory:' ? ':memory:' : join(`${stemOf(siteFile)}.live`, 'incoming.sqlite');
}

/** What is read, and from when on. */
export interface IncomingOrder {
  /** The site and the kind of check: data of another one is discarded. */
  name: string;
  /** The time, by the clock of the live site; ISO in UTC. */
  at: string;
  /** What was begun longer ago than this, in milliseconds, is discarded. */
  patience: number;
}

/** Opens the file of an interrupted check, or starts a new one. */
export function openIncoming(path: string, order: IncomingOrder): Incoming {
  try {
    return open(path, order);
  } catch (error) {
    if (path === ':memory:') throw error;
    // Damaged, or of an older version: its content is read again.
    removeFile(path);
    return open(path, order);
  }
}

function open(path: string, order: IncomingOrder): Incoming {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const db = new Database(path) as unknown as WriteDb;
  let began: string;
  try {
    began = prepare(db, path, order);
  } catch (error) {
    // Windows does not remove a file that is open.
    db.close();
    throw error;
  }
  return {
    began,
    ...writers(db),
    ...readers(db),
    remove() {
      db.close();
      removeFile(path);
    },
    close: () => db.close(),
  };
}

/** Returns when the reading began. */
function prepare(db: WriteDb, path: string, { name, at, patience }: IncomingOrder): string {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.exec(SHAPE);
  if (path !== ':memory:') chmodSync(path, 0o600);
  const begun = pluck<string>(db, sql`SELECT at FROM order_of WHERE name = ${name}`);
  if (begun !== undefined && Date.parse(begun) + patience > Date.parse(at)) return begun;
  db.exec('DELETE FROM order_of; DELETE FROM lists; DELETE FROM pages; DELETE FROM items');
  run(db, sql`INSERT INTO order_of (id, name, at) VALUES (1, ${name}, ${at})`);
  return at;
}

function writers(db: WriteDb): Pick<Incoming, 'putPage' | 'finish' | 'forget' | 'pagesOf'> {
  const forget = (list: string): void => {
    run(db, sql`DELETE FROM items WHERE list = ${list}`);
    run(db, sql`DELETE FROM pages WHERE list = ${list}`);
    run(db, sql`DELETE FROM lists WHERE name = ${list}`);
  };
  return {
    forget,
    pagesOf(list, total) {
      if (pluck<number>(db, sql`SELECT total FROM lists WHERE name = ${list}`) !== total) forget(list);
      return new Set(column<number>(db, sql`SELECT start FROM pages WHERE list = ${list}`));
    },
    putPage(list, { offset, total, items }) {
      db.exec('BEGIN');
      run(db, sql`INSERT INTO lists (name, total) VALUES (${list}, ${total}) ON CONFLICT DO NOTHING`);
      for (const item of items)
        run(
          db,
          sql`INSERT INTO items (list, id, data) VALUES (${list}, ${item.id}, ${JSON.stringify(item)})
              ON CONFLICT DO UPDATE SET data = excluded.data`,
        );
      if (offset >= 0) run(db, sql`INSERT INTO pages (list, start) VALUES (${list}, ${offset}) ON CONFLICT DO NOTHING`);
      db.exec('COMMIT');
    },
    finish(list, { unreadable }) {
      run(
        db,
        sql`INSERT INTO lists (name, total, unreadable) VALUES (${list}, 0, ${unreadable})
            ON CONFLICT DO UPDATE SET unreadable = excluded.unreadable`,
      );
    },
  };
}

function readers(db: WriteDb): Pick<Incoming, 'finished' | 'items' | 'ids' | 'heads' | 'item' | 'count' | 'countOf'> {
  return {
    finished(list) {
      const unreadable = pluck<number | null>(db, sql`SELECT unreadable FROM lists WHERE name = ${list}`);
      return typeof unreadable === 'number' ? { unreadable } : undefined;
    },
    *items<T>(list: string) {
      for (const { data } of each<{ data: string }>(db, sql`SELECT data FROM items WHERE list = ${list} ORDER BY id`))
        yield JSON.parse(data) as T;
    },
    ids: (list) => new Set(column<number>(db, sql`SELECT id FROM items WHERE list = ${list}`)),
    heads: (list, ids) =>
      all(
        db,
        sql`SELECT id, coalesce(data ->> 'modified_gmt', '') AS modified, coalesce(data ->> 'polydesk_uuid', '') AS mark
            FROM items WHERE list = ${list} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      ),
    item<T>(list: string, id: number) {
      const data = pluck<string>(db, sql`SELECT data FROM items WHERE list = ${list} AND id = ${id}`);
      return data === undefined ? undefined : (JSON.parse(data) as T);
    },
    countOf: (list) => pluck<number>(db, sql`SELECT count(*) FROM items WHERE list = ${list}`) ?? 0,
    count: () => pluck<number>(db, sql`SELECT count(*) FROM items`) ?? 0,
  };
}

function removeFile(path: string): void {
  if (path === ':memory:') return;
  for (const ending of ['', '-wal', '-shm']) if (existsSync(path + ending)) rmSync(path + ending, { force: true });
}
