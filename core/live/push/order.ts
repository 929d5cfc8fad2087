import { RestError } from '../../errors.ts';
import { liveSite, type Cursors } from '../../domain/live/live.ts';
import { orderRun, storedRun } from '../../domain/live/runs.ts';
import { invalidParameter } from '../../domain/invalid-parameter.ts';
import { hasRule, type LineRule } from '../../schema/live/rule.ts';
import { isManyDeleted } from '../../schema/live/many-deleted.ts';
import { countSeen } from '../../store/live/items.ts';
import type { Site } from '../../site.ts';
import { planTurn, type LiveKey } from '../../store/live/states.ts';
import type { Json } from '../../types.ts';
import { keyOf } from '../line-name.ts';
import type { PushInput } from './push.ts';

/** What to push, by names of lines or by rule. */
export interface PushWish extends LineRule {
  /** The turn of the plan that somebody saw; lines with a higher one are not sent. */
  seen?: number | undefined;
  as_draft: boolean;
  dry: boolean;
  deletes: readonly string[];
  settings?: readonly string[] | undefined;
  /** Their number as confirmation, if there are many. */
  confirm_deletes?: number | undefined;
}

/**
 * Stores a push for a job to work on; returns its id. 409 before the first full check, while a run is active, and if many
 * deletions are not confirmed by their number (`live-site.md` 7).
 */
export function orderPush(
  site: Site,
  { deletes, settings, as_draft, dry, confirm_deletes, ...wish }: PushWish,
  author: string,
): number {
  const live = liveSite(site);
  const { full_at } = JSON.parse(live.cursors) as Cursors;
  if (full_at === undefined)
    throw new RestError('polydesk_live_unchecked', 'The site was never checked as a whole. Check it first.', 409);
  const wanted = wantedLines(site, live.id, wish);
  const many = new Set(deletes).size;
  if (!dry && confirm_deletes !== many && isManyDeleted(many, countSeen(site.db, live.id))) {
    const text = `This deletes ${many} items on the site. Nothing was sent; say their number to go on.`;
    throw new RestError('polydesk_live_many_deletes', text, 409, { data: { deletes: many } });
  }
  const sent = { as_draft, dry, ...(settings && settings.length > 0 && { settings }) };
  const input = { ...sent, ...wanted, deletes: keysOf('deletes', deletes) };
  return orderRun(site, { kind: 'push', input: input as unknown as Json, author });
}

/** The lines of an order, as stored with its run; 400 for a rule without what was seen, 409 for a plan that began anew since. */
function wantedLines(
  site: Site,
  live: number,
  { seen, ...rule }: LineRule & Pick<PushWish, 'seen'>,
): Pick<PushInput, 'lines' | 'rule' | 'seen'> {
  const named = lineKeys(rule);
  if (named.rule && seen === undefined) {
    const text = 'A rule sends what somebody saw: say which plan that was, from /live/pushes/review.';
    throw invalidParameter('seen', 'rest_missing_callback_param', text);
  }
  if (seen !== undefined && seen > planTurn(site.db, live))
    throw new RestError('polydesk_live_plan_anew', 'The plan was made anew. Look at it again. Nothing was sent.', 409);
  return { ...named, ...(seen !== undefined && { seen }) };
}

/** What a push takes, by keys. */
export function lineKeys({ lines, ...rule }: LineRule): Pick<PushInput, 'lines' | 'rule'> {
  const { except = [], groups = [] } = rule;
  return {
    ...(lines && { lines: keysOf('lines', lines) }),
    ...(hasRule(rule) && { rule: { except: keysOf('except', except), groups } }),
  };
}

/** Stores the run that undoes a push; 409 for one that sent nothing. */
export function orderUndo(site: Site, id: number, deletes: readonly string[], author: string): number {
  const run = storedRun(site, id);
  const { dry } = run.input as { dry?: boolean };
  if (run.kind !== 'push' || dry === true || run.state === 'running')
    throw new RestError('polydesk_live_over', 'There is nothing to take back of this run.', 409);
  const input = { as_draft: false, dry: false, deletes: keysOf('deletes', deletes) };
  return orderRun(site, { kind: 'undo', input: input as unknown as Json, author, undoes: id });
}

function keysOf(name: string, lines: readonly string[]): LiveKey[] {
  return lines.map((line) => {
    const key = keyOf(line);
    if (key) return key;
    throw invalidParameter(name, 'rest_invalid_pattern', `"${line}" does not name a line of the plan.`);
  });
}
