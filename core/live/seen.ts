import type { Site } from '../site.ts';
import { idOfUuid } from '../store/transfer/import.ts';
import { uuidsOfPosts, uuidsOfTerms } from '../store/content/names.ts';
import { isGoneThere, putSeen } from '../store/live/items.ts';
import type { LiveSiteRow } from '../store/live/sites.ts';
import { queueShowing } from './files/own-files.ts';
import { queueItems, type LiveKey } from '../store/live/states.ts';
import { groupMembers, itemLanguage } from '../store/translations/translations.ts';

/**
 * Stores the state of an item there. If it changed, the item is compared again. If it was deleted, or is back, its translations here
 * are compared again, too, because links to deleted items are not compared.
 */
export function noteSeen(
  { site, live }: { site: Site; live: LiveSiteRow },
  seen: LiveKey & Parameters<typeof putSeen>[2],
): void {
  const wasGone = isGoneThere(site.db, live.id, seen);
  if (!putSeen(site.db, live.id, seen)) return;
  const { kind, uuid } = seen;
  if (seen.type === 'attachment') queueShowing(site, live, uuid);
  queueItems(site.db, [{ kind, uuid }, ...(wasGone === (seen.found === 'gone') ? [] : translationsHere(site, seen))]);
}

/** The translations of an item here. */
export function translationsHere(site: Site, { kind, uuid }: LiveKey): LiveKey[] {
  if (kind !== 'post' && kind !== 'term') return [];
  const id = idOfUuid(site.db, `${kind}s`, uuid);
  const own = id === undefined ? undefined : itemLanguage(site.db, kind, id);
  const members = own ? groupMembers(site.db, own.group_id).map(({ item_id }) => item_id) : [];
  const uuids = (kind === 'term' ? uuidsOfTerms : uuidsOfPosts)(site.db, members);
  return [...uuids.values()].flatMap((one) => (one === uuid ? [] : [{ kind, uuid: one }]));
}
