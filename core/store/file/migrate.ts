import { writeJournalTriggers, dropJournalTriggers } from '../journal/triggers.ts';
import type { Migration } from './migrations/index.ts';
import type { WriteDb } from '../sql.ts';

/** The version of the file: how many migrations it has had. */
export function schemaVersion(db: WriteDb): number {
  return Number(db.pragma('user_version', { simple: true }));
}

/**
 * Upgrades the file to the newest version: each step in one transaction with its number, so a crash leaves the file before or
 * after a step, never between. Data moved by a step is not a user's change: the journal's triggers are dropped meanwhile. `then`
 * ends each step: it creates the triggers of the new tables, except for a new file, which is filled first. Foreign keys are off
 * (a step may rebuild tables) and checked before each commit.
 */
export function migrate(db: WriteDb, migrations: readonly Migration[], then = writeJournalTriggers): void {
  db.pragma('foreign_keys = OFF');
  try {
    const done = schemaVersion(db);
    migrations.slice(done).forEach((step, i) => {
      applyStep(db, { number: done + i + 1, step, then });
    });
  } finally {
    db.pragma('foreign_keys = ON');
  }
}

function applyStep(db: WriteDb, how: { number: number; step: Migration; then(db: WriteDb): void }): void {
  const { number, step, then } = how;
  db.exec('BEGIN IMMEDIATE');
  try {
    dropJournalTriggers(db);
    db.exec(step.sql);
    const broken = db.pragma('foreign_key_check') as unknown[];
    if (broken.length > 0)
      throw new Error(`Migration ${number} (${step.why}) leaves ${broken.length} rows without their partner`);
    then(db);
    db.pragma(`user_version = ${number}`);
    db.exec('COMMIT');
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
