import { bodyById, knownOf, putBody, setSeenBody } from '../../store/live/items.ts';
import type { LiveSiteRow } from '../../store/live/sites.ts';
import type { LiveKey } from '../../store/live/states.ts';
import type { Site } from '../../site.ts';
import type { Json } from '../../types.ts';
import { pack, unpack, type LiveBody } from '../body.ts';
import { mapOf } from '../canonical.ts';
import { isSame, type Fields } from '../compare.ts';

/** An item that was read there: its group, and the one that was known of it until then. */
export interface GroupRead {
  key: LiveKey;
  before: Json | undefined;
  now: Json | undefined;
}

/** The same, before what was read is stored. */
export function groupRead({ site, live }: { site: Site; live: LiveSiteRow }, key: LiveKey, now: Fields): GroupRead {
  return { key, before: seenBody(site, live, key)?.fields['translations'], now: now['translations'] };
}

/**
 * An item that was read there alone shows the group of its partners, too: they are in it, and whoever is not in it has left them.
 * Otherwise what is pulled of one of them would look like a link that was made here of another.
 *
 * @param isRead items that were read themselves
 */
export function spreadGroup(
  { site, live }: { site: Site; live: LiveSiteRow },
  { key, before, now }: GroupRead,
  isRead: (uuid: string) => boolean = () => false,
): void {
  if (now === undefined || isSame(now, before)) return;
  const map = mapOf(now);
  const members = new Set(Object.values(map));
  const membersOf = (group: Json | undefined): Json[] => Object.values(mapOf(group));
  const seen = (uuid: Json): LiveBody | undefined =>
    typeof uuid === 'string' ? seenBody(site, live, { kind: key.kind, uuid }) : undefined;
  const partners = new Set([
    ...membersOf(before),
    ...members,
    ...[...members].flatMap((one) => membersOf(seen(one)?.fields['translations'])),
  ]);
  for (const uuid of partners) {
    if (typeof uuid !== 'string' || uuid === key.uuid || isRead(uuid)) continue;
    const body = seen(uuid);
    const old = body?.fields['translations'];
    if (!body || old === undefined) continue;
    const left = Object.fromEntries(Object.entries(mapOf(old)).filter(([, one]) => !members.has(one)));
    const translations = members.has(uuid) ? map : left;
    if (isSame(translations, old)) continue;
    const packed = pack({ ...body, fields: { ...body.fields, translations } });
    setSeenBody(site.db, live.id, { kind: key.kind, uuid, body: putBody(site.db, packed) });
  }
}

/** The body of an item as it was last seen there; undefined: it is not there, or nobody knows. */
export function seenBody({ db }: Site, live: LiveSiteRow, key: LiveKey): LiveBody | undefined {
  const { seen, found } = knownOf(db, live.id, key);
  const stored = seen === null || found !== 'there' ? undefined : bodyById(db, seen);
  return stored && unpack(stored.zip);
}
