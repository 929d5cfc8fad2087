import type { Site } from '../site.ts';
import { storageError } from '../store/failures.ts';
import { imagesOf, insertEntry, insertItem, nextEntryId } from '../store/journal.ts';
import { begin, beginItem, commit, dropItem, keepItem, rollBack } from '../store/transaction.ts';
import type { Caller, ChangeNotice } from '../types.ts';
import { itemsOf } from './history-items.ts';

/** What a piece of work says of itself. */
export interface Work<T> {
  value: T;
  /** False: take everything back. */
  keep: boolean;
  /** One sentence for the journal. */
  summary: string;
  /** The entry this one undoes. */
  undoes?: number;
}

/**
 * Runs `work` in one transaction with one journal entry. It throws, or says not to keep: nothing is stored. It changed no
 * row of the site: no entry. Returns after COMMIT, so whoever answers then answers for what is on the disk.
 */
export function transact<T>(
  site: Site,
  caller: Caller,
  work: () => Work<T>,
): { value: T; notice: ChangeNotice | null } {
  const { db } = site;
  if (db.inTransaction) throw new Error('transact inside a transaction: use savepoint');
  try {
    begin(db);
    const done = work();
    const notice = done.keep ? record(site, caller, done) : null;
    if (done.keep) commit(db);
    else rollBack(db);
    return { value: done.value, notice };
  } catch (error) {
    rollBack(db);
    throw storageError(error) ?? error;
  }
}

/** Runs one item of a larger transaction: it throws, or says not to keep, and only its own changes go. */
export function savepoint<T extends { keep: boolean }>(site: Site, work: () => T): T {
  const { db } = site;
  beginItem(db);
  try {
    const done = work();
    if (done.keep) keepItem(db);
    else dropItem(db);
    return done;
  } catch (error) {
    dropItem(db);
    throw error;
  }
}

/** Writes the head of the entry and what it touched; null when no row changed. */
function record<T>(site: Site, caller: Caller, done: Work<T>): ChangeNotice | null {
  const { db } = site;
  const id = nextEntryId(db);
  const images = imagesOf(db, id);
  if (images.length === 0) return null;
  const items = itemsOf(db, images);
  const head = { id, at: site.now().toISOString(), author: caller.name, origin: caller.origin, summary: done.summary };
  insertEntry(db, { ...head, token: caller.token, undoes: done.undoes ?? null });
  for (const item of items) insertItem(db, id, item);
  return { ...head, items };
}
