import type { Site } from '../site.ts';
import type { GroupFilter } from '../store/matrix-filter.ts';
import { queuedGroups, workOutGroups } from '../store/matrix-drain.ts';
import { begin, commit, rollBack } from '../store/transaction.ts';
import { contentFacts } from './content-facts.ts';

const AT_ONCE = 500;

/**
 * Works out which items are up to date for all groups that changed since, so that every answer shows what was stored
 * before it. The matrix is derived: it has no journal, and a file that cannot be written (now) is shown as it stands.
 */
export function drainMatrix(site: Site): void {
  if (site.readOnly || site.merging || queuedGroups(site.db, 1).length === 0) return;
  const own = !site.db.inTransaction;
  if (own) begin(site.db);
  try {
    for (let queue = queuedGroups(site.db, AT_ONCE); queue.length > 0; queue = queuedGroups(site.db, AT_ONCE))
      workOutGroups(site.db, queue);
    if (own) commit(site.db);
  } catch (error) {
    if (own) rollBack(site.db);
    throw error;
  }
}

/** In which languages work is counted: those that are switched on. */
export function workLanguages(site: Site): Pick<GroupFilter, 'languages' | 'inactive'> {
  const all = [...contentFacts(site).languages.values()];
  const inactive = all.filter(({ active }) => !active).map(({ id }) => id);
  return { languages: all.length - inactive.length, inactive };
}
