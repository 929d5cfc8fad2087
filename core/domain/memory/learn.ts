import { randomUUID } from 'node:crypto';
import type { Site } from '../../site.ts';
import { isDamage } from '../../store/file/failures.ts';
import { emptyMemory, readFacts, writeFacts } from '../../store/memory/file.ts';
import {
  bookEntry,
  countGroupsAndEntries,
  countQueuedForMemory,
  entriesAfter,
  groupsAfter,
  keepLearned,
  markOfSite,
  queuedForMemory,
  type QueuedText,
} from '../../store/memory/queue.ts';
import { forgetFindings } from '../../store/memory/findings.ts';
import { lastText, putUses, STRINGS, type Use } from '../../store/memory/texts.ts';
import { begin, commit, inSnapshot, rollBack } from '../../store/transaction.ts';
import { hasFailedIn, type ReadDb, type WriteDb } from '../../store/sql.ts';
import { contentFacts } from '../content/content-facts.ts';
import { usesOfEntry, usesOfGroup } from './group-uses.ts';
import { indexAsItComes, indexAsWhole, type WholeIndex } from './index-texts.ts';
import { usesOfStrings } from './string-uses.ts';

/** The result of a step; plain data that another thread may have computed. */
export interface Learned {
  /** Processed entries of the queue. */
  learned: QueuedText[];
  /** The stamp that ties the memory to the site; undefined while it is being built. */
  stamp: string | undefined;
  /** The memory was rebuilt with this step. */
  isMade: boolean;
  /** Number of groups and entries read, and their total, while it is built. */
  progress: { done: number; total: number } | undefined;
}

/** Keeps the memory of a site in sync with its texts. */
export interface Learner {
  /** Works for this many milliseconds; only reads the site. A memory that does not match the site is rebuilt first. */
  step(milliseconds: number): Learned;
  /** Stops; an unfinished build is discarded, and the previous memory stays. */
  close(): void;
}

/** Groups, or entries, per piece of work. */
const PIECE = 200;
/** Keys are ranked again when the number of texts has grown by this factor. */
const GROWTH = 4;
const FEWEST = 20_000;

export function createLearner(site: Site): Learner {
  site.memory.isLearnedHere = true;
  let making: Making | undefined;
  const begun = (db: WriteDb): Making =>
    (making ??= inSnapshot(site.db, () =>
      beginMaking(db, {
        total: countGroupsAndEntries(site.db),
        stamp: markOfSite(site.db).stamp,
        localeOf: localesOf(site),
      }),
    ));
  const leave = (): void => {
    if (making?.db.open) rollBack(making.db);
    making = undefined;
  };
  return {
    step(milliseconds) {
      const db = site.memory.writer();
      try {
        // Another stamp: the rebuild was cancelled, or wanted again. A damaged file was removed meanwhile.
        if (making && (making.db !== db || making.stamp !== inSnapshot(site.db, () => markOfSite(site.db).stamp)))
          leave();
        if (!making && inSnapshot(site.db, () => fits(site, db))) return learnQueued(site, db, milliseconds);
        const own = begun(db);
        if (!makeFor(site, own, milliseconds))
          return { learned: [], stamp: undefined, isMade: false, progress: { ...own.progress } };
        making = undefined;
        return { learned: [], stamp: finish(site, db), isMade: true, progress: undefined };
      } catch (error) {
        leave();
        if (isDamage(error) && !hasFailedIn(site.db, error)) site.memory.discard();
        else site.memory.forget();
        throw error;
      }
    },
    close: leave,
  };
}

/** Whether the memory is up to date, so that no thread has to be started for it. Read-only. */
export function isLearned(site: Site): boolean {
  const db = site.memory.reader();
  if (!db) return false;
  try {
    return inSnapshot(site.db, () => countQueuedForMemory(site.db) === 0 && fits(site, db));
  } catch {
    return false;
  } finally {
    // Its cache is not needed here, and an open file cannot be replaced on Windows.
    site.memory.forget();
  }
}

/** Stores the result of a step in the site, in its own write transaction, which blocks others. */
export function keepStep(site: Site, { learned, stamp, isMade, progress }: Learned): void {
  // A rebuild that was requested during a step must not be lost by storing the stamp of that step.
  const isWanted = stamp !== undefined && !isMade && markOfSite(site.db).stamp === '';
  if (!isWanted) site.memory.progress = progress;
  if (stamp === undefined || site.readOnly || site.merging) return;
  const own = !site.db.inTransaction;
  if (own) begin(site.db);
  try {
    keepLearned(site.db, learned, isWanted ? '' : stamp);
    if (own) commit(site.db);
  } catch (error) {
    if (own) rollBack(site.db);
    throw error;
  }
}

/** Whether the memory belongs to this site, in a state that the queue can bring up to date. */
function fits(site: Site, db: ReadDb): boolean {
  const facts = readFacts(db);
  return isTied(site, facts) && lastText(db) <= GROWTH * Math.max(Number(facts['ranked'] ?? 0), FEWEST);
}

