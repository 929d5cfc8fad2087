import type { Site } from '../../site.ts';
import type { GroupFilter } from '../../store/matrix/filter.ts';
import { judgeHere } from './unit-states.ts';
import { isMatrixBehind, queuedGroups, sweepGroups, workOutGroups } from '../../store/matrix/drain.ts';
import { isTimeOver, Unfinished } from '../../store/time-limit.ts';
import { begin, commit, rollBack } from '../../store/transaction.ts';
import { contentFacts } from '../content/content-facts.ts';

const AT_ONCE = 100;

/**
 * Works out which items are up to date for all groups that changed since, so that every answer shows what was stored
 * before it. The matrix is derived: it has no journal, and a file that cannot be written (now) is shown as it stands. Of very
 * many groups (the default language was changed) only some are worked out at a time where others wait: throws `Unfinished`.
 */
export function drainMatrix(site: Site): void {
  // Nobody else can read a site in memory: what another thread judges elsewhere is judged here.
  if (site.file === ':memory:') judgeHere(site);
  const isLeft = workOut(site, () => {
    const queue = queuedGroups(site.db, AT_ONCE);
    if (queue.length === 0) return sweepGroups(site.db, AT_ONCE);
    workOutGroups(site.db, queue);
    return true;
  });
  if (isLeft) throw new Unfinished();
}

/** The same for one group alone, whatever else is to be worked out: at once, also amid a write. */
export function drainGroup(site: Site, group: number): void {
  if (site.file === ':memory:') judgeHere(site);
  workOut(site, () => {
    workOutGroups(site.db, [group]);
    return false;
  });
}

/** Does pieces until none is left, or the time is over; whether some are left. */
function workOut(site: Site, piece: () => boolean): boolean {
  if (site.readOnly || site.merging || !isMatrixBehind(site.db)) return false;
  const own = !site.db.inTransaction;
  if (own) begin(site.db);
  try {
    let isLeft = piece();
    while (isLeft && !(own && isTimeOver(site.db))) isLeft = piece();
    if (own) commit(site.db);
    return isLeft;
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
