import { RestError } from '../errors.ts';
import type { Site } from '../site.ts';
import { busyError } from '../store/failures.ts';
import {
  countEntries,
  eachImage,
  entriesBefore,
  entriesSince,
  entryById,
  fileEntries,
  fileItems,
  imagesOfRowIn,
  insertEntry,
  isTimeToFile,
  latestEntryId,
  nextEntryId,
  oldestEntryId,
  pendingImages,
  type EntryFilter,
  type EntryRow,
  type Item,
} from '../store/journal.ts';
import { rewind, rowAfter } from '../store/rows.ts';
import { touchedOf } from '../store/sql.ts';
import { isTimeOver, TookTooLong } from '../store/time-limit.ts';
import { begin, beginItem, commit, dropItem, keepItem, rollBack } from '../store/transaction.ts';
import type { Caller, ChangeNotice, Origin } from '../types.ts';
import { changesBetween, type FieldChange } from './history-changes.ts';
import { firstTouchedRows, itemsOf } from './history-items.ts';
import { settleFiles } from './media/files.ts';
import { noteModelWrite, noteModelWrites } from './model-writes.ts';
import { assertRoom, meetFailure } from './storage.ts';

/** What a piece of work says of itself. */
export interface Work<T> {
  value: T;
  /** False: take everything back. */
  keep: boolean;
  /** One sentence for the journal. */
  summary: string;
  /** The entry this one undoes. */
  undoes?: number;
  /** Where the change comes from, when it is not where the caller does. */
  origin?: Origin;
}

/** An entry as `polydesk/v1/history` answers it (`contract/extras.md`). */
export interface HistoryEntry {
  id: number;
  at: string;
  author: string;
  /** Name of the token it came with; "" for none. */
  token: string;
  origin: Origin;
  summary: string;
  /** The first of them; how many there are says `item_count`. */
  items: Item[];
  item_count: number;
  undone_by: number | null;
  undoes: number | null;
}

/** Sites whose transactions share one COMMIT just now, with the entries whose files are settled after it. */
const sharing = new WeakMap<Site, number[]>();

/** Most rows whose fields an answered entry shows, and most items of one that is about to be written. */
const MOST_ROWS = 1000;

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
  if (sharing.has(site)) return transactShared(site, caller, work);
  if (site.merging) throw busyError();
  let entry: number | undefined;
  beginFor(site);
  try {
    const done = work();
    const notice = done.keep ? record(site, caller, done) : null;
    if (notice) assertRoom(site);
    if (done.keep) commit(db);
    else rollBack(db);
    if (notice && touchesFiles(notice)) entry = notice.id;
    return { value: done.value, notice };
  } catch (error) {
    rollBack(db);
    throw meetFailure(site, error);
  } finally {
    settleFiles(site, entry);
  }
}

/** Begins a transaction. Inside one it throws, and that one goes on. */
function beginFor(site: Site): void {
  try {
    begin(site.db);
  } catch (error) {
    if (site.db.inTransaction) throw new Error('transact inside a transaction: use savepoint', { cause: error });
    throw meetFailure(site, error);
  }
}

/**
 * Runs `work`, whose transactions share one COMMIT: each is kept or taken back by itself and has its own entry, but none is
 * on the disk, and nothing may be answered, before this returns. Throws when the COMMIT fails: then nothing was stored.
 */
export function together(site: Site, work: () => void): void {
  const { db } = site;
  if (site.merging) throw busyError();
  const entries: number[] = [];
  beginFor(site);
  try {
    sharing.set(site, entries);
    work();
    commit(db);
  } catch (error) {
    entries.length = 0;
    rollBack(db);
    noteModelWrite(site);
    throw meetFailure(site, error);
  } finally {
    sharing.delete(site);
    settleFiles(site, undefined);
    for (const entry of entries) settleFiles(site, entry);
  }
}

function transactShared<T>(site: Site, caller: Caller, work: () => Work<T>): { value: T; notice: ChangeNotice | null } {
  try {
    return savepoint(site, () => {
      const done = work();
      const notice = done.keep ? record(site, caller, done) : null;
      if (notice) assertRoom(site);
      if (notice && touchesFiles(notice)) sharing.get(site)?.push(notice.id);
      return { value: done.value, notice, keep: done.keep };
    });
  } catch (error) {
    throw meetFailure(site, error);
  }
}

