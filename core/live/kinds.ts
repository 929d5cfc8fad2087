import { JobCancelled, type JobKind, type JobResult, type JobTools } from '../domain/job-kind.ts';
import { isAwake } from '../domain/live/live.ts';
import { errorBody, RestError } from '../errors.ts';
import type { Site } from '../site.ts';
import { latestEntryId } from '../store/journal/journal.ts';
import { runById, updateRun, type RunChanges } from '../store/live/runs.ts';
import { connectedSite } from '../store/live/sites.ts';
import type { Json } from '../types.ts';
import { compareAll, runCheck } from './check/check.ts';
import type { RunTools } from './check/checking.ts';
import { openLive } from './connect.ts';
import { liveFault } from './faults.ts';
import { runPull, type PullChoice } from './pull/pull.ts';
import { settleLeft } from './push/push.ts';
import type { Remote } from './remote.ts';
import { noteProgress } from './check/run-progress.ts';

/** The input of a job for a run; the rest is stored with the run. `secret`: for this run only, else the stored one. */
export interface RunOrder {
  run: number;
  secret: string;
}

/** `POST /live/checks` */
export const liveCheckKind: JobKind = {
  name: 'live-check',
  screen: 'transfer',
  lane: 'live',
  discard: settleRun,
  run: (site, input, tools) =>
    workOn(site, input, tools, async (run, { progress, onPause }) => {
      const { full } = run.input as { full?: boolean };
      return withRemote(site, input, { ...tools, onPause }, async (remote) => {
        const own = runTools(site, tools, { progress });
        await settleLeft(site, { remote, tools: own, merge: (merging) => tools.merge(merging) });
        const report = await runCheck(site, { remote, full: full === true, tools: own });
        return { report: report as unknown as Json };
      });
    }),
};

/** `POST /live/pulls` */
export const livePullKind: JobKind = {
  name: 'live-pull',
  screen: 'transfer',
  lane: 'live',
  discard: settleRun,
  run: (site, input, tools) =>
    workOn(site, input, tools, async (run, { progress }) => {
      await compareAll({ site, tools: { progress, keep: (work, how) => tools.keep(work, how), signal: tools.signal } });
      const before = latestEntryId(site.db);
      const report = runPull(site, run.input as PullChoice, {
        merge: (work) => tools.merge(work),
        progress: (done, total) => tools.progress(done, total),
      });
      const entry = latestEntryId(site.db);
      return { report: report as unknown as Json, ...(entry > before && { entry }) };
    }),
};

/** A run whose worker ended without a report can be resumed. */
export function settleRun({ db }: Site, { input }: { input: Json }): void {
  const { run: id } = input as unknown as RunOrder;
  if (runById(db, id)?.state === 'running') updateRun(db, id, { state: 'paused' });
}

/** What a running job may report. */
export interface RunWork {
  /** Records until when the site asked to be left alone; 0: no longer. */
  onPause(milliseconds: number): void;
  /** Reports and records the progress. Throws when cancelled. */
  progress: RunTools['progress'];
}

/**
 * Works on a stored run, recording its progress and outcome there. A cancelled run keeps the state recorded by whoever cancelled
 * it; a run interrupted when the program ended is paused.
 */
export async function workOn(
  site: Site,
  input: Json,
  tools: JobTools,
  work: (run: { id: number; input: Json }, how: RunWork) => Promise<{ report: Json; entry?: number }>,
): Promise<JobResult> {
  const { run: id } = input as unknown as RunOrder;
  const note = (changes: RunChanges): Promise<void> => tools.keep(() => updateRun(site.db, id, changes));
  const ended = (): { ended_at: string } => ({ ended_at: site.now().toISOString() });
  const stored = runById(site.db, id);
  if (!stored) throw new RestError('rest_invalid_id', 'This run does not exist.', 404);
  const notes = noteProgress((newest) => tools.keep(() => updateRun(site.db, id, newest() ?? {}), { isDerived: true }));
  const progress: RunTools['progress'] = (phase, done, total, lists) => {
    notes.note(phase, done, total, lists);
    tools.progress(done, total);
  };
  const onPause = (milliseconds: number): void => {
    const waiting_until = milliseconds === 0 ? '' : new Date(site.now().getTime() + milliseconds).toISOString();
    // Others may write for longer than the run goes on.
    tools.keep(() => updateRun(site.db, id, notes.isOver() ? {} : { waiting_until })).catch(() => undefined);
  };
  try {
    await note({ state: 'running', report: null, ended_at: '', waiting_until: '' });
    const { report, entry } = await work(stored, { progress, onPause });
    await notes.end();
    await note({
      state: 'done',
      phase: '',
      waiting_until: '',
      report,
      ...(entry !== undefined && { entry }),
      ...ended(),
    });
    return { report };
  } catch (error) {
    const last = await notes.end();
    if (tools.isCancelled() || error instanceof JobCancelled) {
      await tools.keep(() => {
        const state = runById(site.db, id)?.state;
        if (state === 'running' || state === 'paused')
          updateRun(site.db, id, { ...last, state: 'paused', waiting_until: '' });
      });
      throw new JobCancelled();
    }
    const report = error instanceof RestError ? (errorBody(error) as Json) : { code: 'internal_error' };
    await note({ ...last, state: 'failed', waiting_until: '', report, ...ended() });
    throw error;
  }
}

/** The inputs of checks and pushes, from those of the job. */
export function runTools(site: Site, tools: JobTools, { progress }: Pick<RunWork, 'progress'>): RunTools {
  return { progress, keep: (work, how) => tools.keep(work, how), signal: tools.signal, now: () => site.now() };
}

/** Runs `work` with a client of the live site, and closes it at the end. Throws if this computer has no password for the site. */
export async function withRemote<T>(
  site: Site,
  input: Json,
  tools: Pick<JobTools, 'secret'> & Pick<RunWork, 'onPause'>,
  work: (remote: Remote) => Promise<T>,
): Promise<T> {
  const remote = await remoteOf(site, input, tools);
  try {
    return await work(remote);
  } finally {
    remote.close();
  }
}

/** A client of the live site, with the password of the order, else the stored one. */
async function remoteOf(
  site: Site,
  input: Json,
  { secret: reveal, onPause }: Pick<JobTools, 'secret'> & Pick<RunWork, 'onPause'>,
): Promise<Remote> {
  const { secret } = input as unknown as RunOrder;
  const row = connectedSite(site.db);
  if (!row) throw liveFault('none');
  const password = await reveal(secret === '' ? row.secret : secret);
  if (password === undefined) throw liveFault('asleep');
  return { ...openLive(row, { password, version: site.version }), onPause };
}

/** Throws unless an order can run, with its own password or the stored one. */
export function assertAwake(site: Site, secret: string): void {
  const row = connectedSite(site.db);
  if (!row) throw liveFault('none');
  if (!isAwake(site, row, secret)) throw liveFault('asleep');
}
