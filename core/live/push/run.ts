import { RestError } from '../../errors.ts';
import type { Site } from '../../site.ts';
import { runsOf, type RunRow } from '../../store/live/runs.ts';
import { stepsOf, type StepAction } from '../../store/live/steps.ts';
import { pauseFor } from '../api.ts';
import { compareOne, comparing } from '../compared.ts';
import { liveFault } from '../faults.ts';
import { lookForTwins } from './alike.ts';
import { language, shell, term } from './create.ts';
import { group } from './group.ts';
import { lookForLateTwins } from './late-twins.ts';
import { media } from './media.ts';
import { failed, markOver, markTried, now, skipped, type Outcome } from './outcome.ts';
import type { Pushing, Step } from './pushing.ts';
import { remove } from './remove.ts';
import { faultOfRights, watchRights } from './rights.ts';
import { Doubtful, getThere, ifRefused, Refused, Stopped } from './there.ts';
import { update } from './update.ts';

/** The end of a push: completed, or stopped by a connection fault or missing rights, which can be fixed before resuming. */
export interface PushEnd {
  fault: RestError | undefined;
}

/**
 * Runs the open steps of a run one by one (`live-site.md` 7). A step that was being sent when the program ended is looked up
 * before it is sent again. Throws what `progress` throws when the run is paused or stopped.
 */
export async function runSteps(pushing: Pushing): Promise<PushEnd> {
  const steps = stepsOf(pushing.site.db, pushing.run);
  const look = watchRights(pushing);
  try {
    await refuseWithoutLanguages(pushing);
    await lookForTwins(pushing, steps);
    const { total, doneBefore } = countLines(steps);
    for (const [at, step] of steps.entries()) {
      pushing.tools.progress('push', doneBefore(at), total);
      if (step.state !== 'planned' && step.state !== 'sent') continue;
      const outcome = isTouchedHere(pushing, step, steps)
        ? skipped('changed_here')
        : await perform(pushing, step, steps);
      await markOver(pushing, step, outcome);
      await look(step);
    }
    await lookForLateTwins(pushing, steps);
    return { fault: await faultOfRights(pushing, steps) };
  } catch (error) {
    return { fault: connectionFault(error) };
  }
}

/** While its plugin is off, a site would store new items without language and ignore groups. Throws `polydesk_live_languages`. */
async function refuseWithoutLanguages(pushing: Pushing): Promise<void> {
  if (pushing.facts.mode === 'content') return;
  const languages = await getThere(pushing, '/pll/v1/languages', { context: 'view', _fields: 'slug' }).catch(ifRefused);
  if (languages === undefined) throw liveFault('languages');
}

/** A fault of the connection or of the rights there; throws any other error. */
function connectionFault(error: unknown): RestError {
  if (error instanceof Stopped) return error.fault;
  const fault = error instanceof Doubtful ? error.fault : error;
  if (fault instanceof RestError && fault.code.startsWith('polydesk_live_')) return fault;
  throw error;
}

/** The newest pushes and undos, which may have left steps open. */
export function recentPushes({ db }: Site, live: number): RunRow[] {
  return runsOf(db, live, { kinds: ['push', 'undo'], limit: 20 });
}

/** All but posts that were just being created: these are found by the check, or by the next push. */
const LOOKED_UP: ReadonlySet<StepAction> = new Set(['language', 'term', 'media', 'group', 'update', 'trash', 'delete']);

/**
 * Looks up the steps that earlier pushes were sending when they were paused, stopped or killed, and records those that the site has
 * stored. Else what is changed back here meanwhile would look like an edit of somebody there. Late twins of theirs are looked for too.
 */
export async function lookForSent(pushing: Pushing): Promise<PushEnd> {
  const { site, live, run } = pushing;
  try {
    for (const { id } of recentPushes(site, live.id)) if (id !== run) await lookForSentIn(pushing, id);
    return { fault: undefined };
  } catch (error) {
    return { fault: connectionFault(error) };
  }
}

async function lookForSentIn(pushing: Pushing, run: number): Promise<void> {
  const steps = stepsOf(pushing.site.db, run);
  for (const step of steps) {
    if (step.state !== 'sent' || !LOOKED_UP.has(step.action)) continue;
    const outcome = await act({ ...pushing, run, isDry: true, pause: 0 }, step, steps).catch(ifRefused);
    if (outcome && outcome.state !== 'skipped' && outcome.result.sent) await markOver(pushing, step, outcome);
  }
  await lookForLateTwins(pushing, steps);
}

/** Progress counts changes: a new post is one, although it takes several steps. */
function countLines(steps: readonly Step[]): { total: number; doneBefore: (at: number) => number } {
  const lastOf = new Map(steps.map(({ kind, uuid }, at) => [`${kind}-${uuid}`, at]));
  const ends = new Set(lastOf.values());
  let done = 0;
  const before = steps.map((_step, at) => (ends.has(at) ? done++ : done));
  return { total: lastOf.size, doneBefore: (at) => before[at] ?? done };
}

/**
 * Runs one step; after an ambiguous answer it looks up the item before sending again. Fails if the site refuses to show or store
 * it.
 */
async function perform(pushing: Pushing, step: Step, steps: readonly Step[]): Promise<Outcome> {
  const since = now(pushing);
  for (let tries = 1; ; tries++) {
    try {
      return await act(pushing, step, steps);
    } catch (error) {
      if (error instanceof Refused) return failed('refused', { status: String(error.status), code: error.code });
      const fault = error instanceof Doubtful ? error.fault : error;
      if (tries === pushing.tries || !isPassing(fault)) {
        await markTried(pushing, step, { count: tries, since });
        throw fault;
      }
      const pause = error instanceof Doubtful ? error.pause : 0;
      if (pause > 0) await pauseFor(pushing.remote, pause, pushing.tools.signal);
    }
  }
}

/** Connection faults that may not recur on a retry. */
const PASSING = new Set(['offline', 'slow', 'answer', 'page', 'busy'].map((kind) => `polydesk_live_${kind}`));

function isPassing(fault: unknown): boolean {
  return fault instanceof RestError && PASSING.has(fault.code);
}

function act(pushing: Pushing, step: Step, steps: readonly Step[]): Promise<Outcome> {
  switch (step.action) {
    case 'language':
      return language(pushing, step);
    case 'term':
      return term(pushing, step, steps);
    case 'media':
      return media(pushing, step);
    case 'shell':
      return shell(pushing, step);
    case 'group':
      return group(pushing, step, steps);
    case 'update':
      return update(pushing, step, steps);
    case 'trash':
    case 'delete':
      return remove(pushing, step);
  }
}

/** Changed here after it was planned: left to the next push, unless already begun. */
function isTouchedHere({ site, live }: Pushing, step: Step, steps: readonly Step[]): boolean {
  const { kind, uuid, input, state } = step;
  if (state === 'sent' || input.undoes !== undefined) return false;
  const own = steps.filter((one) => one.kind === kind && one.uuid === uuid && one.seq < step.seq);
  if (own.some((one) => one.result?.code === 'changed_here')) return true;
  if (own.some((one) => one.state === 'done')) return false;
  return compareOne(comparing(site, live), { kind, uuid }).hashes.here !== input.here;
}
