import { SYNC_ITEMS, type SyncItem } from '../../schema/settings/settings.ts';
import type { Site } from '../../site.ts';
import { postById, updatePost, type PostChanges, type PostRow } from '../../store/content/posts.ts';
import { groupMembers, itemLanguage } from '../../store/translations/translations.ts';
import type { Caller } from '../../types.ts';
import { canEdit } from '../content/posts/rights.ts';
import { storedSettings } from '../settings/settings.ts';
import { copyItem } from './sync-items.ts';
import { copyFileFacts } from './sync-media.ts';

/**
 * Pushes the enabled data of a saved item to all other members of its group (`content.md` 6): on every save, whether or not
 * anything changed. The partners' `modified` is unchanged, and so is whatever the caller may not edit. Media translations always
 * share their file's metadata.
 */
export function synchronise(site: Site, postId: number, caller: Caller): void {
  const own = itemLanguage(site.db, 'post', postId);
  if (!own) return;
  const partners = groupMembers(site.db, own.group_id).filter((member) => member.item_id !== postId);
  if (partners.length === 0) return;
  const from = rowOf(site, postId);
  const { sync } = storedSettings(site);
  for (const { item_id } of partners) {
    const to = rowOf(site, item_id);
    if (canEdit(caller, to)) push(site, { from, to }, sync);
  }
}

/** Copies all synchronisable data, once, whatever the setting: for "create translation from" (`content.md` 6). */
export function copyOnce(site: Site, from: number, to: number): void {
  push(site, { from: rowOf(site, from), to: rowOf(site, to) }, SYNC_ITEMS);
}

function push(site: Site, pair: { from: PostRow; to: PostRow }, items: readonly SyncItem[]): void {
  const { from, to } = pair;
  let changes: PostChanges = {};
  for (const item of items) changes = { ...changes, ...copyItem(item, { site, from, to }) };
  updatePost(site.db, to.id, changes);
  if (from.type === 'attachment') copyFileFacts(site, pair);
}

function rowOf(site: Site, id: number): PostRow {
  const row = postById(site.db, id);
  if (!row) throw new Error(`The item ${id} has a language and is not there`);
  return row;
}
