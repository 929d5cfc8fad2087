import type { PlanLine } from '../../../../core/schema/live/plan.ts';
import { api } from '../../../lib/api/api.ts';
import { MEDIA } from '../../../lib/content-types.ts';
import { site } from '../../../lib/site.svelte.ts';

/** What a push would do, as its confirmation tells it. */
export interface PushSummary {
  /** Posts that visitors see at once. */
  live: PlanLine[];
  drafts: PlanLine[];
  /** Terms, media, languages, settings. */
  others: PlanLine[];
  deletes: PlanLine[];
}

/** So many numbers are asked for at once. */
const AT_ONCE = 100;
/** Of more lines than these nobody is asked for the status: they count as public, which promises too much rather than too little. */
const MOST = 2000;

/** Sorts what is ticked by what becomes of it there. */
export async function summaryOf(lines: readonly PlanLine[]): Promise<PushSummary> {
  const isPost = ({ kind, type }: PlanLine) => kind === 'post' && type !== MEDIA.type;
  const posts = lines.filter((line) => line.state !== 'deleted_here' && isPost(line));
  const statuses = posts.length > MOST ? new Map<number, string>() : await readStatuses(posts);
  const statusOf = ({ id }: PlanLine) => statuses.get(id) ?? 'publish';
  // What is in the trash here goes to the trash there, and that is confirmed like any other deletion.
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
