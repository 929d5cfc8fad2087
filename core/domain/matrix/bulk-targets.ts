import type { Site } from '../../site.ts';
import type { State } from '../../types.ts';
import { machineMadeItems } from '../../store/translations/drafts.ts';
import { groupIdsOf, itemsOfGroups } from '../../store/matrix/matrix.ts';
import { sourceOfGroup } from '../../store/translations/confirmations.ts';
import type { BulkTarget } from './bulk-actions.ts';
import type { BulkFilter, BulkOrder } from './bulk-order.ts';
import { contentFacts, languageOfCode } from '../content/content-facts.ts';
import { groupFilter, idsOutsideGroups } from './groups.ts';
import { drainMatrix } from './matrix.ts';

/** Batch size of groups. */
const AT_ONCE = 500;

/** The target items of a bulk change, in the running transaction. Duplicates are made of one item per group: its source. */
export function bulkTargets(site: Site, order: BulkOrder): BulkTarget[] {
  if (order.ids) return [...new Set(order.ids)].map((id) => ({ id }));
  drainMatrix(site);
  const { kind, filter = {}, action } = order;
  const found = groupFilter(site, { ...filter, kind });
  const outside = idsOutsideGroups(site, found, filter.state);
  if (outside) return outside.map((id) => ({ id }));
  const groups = groupIdsOf(site.db, found);
  const targets: BulkTarget[] = [];
  for (let at = 0; at < groups.length; at += AT_ONCE) {
    const page = groups.slice(at, at + AT_ONCE);
    if (action === 'duplicate' || action === 'translate')
      targets.push(...page.flatMap((group) => sourceIn(site, group)));
    else targets.push(...itemsIn(site, order, page));
  }
  return targets;
}

function sourceIn(site: Site, group: number): BulkTarget[] {
  const id = sourceOfGroup(site.db, group);
  return id === undefined ? [] : [{ id }];
}

/** The items of groups that match the item conditions of the filter. */
function itemsIn(site: Site, { kind, filter = {}, action, from }: BulkOrder, groups: readonly number[]): BulkTarget[] {
  const facts = contentFacts(site);
  const isOfItems = filter.state !== 'missing' && filter.state !== 'todo';
  const codes = [isOfItems ? filter.lang : undefined, from].filter((code) => code !== undefined);
  const languages = codes.map((code) => languageOfCode(facts, code)?.id);
  const machine = filter.machine ? machineMadeItems(site.db, kind) : undefined;
  return itemsOfGroups(site.db, groups)
    .filter((item) => languages.every((language) => item.language_id === language))
    .filter((item) => isOfState(item.state, filter.state))
    .filter((item) => filter.status === undefined || item.status === filter.status)
    .filter((item) => machine?.has(item.item_id) ?? true)
    .filter((item) => action !== 'confirm' || item.state !== 'source')
    .map((item) => ({ id: item.item_id }));
}

/** Filters for missing or remaining work select groups, not items in that state. */
function isOfState(state: State, wanted: BulkFilter['state']): boolean {
  return wanted === undefined || wanted === 'todo' || wanted === 'missing' || state === wanted;
}
