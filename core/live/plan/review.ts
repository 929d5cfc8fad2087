import { liveSite, TO_PUSH } from '../../domain/live/live.ts';
import type { PushReview, ReviewedLines } from '../../schema/live/push.ts';
import type { LineRule } from '../../schema/live/rule.ts';
import { CAREFUL_SETTINGS } from '../../schema/live/settings.ts';
import type { Site } from '../../site.ts';
import { pushedByEffect, type EffectRows } from '../../store/live/pushed.ts';
import { planTurn, statesOf } from '../../store/live/states.ts';
import { linesOf } from './plan.ts';
import { lineKeys } from '../push/order.ts';

/** Lines that are named of each part; all that delete something are confirmed one by one. */
const NAMED = 3;
const MOST_REMOVED = 1000;
const LIMITS = { fresh: NAMED, changed: NAMED, drafts: NAMED, others: NAMED, removed: MOST_REMOVED };

/**
 * What a push would do, as far as it is known here (`POST /live/pushes/review`): nothing is asked of the site, nothing changed. In
 * the reader thread, where nothing is compared either: what is still to be compared counts as unseen.
 */
export function reviewPush(site: Site, wish: LineRule): PushReview {
  const live = liveSite(site);
  const { id } = live;
  // Before the lines: one that changes meanwhile counts as unseen.
  const seen = planTurn(site.db, id);
  const { lines = [], rule } = lineKeys(wish);
  const wanted = { lines, rule, states: TO_PUSH };
  const parts = pushedByEffect(site.db, id, wanted, LIMITS);
  const part = (name: keyof typeof LIMITS): ReviewedLines => {
    const { count, rows, shared }: EffectRows = parts.get(name) ?? { count: 0, rows: [], shared: {} };
    return { count, lines: linesOf(site, live, rows), shared };
  };
  const settings = new Set(
    statesOf(site.db, id, { kind: 'settings', states: TO_PUSH, offset: 0, limit: 10 })
      .filter((row) => pushedByEffect(site.db, id, { ...wanted, key: row }, {}).size > 0)
      .flatMap(({ fields }) => fields),
  );
  return {
    seen,
    ...{ fresh: part('fresh'), changed: part('changed'), drafts: part('drafts') },
    ...{ others: part('others'), removed: part('removed') },
    settings: CAREFUL_SETTINGS.filter((name) => settings.has(name)),
  };
}
