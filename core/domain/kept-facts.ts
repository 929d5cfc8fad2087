import type { Site } from '../site.ts';
import { revision } from '../store/revision.ts';
import type { ReadDb } from '../store/sql.ts';

// Not state: what is kept follows from the file, and goes with each change of it, whoever made it.
const kept = new WeakMap<ReadDb, { at: string; facts: Map<string, unknown> }>();
/** Sites a request is being read from, with the text of `factsRevision` once it was asked for. */
const reading = new WeakMap<ReadDb, { at?: string }>();

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
  if (!scope) return `${site.serverUrl} ${revision(site.db)}`;
  return (scope.at ??= `${site.serverUrl} ${revision(site.db)}`);
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
