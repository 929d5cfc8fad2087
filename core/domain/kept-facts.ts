import type { Site } from '../site.ts';
import { revision } from '../store/revision.ts';
import type { ReadDb } from '../store/sql.ts';

// Not state: what is kept follows from the file, and goes with each change of it, whoever made it.
const kept = new WeakMap<ReadDb, { at: string; facts: Map<string, unknown> }>();

/**
 * What `make` reads from the file, read once until something changes. The value is shared: nobody may change it. Inside a
 * transaction nothing is kept: what it changed may be taken back.
 */
export function keptFacts<T>(site: Site, name: string, make: () => T): T {
  if (site.db.inTransaction) return make();
  const at = `${site.serverUrl} ${revision(site.db)}`;
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
