import type { PlanLine } from '../../../../core/schema/live/plan.ts';
import { MEDIA } from '../../../lib/content-types.ts';
import { site } from '../../../lib/site.svelte.ts';
import type { Place } from '../../../lib/state.svelte.ts';
import { placeOf } from '../../../lib/work-queue.ts';

/** Where the item of a line is edited here; undefined if it does not exist here. */
export function placeOfLine({
  kind,
  type,
  id,
}: Pick<PlanLine, 'kind' | 'type' | 'id'>): [screen: string, item: string, query: Place['query']] | undefined {
  if (kind === 'language') return ['languages', '', {}];
  if (type === 'strings') return ['strings', '', {}];
  if (kind === 'settings') return ['settings', '', {}];
  const known = [...(site.types.value ?? []), MEDIA].find((each) => each.kind === kind && each.type === type);
  return known && id > 0 ? placeOf({ type: known, id, lang: '' }) : undefined;
}
