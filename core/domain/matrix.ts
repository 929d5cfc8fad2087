import type { Site } from '../site.ts';
import type { GroupFilter } from '../store/matrix-filter.ts';
import { queuedGroups, workOutGroups } from '../store/matrix-drain.ts';
import { isTimeOver, Unfinished } from '../store/time-limit.ts';
import { begin, commit, rollBack } from '../store/transaction.ts';
import { contentFacts } from './content-facts.ts';

const AT_ONCE = 100;

/**
 * Works out which items are up to date for all groups that changed since, so that every answer shows what was stored
 * before it. The matrix is derived: it has no journal, and a file that cannot be written (now) is shown as it stands. Of very
 * many groups (the default language was changed) only some are worked out at a time where others wait: throws `Unfinished`.
 */
export function drainMatrix(site: Site): void {
  if (site.readOnly || site.merging || queuedGroups(site.db, 1).length === 0) return;
  const own = !site.db.inTransaction;
  if (own) begin(site.db);
  let isLeft = false;
  try {
    let queue = queuedGroups(site.db, AT_ONCE);
    while (queue.length > 0 && !isLeft) {
      workOutGroups(site.db, queue);
      queue = queuedGroups(site.db, AT_ONCE);
      isLeft = own && queue.length > 0 && isTimeOver(site.db);
    }
    if (own) commit(site.db);
  } catch (error) {
    if (own) rollBack(site.db);
    throw error;
  }
  if (isLeft) throw new Unfinished();
}

/** In which languages work is counted: those that are switched on. */
export function workLanguages(site: Site): Pick<GroupFilter, 'languages' | 'inactive'> {
  const all = [...contentFacts(site).languages.values()];
  const inactive = all.filter(({ active }) => !active).map(({ id }) => id);
  return { languages: all.length - inactive.length, inactive };
}
