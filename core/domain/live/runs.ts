import { RestError } from '../../errors.ts';
import type { Run, RunKind } from '../../schema/live/run.ts';
import type { Site } from '../../site.ts';
import { activeRun, insertRun, runById, updateRun, type RunRow } from '../../store/live/runs.ts';
import { connectedSite } from '../../store/live/sites.ts';
import { begin, commit, rollBack } from '../../store/transaction.ts';
import type { Json, Origin } from '../../types.ts';
import { liveSite, shownRun } from './live.ts';

/** Throws 409 while a check, pull or push is active. */
export function assertIdle(site: Site): void {
  const row = connectedSite(site.db);
  if (row && activeRun(site.db, row.id))
    throw new RestError('polydesk_live_running', 'A check, pull or push is running. Wait for its end, or end it.', 409);
}

/**
 * Throws if an entry cannot be undone now: 410 for a push, which is already on the site, 409 for a pull while a run is active.
 */
export function assertUndoable(site: Site, { origin }: { origin: Origin }): void {
  if (origin === 'pull') assertIdle(site);
  if (origin !== 'push') return;
  const text = 'The live site has what was pushed. Undo it from the report of the push. Nothing was changed.';
  throw new RestError('polydesk_gone', text, 410);
}

/** Stores a new run for a job; returns its ID. 409 while another is active. */
export function orderRun(
  site: Site,
  order: { kind: RunKind; input: Json; author: string; undoes?: number | null },
): number {
  const { id: live } = liveSite(site);
  assertIdle(site);
  return insertRun(site.db, { live, ...order, at: site.now().toISOString() });
}

/** A run of the connected site; 404 for any other. */
export function storedRun(site: Site, id: number): RunRow {
  const run = runById(site.db, id);
  if (run?.live === liveSite(site).id) return run;
  throw new RestError('rest_invalid_id', 'This run does not exist.', 404);
}

export function runOf(site: Site, id: number): Run {
  return shownRun(storedRun(site, id));
}

/** Resumes a paused or failed run; 409 for any other. */
export function goOn(site: Site, id: number): RunRow {
  assertIdle(site);
  const run = storedRun(site, id);
  if (run.state !== 'paused' && run.state !== 'failed')
    throw new RestError('polydesk_live_over', 'This run is over. Begin a new one.', 409);
  updateRun(site.db, id, { state: 'running', ended_at: '' });
  return run;
}

/** Requests the end of a run; a finished one is unchanged. Not in a transaction: its job writes too. */
export function endRun(site: Site, id: number, state: 'paused' | 'stopped'): Run {
  const run = storedRun(site, id);
  if (run.state === 'done' || run.state === 'stopped' || run.state === state) return shownRun(run);
  begin(site.db);
  try {
    updateRun(site.db, id, { state, ...(state === 'stopped' && { ended_at: site.now().toISOString() }) });
    commit(site.db);
  } catch (error) {
    rollBack(site.db);
    throw error;
  }
  return runOf(site, id);
}
