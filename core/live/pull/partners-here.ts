import { putBase, putBody } from '../../store/live/items.ts';
import type { LiveKey } from '../../store/live/states.ts';
import { groupMembers, itemLanguage, type ItemLanguage } from '../../store/translations/translations.ts';
import type { Json } from '../../types.ts';
import { pack } from '../body.ts';
import { mapOf } from '../canonical.ts';
import { compareOne, comparing, type Comparing } from '../compared.ts';
import { lineName } from '../line-name.ts';
import { compareAndStore } from '../states.ts';
import { keptFace } from './bases.ts';
import type { Writing } from './write-here.ts';

/** The items here whose groups change when these are written: partners that they have, and those that they get with theirs. */
export function partnersHere({ site, numbers }: Comparing, writings: readonly Writing[]): LiveKey[] {
  const groupOf = (kind: Writing['kind'], uuid: Json): ItemLanguage[] => {
    const id = typeof uuid === 'string' ? numbers.idOf(kind, uuid) : undefined;
    const own = id === undefined ? undefined : itemLanguage(site.db, kind, id);
    return own ? groupMembers(site.db, own.group_id) : [];
  };
  const keys = writings.flatMap(({ kind, uuid, fields }): LiveKey[] => {
    if (fields['translations'] === undefined) return [];
    const named = new Set([uuid, ...Object.values(mapOf(fields['translations']))]);
    const members = [...named].flatMap((one) => groupOf(kind, one));
    const uuids = members.flatMap(({ item_id }) => numbers.keyOf(kind, item_id) ?? []);
    return uuids.map((one) => ({ kind, uuid: one }));
  });
  return [...new Map(keys.map((key) => [lineName(key), key])).values()];
}

/**
 * Both sides agree on a group that was written here and is the same there, whichever of its members was pulled. Otherwise it would
 * look like a link made here once somebody there changes it back.
 */
export function settlePartnersHere({ site, live }: Comparing, partners: readonly LiveKey[]): void {
  const context = comparing(site, live);
  for (const key of partners) {
    const compared = compareOne(context, key);
    const { base, line, type, known } = compared;
    const group = line.fields.find(({ field }) => field === 'translations');
    if (!base || group?.state !== 'both' || group.there === undefined) continue;
    const fields = { ...base.fields, translations: group.there };
    const body = putBody(site.db, pack({ ...base, type, fields }));
    const here_body = keptFace(context, compared, fields);
    putBase(site.db, live.id, { ...key, body, here_body, modified: known.modified ?? '' });
    compareAndStore(context, key);
  }
}
