import * as v from 'valibot';
import { updateStep } from '../../store/live/steps.ts';
import { Me } from '../answers.ts';
import { liveFault } from '../faults.ts';
import { rightsOf } from '../probe.ts';
import type { Pushing, Step } from './pushing.ts';
import { getThere, Refused, Stopped } from './there.ts';

/** Consecutive refusals after which the user's rights are checked; checked again after ten times as many. */
const REFUSALS = 3;

/** Steps that could not run because another one was refused. */
const FOLLOWS = new Set(['not_there', 'unknown_number', 'deleted_there', 'unknown_file']);

const isRefused = ({ state, result }: Step): boolean => state === 'failed' && result?.params?.['status'] === '403';
const isFollowing = ({ state, result }: Step): boolean => state === 'skipped' && FOLLOWS.has(result?.code ?? '');

/**
 * Checks each finished step. One refusal concerns one item, but several in a row may mean that the user has lost rights: then the
 * run stops with `polydesk_live_rights_lost`, and those steps stay open instead of failing one by one.
 */
export function watchRights(pushing: Pushing): (step: Step) => Promise<void> {
  let streak: Step[] = [];
  let next = REFUSALS;
  return async (step) => {
    if (isRefused(step) || (isFollowing(step) && streak.length > 0)) streak.push(step);
    else if (step.state !== 'skipped') [streak, next] = [[], REFUSALS];
    if (streak.filter(isRefused).length < next) return;
    next *= 10;
    if (!(await areRightsLost(pushing))) return;
    await reopen(pushing, streak);
    throw new Stopped(liveFault('rights_lost', { status: '403' }));
  };
}

async function areRightsLost(pushing: Pushing): Promise<boolean> {
  const { may } = pushing.facts;
  const body = await getThere(pushing, '/wp/v2/users/me').catch((error: unknown) => {
    if (error instanceof Refused) return undefined;
    throw error;
  });
  const me = v.safeParse(Me, body);
  if (!me.success || me.output.capabilities['edit_posts'] !== true) return true;
  const now = rightsOf(me.output);
  return (Object.keys(may) as (keyof typeof may)[]).some((name) => may[name] && !now[name]);
}

/**
 * At the end: if the site refused all of several items, the cause is a common one. The run stops, and its steps stay open with
 * the site's reason, to be resumed once it is fixed. Undefined if any step succeeded.
 */
export async function faultOfRights(
  pushing: Pushing,
  steps: readonly Step[],
): Promise<ReturnType<typeof liveFault> | undefined> {
  const isPassed = (step: Step): boolean =>
    step.state === 'skipped' ? step.result?.code === 'dry' : step.state !== 'planned' && !isRefused(step);
  const refused = steps.filter(isRefused);
  if (new Set(refused.map(({ uuid }) => uuid)).size < 2 || steps.some(isPassed)) return undefined;
  await reopen(pushing, [...refused, ...steps.filter(isFollowing)]);
  return liveFault('refused', { status: '403' });
}

async function reopen({ site, tools }: Pushing, steps: readonly Step[]): Promise<void> {
  await tools.keep(() => {
    for (const step of steps) updateStep(site.db, step, { state: 'planned' });
  });
}