function touchesFiles({ items }: ChangeNotice): boolean {
  return items.some(({ kind }) => kind === 'media');
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

/**
 * Runs items that are most likely all kept, without a savepoint for each: every page an item changes is copied for its
 * savepoint, also one that the item before had changed. `work` is the first of its transaction and gives undefined when an
 * item failed that may have stored something: the transaction begins anew, and whoever asked runs them one by one.
 */
export function attempt<T>(site: Site, work: (runs: () => number) => T | undefined): T | undefined {
  const { db } = site;
  // Nothing of the others may be taken back.
  if (sharing.has(site)) return undefined;
  const counts = touchedOf(db);
  const value = work(() => counts.runs);
  if (value !== undefined) return value;
  rollBack(db);
  beginFor(site);
  return undefined;
}

/** Entries newest first, and how many the filter finds. */
export function historyList(
  site: Site,
  query: EntryFilter & { before?: number | undefined; limit: number },
): { entries: HistoryEntry[]; total: number } {
  const rows = entriesBefore(site.db, query, query);
  return { entries: rows.map(shown), total: countEntries(site.db, query) };
}

/** One entry with what it changed, field by field; secrets are masked. */
export interface EntryChanges extends HistoryEntry {
  /** Of very many rows those of the first. */
  changes: FieldChange[];
  /** It changed more rows than these. */
  has_more: boolean;
}

/** The entry of that number, with what it changed. */
export function historyEntry(site: Site, id: number): EntryChanges {
  const { db } = site;
  const entry = keptEntry(site, id);
  const rows = firstTouchedRows(eachImage(db, id), MOST_ROWS + 1);
  const changes = rows.slice(0, MOST_ROWS).flatMap((row) => {
    if (isTimeOver(db)) throw new TookTooLong();
    const after = rowAfter(db, id, row);
    return changesBetween(db, row, { before: rewind(after, imagesOfRowIn(db, id, row).toReversed()), after });
  });
  return { ...shown(entry), changes, has_more: rows.length > MOST_ROWS };
}

/** Entries after `since`, oldest first, and the newest id there is. */
export function changesSince(site: Site, since: number, limit: number): { entries: HistoryEntry[]; latest: number } {
  const latest = latestEntryId(site.db);
  // Ahead of us: the file was restored from a copy.
  if (since < oldestEntryId(site.db) - 1 || since > latest)
    throw gone('The changes after this one are not kept. Read everything anew.');
  const entries = entriesSince(site.db, since, limit).map(shown);
  return { entries, latest };
}

/** The entry that the running transaction will write, as it stands now. */
export function pendingEntry(site: Site, caller: Caller, note: { summary: string; undoes: number }): HistoryEntry {
  const { db } = site;
  const id = nextEntryId(db);
  fileEntries(db);
  const items = itemsOf(db, eachImage(db, id));
  const origin = originOf(caller, note.undoes);
  const who = { author: caller.name, token: caller.token };
  const head = { id, at: site.now().toISOString(), ...who, origin, summary: note.summary };
  return { ...head, items: items.slice(0, MOST_ROWS), item_count: items.length, undone_by: null, undoes: note.undoes };
}

/** The head of an entry, or why there is none: 404 for one that never was, 410 for one that was pruned. */
export function keptEntry(site: Site, id: number): EntryRow {
  const entry = entryById(site.db, id);
  if (entry) return entry;
  if (id >= 1 && id < oldestEntryId(site.db)) throw gone('This change is no longer kept in the history.');
  throw new RestError('rest_invalid_id', 'There is no such change in the history.', 404);
}

export function gone(text: string): RestError {
  return new RestError('polydesk_gone', text, 410);
}

/** Writes the head of the entry and what it touched; null when no row changed. */
function record<T>(site: Site, caller: Caller, done: Work<T>): ChangeNotice | null {
  const { db } = site;
  const pending = pendingImages(db);
  if (!pending) return null;
  const { entry: id, images, first } = pending;
  const isFiled = isTimeToFile(first);
  if (isFiled) fileEntries(db);
  const items = itemsOf(db, images);
  noteModelWrites(site, items);
  const undoes = done.undoes ?? null;
  const origin = done.origin ?? originOf(caller, undoes);
  const head = { id, at: site.now().toISOString(), author: caller.name, origin, summary: done.summary };
  insertEntry(db, { ...head, token: caller.token, undoes }, items);
  if (isFiled) fileItems(db, id, items);
  return { ...head, items };
}

function originOf(caller: Caller, undoes: number | null): Origin {
  return undoes === null ? caller.origin : 'undo';
}

function shown({ items, ...head }: EntryRow): HistoryEntry {
  return { ...head, items: JSON.parse(items) as Item[] };
}
