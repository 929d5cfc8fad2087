import { RestError } from '../../errors.ts';
import type { Site } from '../../site.ts';
import { busyError } from '../../store/file/failures.ts';
import {
  countEntries,
  eachImage,
  entriesBefore,
  entriesSince,
  entryById,
  entryWriters,
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
} from '../../store/journal/journal.ts';
import type { EntryChanges, HistoryEntry } from '../../schema/site/history.ts';
import { summaryText } from '../../schema/site/summary-text.ts';
import { wordsAsSummary, type Summary } from '../../schema/site/summaries.ts';
import { rewind, rowAfter } from '../../store/rows.ts';
import { touchedOf } from '../../store/sql.ts';
import { isTimeOver, TookTooLong } from '../../store/time-limit.ts';
import { begin, beginItem, commit, dropItem, keepItem, rollBack } from '../../store/transaction.ts';
import type { Caller, ChangeNotice, Origin } from '../../types.ts';
import { changesBetween, type FieldChange } from './changes.ts';
import { isItemKind, itemHistory } from './item-history.ts';
import { firstTouchedRows, itemsOf } from './items.ts';
import { englishWording, searchedWords, searchWords } from './search.ts';
import { invalidParameter } from '../invalid-parameter.ts';
import { settleFiles } from '../content/media/files.ts';
import { assertRoom, handleFailure } from '../site/storage.ts';

/** The result of a unit of work. */
export interface Work<T> {
  value: T;
  /** False: roll back. */
  keep: boolean;
  /** For the journal; empty if omitted. */
  summary?: Summary | undefined;
  /** The entry undone by this one. */
  undoes?: number;
  /** Timestamp, if it has already been returned to the client. */
  at?: string;
  /** Origin of the change, if not the caller's. */
  origin?: Origin;
}

/** Sites whose transactions currently share one COMMIT, with the entries whose files are settled after it. */
const sharing = new WeakMap<Site, number[]>();

/** Maximum number of rows whose fields an entry shows, and of items of a pending one. */
const MOST_ROWS = 1000;

/**
 * Runs `work` in one transaction with one journal entry. If it throws, or returns `keep: false`, nothing is stored. If no row
 * changed, there is no entry. Returns after COMMIT, so that responses reflect what is on disk.
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
    throw handleFailure(site, error);
  } finally {
    settleFiles(site, entry);
  }
}

/** Begins a transaction. Throws inside another one, which stays open. */
function beginFor(site: Site): void {
  try {
    begin(site.db);
  } catch (error) {
    if (site.db.inTransaction) throw new Error('transact inside a transaction: use savepoint', { cause: error });
    throw handleFailure(site, error);
  }
}

/**
 * Runs `work`, whose transactions share one COMMIT: each is kept or rolled back individually and has its own entry, but none is
 * on disk, and nothing may be acknowledged, before this returns. Throws if the COMMIT fails: then nothing was stored.
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
    throw handleFailure(site, error);
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
    throw handleFailure(site, error);
  }
}

function touchesFiles({ items }: ChangeNotice): boolean {
  return items.some(({ kind }) => kind === 'media');
}

/** Runs one item of a larger transaction: if it throws, or returns `keep: false`, only its own changes are rolled back. */
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

/** Writes in its own savepoint: a rejected write is rolled back, and its `RestError` is returned. Other errors are thrown. */
export function refusalOf(site: Site, write: () => void): RestError | undefined {
  try {
    savepoint(site, () => {
      write();
      return { keep: true };
    });
    return undefined;
  } catch (error) {
    if (error instanceof RestError) return error;
    throw error;
  }
}

/**
 * Runs items that will most likely all be kept, without a savepoint for each, which would copy every changed page. `work` must be
 * the first of its transaction and returns undefined if an item failed that may have stored something: the transaction is
 * restarted, and the caller runs the items one by one.
 */
export function attempt<T>(site: Site, work: (runs: () => number) => T | undefined): T | undefined {
  const { db } = site;
  // The other transactions must not be rolled back.
  if (sharing.has(site)) return undefined;
  const counts = touchedOf(db);
  const value = work(() => counts.runs);
  if (value !== undefined) return value;
  rollBack(db);
  beginFor(site);
  return undefined;
}

/** Entries newest first, and their total; filtered by item, with their changes to it. */
export function historyList(
  site: Site,
  { search = '', means = {}, ...query }: HistoryQuery,
): { entries: (HistoryEntry & { changes?: FieldChange[] })[]; total: number } {
  const filter = { ...query, words: searchedWords(site, search, means) };
  const { kind, id } = filter;
  if (kind !== undefined && id !== undefined && isItemKind(kind)) {
    const { entries, total } = itemHistory(site, { ...filter, kind, id });
    const heads = shown(
      site,
      entries.map(({ row }) => row),
    );
    return { entries: heads.map((head, at) => ({ ...head, changes: entries[at]?.changes ?? [] })), total };
  }
  if (filter.field !== undefined)
    throw invalidParameter('field', 'rest_invalid_param', 'Name the post, media item or term by kind and id.');
  const rows = entriesBefore(site.db, filter, filter);
  return { entries: shown(site, rows), total: countEntries(site.db, filter) };
}

