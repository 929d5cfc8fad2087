// What a push of the example would do, as the engine reviews it.
import * as v from 'valibot';
import type { PlanLine } from '../../../../core/schema/live/plan.ts';
import { PushReview } from '../../../../core/schema/live/push.ts';
import { isOnInGroups, type LineRule } from '../../../../core/schema/live/rule.ts';
import { isCareful } from '../../../../core/schema/live/settings.ts';
import { isUsual } from '../../../../core/schema/live/usual.ts';

const PUSH = ['here', 'merged', 'new_here', 'deleted_here'];

/** Posts whose number is 900 or 902 are drafts here. */
export function reviewOf(all: readonly PlanLine[], { lines = [], except = [], groups }: LineRule) {
  const isTaken = (one: PlanLine) =>
    lines.includes(one.key) || (isUsual(one) && isOnInGroups(one, groups) && !except.includes(one.key));
  const taken = all.filter((one) => PUSH.includes(one.state) && isTaken(one));
  const effectOf = ({ state, kind, id }: PlanLine): string => {
    if (state === 'deleted_here') return 'removed';
    if (kind !== 'post') return 'others';
    if (id === 900 || id === 902) return 'drafts';
    return state === 'new_here' ? 'fresh' : 'changed';
  };
  const part = (name: string, most: number) => {
    const own = taken.filter((one) => effectOf(one) === name);
    const names = (['state', 'type', 'lang'] as const).filter(
      (each) => new Set(own.map((one) => one[each])).size === 1,
    );
    const shared = Object.fromEntries(names.map((each) => [each, own[0]?.[each]]));
    return { count: own.length, lines: own.slice(0, most), shared };
  };
  const parts = { fresh: part('fresh', 3), changed: part('changed', 3), drafts: part('drafts', 3) };
  const settings = taken.flatMap(({ type, fields }) => (type === 'settings' ? fields.filter(isCareful) : []));
  const rest = { others: part('others', 3), removed: part('removed', 1000), settings };
  return { body: v.parse(PushReview, { seen: 4, ...parts, ...rest }) };
}
