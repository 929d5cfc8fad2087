import type { RestError } from '../../errors.ts';
import type { Summary } from '../../schema/site/summaries.ts';
import type { Site } from '../../site.ts';
import type { Origin } from '../../types.ts';
import { runById } from '../../store/live/runs.ts';
import { connectedSite } from '../../store/live/sites.ts';
import type { LiveKey } from '../../store/live/states.ts';
import { insertSteps, stepsOf, type StepRow } from '../../store/live/steps.ts';
import type { RunTools } from '../check/checking.ts';
import { comparing, type Comparing } from '../compared.ts';
import { liveFault } from '../faults.ts';
import { lineName } from '../line-name.ts';
import { compareSome } from '../states.ts';
import type { Remote } from '../remote.ts';
import { planPush } from './plan-push.ts';
import type { PushRule } from '../plan/ordered-lines.ts';
import { describeSteps } from './report.ts';
import { remoteNumbers, type Defence, type Pushing, type Settling } from './pushing.ts';
import { lookForSent, recentPushes, runSteps } from './run.ts';
import { readBack, settle, unsettled } from './settle.ts';
import { planUndo } from './undo.ts';

/** The order of a run of kind push or undo, as stored with it. */
export interface PushInput {
  lines?: readonly LiveKey[] | undefined;
  rule?: PushRule | undefined;
  seen?: number | undefined;
  as_draft: boolean;
  dry: boolean;
  deletes: readonly LiveKey[];
  /** Careful settings that may be changed there. */
  settings?: readonly string[] | undefined;
}

/** The result of a push. */
export interface PushReport {
  /** Steps by outcome; `open`: not run yet. */
  done: number;
  skipped: number;
  conflict: number;
  failed: number;
  open: number;
  dry: boolean;
  /** Items that became public. */
  published: number;
  /** The items of it that were stored, by what they are there now; `others` are terms, files, links, languages and settings. */
  stored: { public: number; drafts: number; others: number; deleted: number };
}

/** How a push updates the bases: `merge` of a job, or a transaction of the caller. */
export type PushMerge = <T>(work: () => { value: T; summary: Summary; origin: Origin }) => T;

export interface PushParts {
  remote: Remote;
  tools: RunTools;
  merge: PushMerge;
  /** For tests: milliseconds before something is looked up again, and the number of attempts. */
  pause?: number;
  tries?: number;
  /** For tests: safeguards to disable. */
  without?: readonly Defence[];
}

/** Milliseconds before a missing item is looked up again (`live-site.md` 7). */
const PAUSE_MS = 5000;
/** Consecutive faults after which a push stops. */
const FAULTS = 3;

/**
 * Runs or resumes a push or undo: plans its steps once, runs them one by one, and finally records the new bases in one history
 * entry. Includes results of earlier runs without that entry. Never throws for a connection fault or missing rights: the answer
 * contains it, and the run can be resumed.
 */
export async function runPush(
  site: Site,
  run: number,
  { merge, ...parts }: PushParts,
): Promise<{ report: PushReport; fault: RestError | undefined }> {
  const live = connectedSite(site.db);
  const row = runById(site.db, run);
  if (!live || row?.live !== live.id) throw liveFault('none');
  const input = row.input as unknown as PushInput;
  const context = comparing(site, live);
  const pushing = pushingOf(context, run, { ...parts, isDry: input.dry });
  const looked = await lookForSent(pushing);
  if (looked.fault) return { report: reportOf(stepsOf(site.db, run), input.dry), fault: looked.fault };
  const { tools } = parts;
  // Includes the most recent local changes.
  for (let isLeft = true; isLeft;) isLeft = await tools.keep(() => compareSome(site, live));
  if (stepsOf(site.db, run).length === 0)
    await tools.keep(() =>
      insertSteps(
        site.db,
        run,
        describeSteps(
          site,
          row.undoes === null
            ? planPush(context, { ...input, unsettled: openSteps(site, live.id) })
            : planUndo(site, row.undoes, input.deletes),
        ),
      ),
    );
  const { fault } = await runSteps(pushing);
  await settleOpen(pushing, merge, fault);
  const report = reportOf(stepsOf(site.db, run), input.dry);
  return { report, fault };
}

