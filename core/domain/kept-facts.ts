import type { Site } from '../site.ts';
import { changesOfOthers, ownChanges } from '../store/revision.ts';
import { touchedOf, type ReadDb } from '../store/sql.ts';

// Not state: what is kept follows from the file, and goes with each change of it, whoever made it.
const kept = new WeakMap<ReadDb, { at: string; facts: Map<string, unknown> }>();
/** Sites a request is being read from, with what was asked of the file once. */
const reading = new WeakMap<ReadDb, { at?: string; others?: number }>();

/** What a fact follows from: settings that decide nothing change it too, or they do not. */
export type Follows = 'settings' | 'rest';

/**
 * What `make` reads from the file, read once until something changes. The value is shared: nobody may change it. A write
 * keeps what it read as long as nothing was written that the fact follows from, also for the next write.
 */
export function keptFacts<T>(site: Site, name: string, make: () => T, follows: Follows = 'settings'): T {
  if (touchedOf(site.db).isWriting) return keptInWrite(site, name, make, follows);
  // A transaction of another kind: what it changed may be taken back.
  if (site.db.inTransaction && !site.db.readonly) return make();
  const at = factsRevision(site);
  let known = kept.get(site.db);
  if (known?.at !== at) {
    known = { at, facts: new Map() };
    kept.set(site.db, known);
  }
  if (known.facts.has(name)) return known.facts.get(name) as T;
  const made = make();
  known.facts.set(name, made);
  return made;
}

/** Says what a fact is after what was just written, so that nobody has to read it again. Only for the transaction that wrote it. */
export function keepFact(site: Site, name: string, value: unknown): void {
  const { settings, rest } = touchedOf(site.db);
  factsOfWrites(site).set(name, { value, settings, rest });
}

interface InWrite {
  transaction: number;
  others: number;
  serverUrl: string;
  facts: Map<string, { value: unknown; settings: number; rest: number }>;
}

// They lie on the site itself, for the reason that stands in `store/sql.ts`.
const inWrite = Symbol('facts of writes');
interface Keeping {
  [inWrite]?: InWrite;
}

function keptInWrite<T>(site: Site, name: string, make: () => T, follows: Follows): T {
  const facts = factsOfWrites(site);
  const touched = touchedOf(site.db);
  const known = facts.get(name);
  const isSame = known?.rest === touched.rest && (follows === 'rest' || known.settings === touched.settings);
  if (isSame) return known.value as T;
  const { settings, rest } = touched;
  const value = make();
  facts.set(name, { value, settings, rest });
  return value;
}

/** In each transaction the file is asked once whether others wrote since the last. */
function factsOfWrites(site: Site & Keeping): InWrite['facts'] {
  const { transactions } = touchedOf(site.db);
  const own = (site[inWrite] ??= { transaction: -1, others: -1, serverUrl: '', facts: new Map() });
  if (own.transaction === transactions) return own.facts;
  own.transaction = transactions;
  const others = changesOfOthers(site.db);
  if (others !== own.others || site.serverUrl !== own.serverUrl) own.facts.clear();
  own.others = others;
  own.serverUrl = site.serverUrl;
  return own.facts;
}

/** Another text after every change of what facts and kept answers depend on. */
export function factsRevision(site: Site): string {
  const scope = reading.get(site.db);
  const now = (): string => `${site.serverUrl} ${othersRevision(site)} ${ownChanges(site.db)}`;
  return scope ? (scope.at ??= now()) : now();
}

/** Another number after every change of the file that was made through another connection. */
export function othersRevision({ db }: Site): number {
  const scope = reading.get(db);
  return scope ? (scope.others ??= changesOfOthers(db)) : changesOfOthers(db);
}

/**
 * The same as it was when this connection last asked: without a look at the file, which costs a write as much as its
 * BEGIN. Asked where a request is being read from, by a connection that only reads, and the first time.
 */
export function othersRevisionSeen(site: Site & Keeping): number {
  const seen = site[inWrite]?.others;
  return seen === undefined || seen < 0 || site.db.readonly || reading.has(site.db) ? othersRevision(site) : seen;
}

/**
 * Runs what only reads, without a pause: the file is asked once whether it changed. What such a request may write by the
 * way (the queues of search and matrix) are no facts.
 */
export function whileReading<T>(site: Site, work: () => T): T {
  if (reading.has(site.db)) return work();
  reading.set(site.db, {});
  try {
    return work();
  } finally {
    reading.delete(site.db);
  }
}
