import type { PlanLine } from '../../../../core/schema/live/plan.ts';
import { api } from '../../../lib/api/api.ts';
import { MEDIA } from '../../../lib/content-types.ts';
import { site } from '../../../lib/site.svelte.ts';

/** The effects of a push, for its confirmation. */
export interface PushSummary {
  /** Posts that become visible to visitors immediately. */
  live: PlanLine[];
  drafts: PlanLine[];
  /** Terms, media, languages, settings. */
  others: PlanLine[];
  deletes: PlanLine[];
}

/** Ids per request. */
const AT_ONCE = 100;
/** With more lines the status is not loaded: they count as public, which is the safe assumption. */
const MOST = 2000;

/** Groups the ticked lines by their effect there. */
export async function summaryOf(lines: readonly PlanLine[]): Promise<PushSummary> {
  const isPost = ({ kind, type }: PlanLine) => kind === 'post' && type !== MEDIA.type;
  const posts = lines.filter((line) => line.state !== 'deleted_here' && isPost(line));
  const statuses = posts.length > MOST ? new Map<number, string>() : await readStatuses(posts);
  const statusOf = ({ id }: PlanLine) => statuses.get(id) ?? 'publish';
  // An item in the trash here is moved to the trash there, which is confirmed like any other deletion.
  const isGone = (line: PlanLine) => line.state === 'deleted_here' || (isPost(line) && statusOf(line) === 'trash');
  const isDraft = (line: PlanLine) => /^(draft|pending|auto-draft)$/.test(statusOf(line));
  const kept = lines.filter((line) => !isGone(line));
  return {
    live: kept.filter((line) => isPost(line) && !isDraft(line)),
    drafts: kept.filter((line) => isPost(line) && isDraft(line)),
    others: kept.filter((line) => !isPost(line)),
    deletes: lines.filter(isGone),
  };
}

/** Terms and media have no trash. */
export const isForGood = ({ kind, type }: PlanLine): boolean => kind !== 'post' || type === MEDIA.type;

async function readStatuses(posts: readonly PlanLine[]): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const [type, lines] of Map.groupBy(posts, (line) => line.type)) {
    const base = site.types.value?.find((each) => each.kind === 'post' && each.type === type)?.base;
    for (let at = 0; base && at < lines.length; at += AT_ONCE) {
      const include = lines.slice(at, at + AT_ONCE).map(({ id }) => id);
      const query = { include, per_page: AT_ONCE, context: 'edit', status: 'any,trash', _fields: 'id,status' };
      const items = await api.get<{ id: number; status: string }[]>(`/wp/v2/${base}`, query);
      for (const { id, status } of items) found.set(id, status);
    }
  }
  return found;
}
