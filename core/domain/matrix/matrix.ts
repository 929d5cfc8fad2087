import type { Site } from '../../site.ts';
import type { GroupFilter } from '../../store/matrix/filter.ts';
import { judgeHere } from './unit-states.ts';
import { isMatrixBehind, queuedGroups, sweepGroups, workOutGroups } from '../../store/matrix/drain.ts';
import { isTimeOver, Unfinished } from '../../store/time-limit.ts';
import { begin, commit, rollBack } from '../../store/transaction.ts';
import { contentFacts } from '../content/content-facts.ts';

const AT_ONCE = 100;

/**
 * Updates the matrix for all groups that changed, so that every response reflects earlier writes. The matrix is derived data: it
 * has no journal, and if the file is not writable (now), its existing state is used. After a change of very many groups (the
 * default language changed), requests process only some at a time: throws `Unfinished`.
 */
export function drainMatrix(site: Site): void {
  // A site in memory cannot be read by another thread, so its units are evaluated here.
  if (site.file === ':memory:') judgeHere(site);
  const isLeft = workOut(site, () => {
    const queue = queuedGroups(site.db, AT_ONCE);
    if (queue.length === 0) return sweepGroups(site.db, AT_ONCE);
    workOutGroups(site.db, queue);
    return true;
  });
  if (isLeft) throw new Unfinished();
}

/** Updates a single group, regardless of the queue: immediately, even within a write. */
export function drainGroup(site: Site, group: number): void {
  if (site.file === ':memory:') judgeHere(site);
  workOut(site, () => {
    workOutGroups(site.db, [group]);
    return false;
  });
}

/** Processes pieces until none remain or the time is up; returns whether some remain. */
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

/** The languages in which work is counted: the active ones. */
export function workLanguages(site: Site): Pick<GroupFilter, 'languages' | 'inactive'> {
  const all = [...contentFacts(site).languages.values()];
  const inactive = all.filter(({ active }) => !active).map(({ id }) => id);
  return { languages: all.length - inactive.length, inactive };
}