type HistoryQuery = Omit<EntryFilter, 'words'> & {
  search?: string | undefined;
  means?: Readonly<Record<string, readonly string[]>> | undefined;
  /** For an item given by kind and ID. */
  field?: string | undefined;
  before?: number | undefined;
  limit: number;
};

/** All authors, with the names of the tokens used; "" for none. */
export function historyWriters(site: Site): { author: string; token: string }[] {
  return entryWriters(site.db);
}

/** One entry, with its changes. */
export function historyEntry(site: Site, id: number): EntryChanges {
  const { db } = site;
  const entry = keptEntry(site, id);
  const rows = firstTouchedRows(eachImage(db, id), MOST_ROWS + 1);
  const changes = rows.slice(0, MOST_ROWS).flatMap((row) => {
    if (isTimeOver(db)) throw new TookTooLong();
    const after = rowAfter(db, id, row);
    return changesBetween(db, row, { before: rewind(after, imagesOfRowIn(db, id, row).toReversed()), after });
  });
  const [head] = shown(site, [entry]);
  if (!head) throw new Error('One row is shown as one');
  return { ...head, changes, has_more: rows.length > MOST_ROWS };
}

/** Entries after `since`, oldest first, and the latest ID. */
export function changesSince(site: Site, since: number, limit: number): { entries: HistoryEntry[]; latest: number } {
  const latest = latestEntryId(site.db);
  // Greater than the latest ID: the file was restored from a copy.
  if (since < oldestEntryId(site.db) - 1 || since > latest)
    throw gone('The changes after this one are not stored any more. Load everything again.');
  const entries = shown(site, entriesSince(site.db, since, limit));
  return { entries, latest };
}

/** The entry the running transaction will write, in its current state; `at` is set at the commit. */
export function pendingEntry(
  site: Site,
  caller: Caller,
  note: { summary: Summary; undoes: number | null },
): HistoryEntry {
  const { db } = site;
  const id = nextEntryId(db);
  fileEntries(db);
  const items = itemsOf(db, eachImage(db, id));
  const origin = originOf(caller, note.undoes);
  const who = { author: caller.name, token: caller.token };
  const head = { id, at: site.now().toISOString(), ...who, origin, ...withSummaryText(site, note.summary) };
  return { ...head, items: items.slice(0, MOST_ROWS), item_count: items.length, undone_by: null, undoes: note.undoes };
}

/** The header of an entry; throws 404 if it never existed, 410 if it was pruned. */
export function keptEntry(site: Site, id: number): EntryRow {
  const entry = entryById(site.db, id);
  if (entry) return entry;
  if (id >= 1 && id < oldestEntryId(site.db)) throw gone('This change is not in the history any more.');
  throw new RestError('rest_invalid_id', 'The history has no such change.', 404);
}

export function gone(text: string): RestError {
  return new RestError('polydesk_gone', text, 410);
}

/** Writes the entry header and the items touched; null if no row changed. */
function record<T>(site: Site, caller: Caller, done: Work<T>): ChangeNotice | null {
  const { db } = site;
  const pending = pendingImages(db);
  if (!pending) return null;
  const { entry: id, images, first } = pending;
  const isFiled = isTimeToFile(first);
  if (isFiled) fileEntries(db);
  const items = itemsOf(db, images);
  const undoes = done.undoes ?? null;
  const origin = done.origin ?? originOf(caller, undoes);
  const { code, params } = done.summary ?? wordsAsSummary('');
  const head = { id, at: done.at ?? site.now().toISOString(), author: caller.name, origin };
  const words = searchWords(db, params, first);
  insertEntry(db, { ...head, token: caller.token, code, params: JSON.stringify(params), words, undoes }, items);
  if (isFiled) fileItems(db, id, items);
  return { ...head, ...withSummaryText(site, { code, params } as Summary), items };
}

function originOf(caller: Caller, undoes: number | null): Origin {
  return undoes === null ? caller.origin : 'undo';
}

function shown(site: Site, rows: readonly EntryRow[]): HistoryEntry[] {
  const wording = englishWording(site);
  return rows.map(({ code, params, items, ...head }) => {
    const summary = { code, params: JSON.parse(params) as object } as Summary;
    return { ...head, summary: summaryText(summary, wording), ...summary, items: JSON.parse(items) as Item[] };
  });
}

function withSummaryText(site: Site, summary: Summary): Summary & { summary: string } {
  return { summary: summaryText(summary, englishWording(site)), ...summary };
}
