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
/** More deletions than this ask for their number. */
const MANY = 20;
const SHARE = 0.05;

/** Sorts what is ticked by what becomes of it there. */
export async function summaryOf(lines: readonly PlanLine[]): Promise<PushSummary> {
  const kept = lines.filter(({ state }) => state !== 'deleted_here');
  const posts = kept.filter(({ kind, type }) => kind === 'post' && type !== MEDIA.type);
  const statuses = posts.length > MOST ? new Map<number, string>() : await readStatuses(posts);
  const isDraft = ({ id }: PlanLine) => /^(draft|pending|auto-draft|trash)$/.test(statuses.get(id) ?? 'publish');
  return {
    live: posts.filter((line) => !isDraft(line)),
    drafts: posts.filter(isDraft),
    others: kept.filter(({ kind, type }) => kind !== 'post' || type === MEDIA.type),
    deletes: lines.filter(({ state }) => state === 'deleted_here'),
  };
}

/** Whether so many deletions are confirmed by typing their number. */
export function asksForNumber(deletes: number, all: number): boolean {
  return deletes > MANY || (all > 0 && deletes / all > SHARE && deletes > 1);
}

/** Terms and media have no trash. */
export const isForGood = ({ kind, type }: PlanLine): boolean => kind !== 'post' || type === MEDIA.type;

async function readStatuses(posts: readonly PlanLine[]): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const [type, lines] of Map.groupBy(posts, (line) => line.type)) {
    const base = site.types.value?.find((each) => each.kind === 'post' && each.type === type)?.base;
    for (let at = 0; base && at < lines.length; at += AT_ONCE) {
      const include = lines.slice(at, at + AT_ONCE).map(({ id }) => id);
      const query = { include, per_page: AT_ONCE, context: 'edit', status: 'any', _fields: 'id,status' };
      const items = await api.get<{ id: number; status: string }[]>(`/wp/v2/${base}`, query);
      for (const { id, status } of items) found.set(id, status);
    }
  }
  return found;
}
