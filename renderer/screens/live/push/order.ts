import type { PlanLine } from '../../../../core/schema/live/plan.ts';
import type { PushReview } from '../../../../core/schema/live/push.ts';
import type { LineRule } from '../../../../core/schema/live/rule.ts';
import { MEDIA } from '../../../lib/content-types.ts';
import { liveApi } from '../../../lib/live/live-api.ts';

/** What is ticked. */
export type Ticked = LineRule & { except: string[]; lines: string[] };

/** The effects of a push of what is ticked, for its confirmation. */
export interface PushSummary extends PushReview {
  rule: Ticked;
}

/** What a push would do, by its effect there: a plan of any size is not read for that. */
export async function summaryOf(rule: Ticked): Promise<PushSummary> {
  // Compares what was changed here a moment ago, which would count as unseen.
  await liveApi.read();
  return { ...(await liveApi.reviewPush(rule)), rule };
}

/** Terms and media have no trash. */
export const isForGood = ({ kind, type }: PlanLine): boolean => kind !== 'post' || type === MEDIA.type;
