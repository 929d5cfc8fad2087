import type { Site } from '../site.ts';
import { changesOfOthers, ownChanges } from '../store/revision.ts';
import type { ReadDb } from '../store/sql.ts';

// Not state: what is kept follows from the file, and goes with each change of it, whoever made it.
const kept = new WeakMap<ReadDb, { at: string; facts: Map<string, unknown> }>();
/** Sites a request is being read from, with what was asked of the file once. */
const reading = new WeakMap<ReadDb, { at?: string; others?: number }>();

/**
 * What `make` reads from the file, read once until something changes. The value is shared: nobody may change it. Inside a
 * transaction that may write nothing is kept: what it changed may be taken back.
 */
export function keptFacts<T>(site: Site, name: string, make: () => T): T {
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
