import { mapOf } from '../canonical.ts';
import { compareOne, type Comparing } from '../compared.ts';
import { lineName } from '../line-name.ts';
import type { Json } from '../../types.ts';
import { stateOf, type LiveKey } from '../../store/live/states.ts';
import { decidePull } from './decide.ts';
import type { Writing } from './write-here.ts';

/**
 * Names of lines that are not linked here as they are there: in the place of one of them, a translation was linked here, too, and
 * nobody has decided for the site. Only an item that was on both sides can be in such a conflict, and the plan shows it there. Looked
 * up before anything is written.
 */
export function heldGroups(context: Comparing, writings: readonly Writing[]): ReadonlySet<string> {
  const held = writings.filter(({ kind, uuid, fields }) => {
    const map = mapOf(fields['translations']);
    return Object.values(map).some(
      (partner) =>
        typeof partner === 'string' &&
        partner !== uuid &&
        context.numbers.idOf(kind, partner) !== undefined &&
        isPlaceKept(context, { kind, uuid: partner }, map),
    );
  });
  return new Set(held.map(lineName));
}

/** Whether an item has, and keeps, another translation than the one in the map, which it got here. */
function isPlaceKept(context: Comparing, key: LiveKey, map: Readonly<Record<string, Json>>): boolean {
  const { site, live } = context;
  const compared = compareOne(context, key);
  const group = compared.line.fields.find(({ field }) => field === 'translations');
  if (!group) return false;
  const decision = decidePull(compared, stateOf(site.db, live.id, key)?.choice ?? null);
  const decided = decision.act === 'fields' ? decision.fields.find(({ field }) => field === 'translations') : undefined;
  const [base, kept] = [mapOf(group.base), mapOf(decided?.value ?? group.here)];
  return Object.entries(map).some(([code, member]) => {
    const own = kept[code];
    return own !== undefined && own !== member && own !== base[code];
  });
}
