import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { isWritable } from './lock.ts';
import { setPragmas } from './pragmas.ts';
import type { ReadDb, WriteDb } from '../sql.ts';

/** A second, read-only connection next to the writer that has the site open: for copies. Close it when done. */
export function openReader(file: string): ReadDb {
  const db = connectToRead(file, isWritable(dirname(file))) as ReadDb;
  try {
    setPragmas(db, db.memory ? 'memory' : 'read-only');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A read-only connection; to a copy in memory if the folder is not writable and no log exists. */
export function connectToRead(file: string, folderWritable: boolean): WriteDb {
  if (folderWritable || existsSync(`${file}-wal`))
    return new Database(file, { readonly: true, fileMustExist: true }) as WriteDb;
  return new Database(inRollbackMode(readFileSync(file)), { readonly: true }) as WriteDb;
}

/**
 * In a folder where nothing can be created SQLite cannot read a file in WAL mode. It cannot be written there either, so a copy in
 * memory is as good.
 */
function inRollbackMode(bytes: Buffer): Buffer {
  bytes.fill(1, 18, 20);
  return bytes;
}

/** A second connection with write access, for a worker of the process that holds the lock of the file. Close it when done. */
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
