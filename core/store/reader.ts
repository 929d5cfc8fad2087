import Database from 'better-sqlite3';
import { setPragmas } from './pragmas.ts';
import type { ReadDb } from './sql.ts';

/** A second connection that only reads, beside whoever has the site open and writes: for copies. Close it when done. */
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
