import { randomUUID } from 'node:crypto';
import type { Site } from '../../site.ts';
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
import { lastText, putUses } from '../../store/memory/texts.ts';
import { begin, commit, inSnapshot, rollBack } from '../../store/transaction.ts';
import type { ReadDb, WriteDb } from '../../store/sql.ts';
import { usesOfEntry, usesOfGroup } from './group-uses.ts';
import { indexAsItComes, indexAsWhole, type WholeIndex } from './index-texts.ts';

/** What a step came to; plain data that another thread may have made. */
export interface Learned {
  /** What need not wait any longer. */
  learned: QueuedText[];
  /** What the site has to know the memory by; undefined while it is being made. */
  stamp: string | undefined;
  /** How many groups and entries are read of how many, while it is made. */
  progress: { done: number; total: number } | undefined;
}

/** Keeps the memory of a site as its texts are. */
export interface Learner {
  /** Works for so many milliseconds; only reads the site. A memory that does not fit it is made anew first. */
  step(milliseconds: number): Learned;
  /** Ends; a memory that is half made goes, and what was there before stays. */
  close(): void;
}

/** Groups, or entries, of one piece of work. */
const PIECE = 200;
/** With so many times the texts it was ordered for, the order of the keys is worked out anew. */
const GROWTH = 4;
const FEWEST = 20_000;

export function createLearner(site: Site): Learner {
  let making: Making | undefined;
  const begun = (db: WriteDb): Making =>
    (making ??= beginMaking(
      db,
      inSnapshot(site.db, () => countGroupsAndEntries(site.db)),
    ));
  const leave = (): void => {
    if (making) rollBack(site.memory.writer());
    making = undefined;
  };
  return {
    step(milliseconds) {
      const db = site.memory.writer();
      try {
        if (!making && inSnapshot(site.db, () => fits(site, db))) return learnQueued(site, db, milliseconds);
        const own = begun(db);
        if (!makeFor(site, own, milliseconds)) return { learned: [], stamp: undefined, progress: { ...own.progress } };
        making = undefined;
        return { learned: [], stamp: finish(site, db), progress: undefined };
      } catch (error) {
        leave();
        site.memory.forget();
        throw error;
      }
    },
    close: leave,
  };
}

/** Whether the memory is up to date: then no thread has to start for it. Only reads. */
export function isLearned(site: Site): boolean {
  const db = site.memory.reader();
  if (!db) return false;
  try {
    return inSnapshot(site.db, () => countQueuedForMemory(site.db) === 0 && fits(site, db));
  } catch {
    return false;
  } finally {
    // Its cache is not needed here, and a file that is open cannot be replaced on Windows.
    site.memory.forget();
  }
}

/** Keeps what a step came to, in the site: in a write of its own, which others wait for. */
export function keepStep(site: Site, { learned, stamp, progress }: Learned): void {
  site.memory.progress = progress;
  if (stamp === undefined || site.readOnly || site.merging) return;
  const own = !site.db.inTransaction;
  if (own) begin(site.db);
  try {
    keepLearned(site.db, learned, stamp);
    if (own) commit(site.db);
  } catch (error) {
    if (own) rollBack(site.db);
    throw error;
  }
}

/** Whether the memory is of this site, and of no later or other state of it than the queue tells. */
function fits(site: Site, db: ReadDb): boolean {
  const facts = readFacts(db);
  const mark = markOfSite(site.db);
  const isKnown = mark.stamp !== '' && (facts['stamp'] === mark.stamp || facts['prior'] === mark.stamp);
  const isGrown = lastText(db) > GROWTH * Math.max(Number(facts['ranked'] ?? 0), FEWEST);
  return isKnown && facts['site'] === mark.site && Number(facts['entry'] ?? Infinity) <= mark.entry && !isGrown;
}

function learnQueued(site: Site, db: WriteDb, milliseconds: number): Learned {
  const until = performance.now() + milliseconds;
  const learned: QueuedText[] = [];
  return inSnapshot(site.db, () => {
    const queued = queuedForMemory(site.db, PIECE);
    if (queued.length === 0) return { learned, stamp: markOfSite(site.db).stamp, progress: undefined };
    const index = indexAsItComes(db);
    begin(db);
    for (const one of queued) {
      if (one.kind === 'group') putUses(db, one.id, usesOfGroup(site, one.id), index);
      else putUses(db, -one.id, usesOf(site, one.id), index);
      learned.push(one);
      if (performance.now() > until) break;
    }
    const stamp = stampAnew(site, db);
    commit(db);
    return { learned, stamp, progress: undefined };
  });
}

function usesOf(site: Site, entry: number): ReturnType<typeof usesOfEntry> {
  const row = bookEntry(site.db, entry);
  return row ? usesOfEntry(row) : [];
}

/** The memory is known by a new stamp; by the one of before too, until the site has heard of the new one. */
function stampAnew(site: Site, db: WriteDb): string {
  const mark = markOfSite(site.db);
  const stamp = randomUUID();
  writeFacts(db, { site: mark.site, prior: mark.stamp, stamp, entry: String(mark.entry) });
  return stamp;
}

/** A memory that is being made, in one transaction: whoever reads has the one of before until it is over. */
interface Making {
  index: WholeIndex;
  group: number;
  entry: number;
  stage: 'groups' | 'entries' | 'index';
  progress: { done: number; total: number };
}

function beginMaking(db: WriteDb, total: number): Making {
  begin(db);
  emptyMemory(db);
  return { index: indexAsWhole(db), group: 0, entry: 0, stage: 'groups', progress: { done: 0, total } };
}

/** Whether it is made. */
function makeFor(site: Site, making: Making, milliseconds: number): boolean {
  const db = site.memory.writer();
  const until = performance.now() + milliseconds;
  while (making.stage !== 'index') {
    const isLeft = inSnapshot(site.db, () => readSome(site, db, making, until));
    if (performance.now() > until) return false;
    if (isLeft) continue;
    if (making.stage === 'entries') making.index.rank();
    making.stage = making.stage === 'groups' ? 'entries' : 'index';
  }
  return making.index.index(Math.max(until - performance.now(), milliseconds / 4));
}

/** Whether there may be more. */
function readSome(site: Site, db: WriteDb, making: Making, until: number): boolean {
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

/** Learns all that waits, at once: for a site in memory, and for tests. */
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
