import { run, sql, touchedOf, type ReadDb, type WriteDb } from './sql.ts';

/** Begins to write immediately: a conflict with another writer shows here, not in the middle. */
export function begin(db: WriteDb): void {
  run(db, sql`BEGIN IMMEDIATE`, 'nothing');
  const touched = touchedOf(db);
  touched.transactions++;
  touched.isWriting = true;
}

export function commit(db: WriteDb): void {
  run(db, sql`COMMIT`, 'nothing');
  touchedOf(db).isWriting = false;
}

/** Rolls everything back. Some failures have done so already. */
export function rollBack(db: WriteDb): void {
  const touched = touchedOf(db);
  touched.rest++;
  touched.isWriting = false;
  if (db.inTransaction) run(db, sql`ROLLBACK`);
}

export function beginItem(db: WriteDb): void {
  run(db, sql`SAVEPOINT item`, 'nothing');
}

export function keepItem(db: WriteDb): void {
  run(db, sql`RELEASE item`, 'nothing');
}

export function dropItem(db: WriteDb): void {
  if (!db.inTransaction) return;
  run(db, sql`ROLLBACK TO item`);
  run(db, sql`RELEASE item`);
}

/** Runs a read on a consistent snapshot: writes by others in between are not visible to half of it. */
export function inSnapshot<T>(db: ReadDb, work: () => T): T {
  db.exec('BEGIN');
  try {
    return work();
  } finally {
    if (db.inTransaction) db.exec('ROLLBACK');
  }
}