function pushingOf(
  { site, live, facts, cursors }: Comparing,
  run: number,
  { pause = PAUSE_MS, tries = FAULTS, without = [], ...rest }: Pick<Pushing, 'isDry'> & Omit<PushParts, 'merge'>,
): Pushing {
  return {
    ...{ site, live, facts, cursors, run, pause, tries, ...rest },
    numbers: remoteNumbers(site, live, cursors.users ?? {}),
    alike: new Set(),
    without: new Set(without),
  };
}

/** Updates the bases to what was sent, in one entry. @param fault why the connection must not be used any more */
async function settleOpen(pushing: Pushing, merge: PushMerge, fault?: RestError): Promise<void> {
  const open = openSteps(pushing.site, pushing.live.id);
  if (open.length === 0) return;
  const isReadBack = fault === undefined && (await readBack(pushing, open));
  mergeOpen(pushing, open, { merge, isReadBack });
}

/**
 * The same for what earlier pushes left that were paused, stopped or killed, before anything else is read: what the site stored of
 * them is not an edit of somebody there. The steps they were just sending are looked up; a fault is left to whoever reads on.
 */
export async function settleLeft(site: Site, { merge, ...parts }: PushParts): Promise<void> {
  const live = connectedSite(site.db);
  if (!live) return;
  const context = comparing(site, live);
  await lookForSent(pushingOf(context, 0, { ...parts, isDry: true }));
  const open = openSteps(site, live.id);
  if (open.length > 0) mergeOpen(context, open, { merge, isReadBack: false });
}

function mergeOpen(
  settling: Settling,
  open: readonly StepRow[],
  { merge, isReadBack }: { merge: PushMerge; isReadBack: boolean },
): void {
  merge(() => ({
    value: undefined,
    summary: { code: 'live.pushed', params: { count: settle(settling, open, isReadBack) } },
    origin: 'push',
  }));
}

/** Steps of this and earlier runs that are not in the bases yet. */
function openSteps(site: Site, live: number): StepRow[] {
  return recentPushes(site, live)
    .toReversed()
    .flatMap(({ id }) => unsettled(stepsOf(site.db, id)));
}

function reportOf(steps: readonly StepRow[], dry: boolean): PushReport {
  const count = (...states: string[]): number => steps.filter(({ state }) => states.includes(state)).length;
  const published = steps.filter(
    ({ state, result }) => state === 'done' && result?.sent?.includes('status') && result.status === 'publish',
  );
  return {
    ...{ done: count('done'), skipped: count('skipped'), conflict: count('conflict'), failed: count('failed') },
    ...{ open: count('planned', 'sent'), dry, published: published.length },
    stored: storedOf(steps),
  };
}

/** Counts lines: of one with several steps none may have failed, except links that a site cannot make. */
function storedOf(steps: readonly StepRow[]): PushReport['stored'] {
  const counts = { public: 0, drafts: 0, others: 0, deleted: 0 };
  const own = steps.filter(({ result }) => result?.code !== 'link_by_hand');
  for (const line of Map.groupBy(own, lineName).values()) {
    if (line.some(({ state }) => state !== 'done')) continue;
    if (line.some(({ action }) => action === 'trash' || action === 'delete')) counts.deleted += 1;
    else counts[kindOf(line.findLast(({ result }) => result?.status)?.result?.status)] += 1;
  }
  return counts;
}

function kindOf(status: string | undefined): 'public' | 'drafts' | 'others' {
  if (status === 'publish') return 'public';
  return status === 'draft' || status === 'pending' ? 'drafts' : 'others';
}
