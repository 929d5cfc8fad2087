import type { Site } from '../../../site.ts';
import { postById, type PostRow } from '../../../store/content/posts.ts';
import type { Caller } from '../../../types.ts';
import type { PostType } from '../content-model.ts';

type Owned = Pick<PostRow, 'author' | 'status' | 'type' | 'parent'>;

/** Whether the caller may write items of this type at all (`content.md` 1.3): pages require an editor. */
export function canCreate(caller: Caller, type: Pick<PostType, 'name' | 'hierarchical' | 'custom'>): boolean {
  if (type.name === 'page') return caller.can('edit_others');
  return caller.can(type.name === 'attachment' ? 'upload' : 'edit_own');
}

/** Whether the caller may use `context=edit` on lists of this type. */
export function canEditType(caller: Caller, type: Pick<PostType, 'name'>): boolean {
  return caller.can(type.name === 'page' ? 'edit_others' : 'edit_own');
}

export function canPublish(caller: Caller, type: Pick<PostType, 'name'>): boolean {
  return caller.can(type.name === 'page' ? 'edit_others' : 'publish');
}

/** Permission to edit and delete: editors everything; others their own items, contributors only unpublished ones. */
export function canEdit(caller: Caller, row: Owned): boolean {
  if (caller.can('edit_others')) return true;
  if (row.type === 'page' || row.author !== caller.userId || caller.userId === 0) return false;
  if (row.type === 'attachment') return caller.can('upload');
  const isOut = row.status === 'publish' || row.status === 'future' || row.status === 'private';
  return caller.can(isOut ? 'publish' : 'edit_own');
}

/**
 * Permission to read: published items for everyone; media like their parent; others for those who may edit them, private items
 * for their author too.
 */
export function canRead(site: Site, caller: Caller, row: Owned): boolean {
  if (row.status === 'publish') return true;
  if (row.status === 'inherit') {
    const parent = row.parent === null ? undefined : postById(site.db, row.parent);
    return parent ? canRead(site, caller, parent) : true;
  }
  if (caller.userId !== 0 && row.author === caller.userId && caller.can('read')) return true;
  return row.status === 'private' ? caller.can('edit_others') : canEdit(caller, row);
}

/**
 * The user whose unpublished texts a search includes: totals must not reveal, word by word, what a draft, a private item or a
 * password hides. Undefined: all.
 */
export function searchedAs(caller: Caller): number | undefined {
  return caller.can('edit_others') ? undefined : caller.userId;
}
