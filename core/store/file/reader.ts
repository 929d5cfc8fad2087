import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { isWritable } from './lock.ts';
import { setPragmas } from './pragmas.ts';
import type { ReadDb, WriteDb } from '../sql.ts';

/** A second connection that only reads, beside the writer that has the site open: for copies. Close it when done. */
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

/** A connection that only reads; where nobody can write and nothing waits in a log, to a copy in memory. */
export function connectToRead(file: string, folderWritable: boolean): WriteDb {
  if (folderWritable || existsSync(`${file}-wal`))
    return new Database(file, { readonly: true, fileMustExist: true }) as WriteDb;
  return new Database(inRollbackMode(readFileSync(file)), { readonly: true }) as WriteDb;
}

/** In a folder where nothing can be created SQLite reads no file in WAL mode. Nobody writes there either: a copy in memory is as good. */
function inRollbackMode(bytes: Buffer): Buffer {
  bytes.fill(1, 18, 20);
  return bytes;
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
