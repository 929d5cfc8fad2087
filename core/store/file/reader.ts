import Database from 'better-sqlite3';
import { setPragmas } from './pragmas.ts';
import type { ReadDb, WriteDb } from '../sql.ts';

/** A second connection that only reads, beside the writer that has the site open: for copies. Close it when done. */
export function openReader(file: string): ReadDb {
  const db = new Database(file, { readonly: true, fileMustExist: true }) as ReadDb;
  try {
    setPragmas(db, 'read-only');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A second connection that writes, for a worker of the process that holds the lock of the file. Close it when done. */
export function openWriter(file: string): WriteDb {
  const db = new Database(file, { fileMustExist: true }) as WriteDb;
  try {
    setPragmas(db, 'worker');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}
