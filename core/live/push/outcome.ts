import type { StepState } from '../../schema/live/push.ts';
import { bodyById, knownOf, putBody, putRemote } from '../../store/live/items.ts';
import { updateStep, type StepResult, type StepTries } from '../../store/live/steps.ts';
import type { Json } from '../../types.ts';
import { pack, unpack, type LiveBody } from '../body.ts';
import type { Fields } from '../compare.ts';
import { groupRead, spreadGroup } from '../check/groups-there.ts';
import { noteSeen } from '../seen.ts';
import { isAnotherItem } from '../same-item.ts';
import type { Looked, Pushing, Step } from './pushing.ts';

/** The fields of a stored body; empty if there is none. */
export function fieldsOf({ site }: Pick<Pushing, 'site'>, body: number | null): Fields {
  const stored = body === null ? undefined : bodyById(site.db, body);
  return stored ? unpack(stored.zip).fields : {};
}

/** Stores fields as a body; returns its id. Within `keep`. @param more what a check read besides them */
export function storeFields(
  { site }: Pick<Pushing, 'site'>,
  type: string,
  fields: Fields,
  more?: LiveBody['more'],
): number {
  return putBody(site.db, pack({ type, fields, unknown: [], ...(more && { more }) }));
}

/** The result of a step as a code (`report.ts` has the sentences). */
export interface Outcome {
  state: Exclude<StepState, 'planned' | 'sent'>;
  result: StepResult;
  remote?: number;
  /** The current state of the item on the site. */
  answer?: Fields;
}

export const skipped = (code: string, params: Record<string, string> = {}): Outcome => ({
  state: 'skipped',
  result: { code, params },
});
export const failed = (code: string, params: Record<string, string> = {}): Outcome => ({
  state: 'failed',
  result: { code, params },
});

/** Changed there meanwhile: nothing was sent, and the plan shows the current state. */
export async function conflict(
  pushing: Pushing,
  step: Step,
  now: Looked | undefined,
  code = 'changed_there',
): Promise<Outcome> {
  await noteThere(pushing, step, now);
  return { state: 'conflict', result: { code } };
}

/** The outcome for an item that was deleted there, or whose number now belongs to another item. */
export const gone = (pushing: Pushing, step: Step): Promise<Outcome> =>
  conflict(pushing, step, undefined, 'gone_there');

/** Whether the number of a step's item now belongs to another one. @param before the item as it was known */
export function isAnother(
  { input: { type } }: Pick<Step, 'input'>,
  before: Fields,
  now: Pick<Looked, 'fields'>,
): boolean {
  return isAnotherItem({ type, fields: before }, { type, fields: now.fields });
}

/** From now on the plan shows the state found there. */
export async function noteThere(
  pushing: Pushing,
  { kind, uuid, input }: Pick<Step, 'kind' | 'uuid'> & { input: Pick<Step['input'], 'type'> },
  now: Looked | undefined,
): Promise<void> {
  const { site, live, tools } = pushing;
  await tools.keep(() => {
    const stored = bodyById(site.db, knownBodies(pushing, { kind, uuid }).seen ?? 0);
    const { fields: known = {}, more } = stored ? unpack(stored.zip) : {};
    const group = groupRead({ site, live }, { kind, uuid }, now?.fields ?? {});
    const body = now ? storeFields(pushing, input.type, { ...known, ...now.fields }, more) : null;
    const seen = { kind, uuid, type: input.type, body, modified: now?.modified ?? '' };
    noteSeen({ site, live }, { ...seen, found: now ? 'there' : 'gone' });
    spreadGroup({ site, live }, group);
  });
}

/** The bodies of an item as both sides agreed on it, and as it was last seen there. */
export function knownBodies(
  { site, live }: Pushing,
  { kind, uuid }: Pick<Step, 'kind' | 'uuid'>,
): { base: number | null; seen: number | null } {
  const { seen, base } = knownOf(site.db, live.id, { kind, uuid });
  return { base, seen: seen ?? base };
}

/** The step is being sent: recorded on the disk before the request. @param versions of the item before it */
export async function markSent(pushing: Pushing, step: Step, versions?: Looked['versions']): Promise<void> {
  const { site, tools, without } = pushing;
  const result = versions && { code: '', versions };
  if (!without.has('sent'))
    await tools.keep(() => updateStep(site.db, step, { state: 'sent', at: now(pushing), ...(result && { result }) }));
  if (result) step.result = result;
  step.state = 'sent';
}

/** The push stops at this step: recorded for the report how often it was tried since then. */
export async function markTried(
  pushing: Pushing,
  step: Step,
  { count, since }: Omit<StepTries, 'until'>,
): Promise<void> {
  const result = { code: '', ...step.result, tries: { count, since, until: now(pushing) } };
  await pushing.tools.keep(() => updateStep(pushing.site.db, step, { result }));
  step.result = result;
}

/** The step is done: recorded on the disk before the next one begins. */
export async function markOver(
  pushing: Pushing,
  step: Step,
  { state, result, remote, answer }: Outcome,
): Promise<void> {
  const { site, live, tools } = pushing;
  await tools.keep(() => {
    const body = answer === undefined ? null : storeFields(pushing, step.input.type, answer);
    const remote_id = remote ?? step.remote_id;
    updateStep(site.db, step, { state, result, remote_id, answer: body, at: now(pushing) });
    // With its texts and its real slug it is no longer a shell.
    if (step.kind === 'post' && step.action === 'update' && step.input.isNew && state === 'done' && remote_id > 0)
      putRemote(site.db, live.id, { kind: 'post', id: remote_id, uuid: step.uuid });
    Object.assign(step, { state, result, remote_id, answer: body });
  });
}

/** ISO in UTC. */
export function now({ tools }: Pushing): string {
  return (tools.now?.() ?? new Date()).toISOString();
}

export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