/** Whether a memory with these facts holds what the site was at its last step, apart from the groups in the queue. */
export function isTied(site: Site, facts: ReturnType<typeof readFacts>): boolean {
  const mark = markOfSite(site.db);
  const isKnown = mark.stamp !== '' && (facts['stamp'] === mark.stamp || facts['prior'] === mark.stamp);
  return isKnown && facts['site'] === mark.site && Number(facts['entry'] ?? Infinity) <= mark.entry;
}

function learnQueued(site: Site, db: WriteDb, milliseconds: number): Learned {
  const until = performance.now() + milliseconds;
  const learned: QueuedText[] = [];
  return inSnapshot(site.db, () => {
    const queued = queuedForMemory(site.db, PIECE);
    if (queued.length === 0) return { learned, stamp: markOfSite(site.db).stamp, isMade: false, progress: undefined };
    const index = indexAsItComes(db, localesOf(site));
    begin(db);
    for (const one of queued) {
      putUses(db, ...usesOf(site, one), index);
      if (one.kind === 'group') forgetFindings(db, one.id);
      learned.push(one);
      if (performance.now() > until) break;
    }
    const stamp = stampAnew(site, db);
    commit(db);
    return { learned, stamp, isMade: false, progress: undefined };
  });
}

/** The owner of what changed, and all of its texts. */
function usesOf(site: Site, { kind, id }: QueuedText): [owner: number, uses: Use[]] {
  if (kind === 'group') return [id, usesOfGroup(site, id)];
  if (kind === 'strings') return [STRINGS, usesOfStrings(site)];
  const row = bookEntry(site.db, id);
  return [-id, row ? usesOfEntry(row) : []];
}

/** Gives the memory a new stamp, and keeps the previous one valid until the site has stored the new one. */
function stampAnew(site: Site, db: WriteDb): string {
  const mark = markOfSite(site.db);
  const stamp = randomUUID();
  writeFacts(db, { site: mark.site, prior: mark.stamp, stamp, entry: String(mark.entry) });
  return stamp;
}

/** A memory being built, in one transaction: readers see the previous one until it is committed. */
interface Making {
  db: WriteDb;
  index: WholeIndex;
  group: number;
  entry: number;
  stage: 'strings' | 'groups' | 'entries' | 'index';
  /** That of the site when it began. */
  stamp: string;
  progress: { done: number; total: number };
}

function beginMaking(
  db: WriteDb,
  { total, stamp, localeOf }: { total: number; stamp: string; localeOf: (language: number) => string },
): Making {
  begin(db);
  emptyMemory(db);
  return {
    db,
    index: indexAsWhole(db, localeOf),
    group: 0,
    entry: 0,
    stage: 'strings',
    stamp,
    progress: { done: 0, total },
  };
}

/** The locale of each language of a site, by its number. */
export function localesOf(site: Site): (language: number) => string {
  const { languages } = contentFacts(site);
  return (language) => languages.get(language)?.locale ?? '';
}

const NEXT = { strings: 'groups', groups: 'entries', entries: 'index' } as const;

/** Continues building; returns whether it is finished. */
function makeFor(site: Site, making: Making, milliseconds: number): boolean {
  const { db } = making;
  const until = performance.now() + milliseconds;
  while (making.stage !== 'index') {
    const isLeft = inSnapshot(site.db, () => readSome(site, db, making, until));
    if (!isLeft) making.stage = NEXT[making.stage];
    if (making.stage === 'index') making.index.rank();
    if (performance.now() > until) return false;
  }
  return making.index.index(Math.max(until - performance.now(), milliseconds / 4));
}

/** Returns whether there may be more to read. */
function readSome(site: Site, db: WriteDb, making: Making, until: number): boolean {
  if (making.stage === 'strings') {
    putUses(db, STRINGS, usesOfStrings(site), making.index);
    return false;
  }
  const isOfBooks = making.stage === 'entries';
  const some = isOfBooks
    ? entriesAfter(site.db, making.entry, PIECE).map((row) => ({ id: row.id, uses: () => usesOfEntry(row) }))
    : groupsAfter(site.db, making.group, PIECE).map((id) => ({ id, uses: () => usesOfGroup(site, id) }));
  for (const { id, uses } of some) {
    putUses(db, isOfBooks ? -id : id, uses(), making.index);
    if (isOfBooks) making.entry = id;
    else making.group = id;
    making.progress.done++;
    if (performance.now() > until) return true;
  }
  return some.length === PIECE;
}

function finish(site: Site, db: WriteDb): string {
  writeFacts(db, { ranked: String(lastText(db)) });
  const stamp = inSnapshot(site.db, () => stampAnew(site, db));
  commit(db);
  return stamp;
}

/** Processes the whole queue synchronously: for a site in memory, and for tests. */
export function learnHere(site: Site): void {
  if (site.readOnly || site.merging) return;
  const learner = learners.get(site) ?? createLearner(site);
  learners.set(site, learner);
  for (let step = learner.step(Infinity); ; step = learner.step(Infinity)) {
    const isOver = step.stamp === markOfSite(site.db).stamp && step.learned.length === 0;
    keepStep(site, step);
    if (isOver) return;
  }
}

const learners = new WeakMap<Site, Learner>();
