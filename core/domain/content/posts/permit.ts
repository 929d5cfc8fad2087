import { RestError, refusal } from '../../../errors.ts';
import { POST_ROWS } from '../../../schema/content/fields/posts.ts';
import type { Site } from '../../../site.ts';
import { metaValues } from '../../../store/content/meta.ts';
import { postById, type PostRow } from '../../../store/content/posts.ts';
import type { Caller, Dict } from '../../../types.ts';
import type { PostType } from '../content-model.ts';
import { canCreate, canEdit, canEditType, canRead } from './rights.ts';
import { TRASH_STATUS } from './write.ts';

type Judgement = RestError | undefined;

/** Permission to list items, and to list them for editing (`content.md` 2.1). */
export function mayList(caller: Caller, type: PostType, params: Dict): Judgement {
  if (params['context'] !== 'edit' || canEditType(caller, type)) return undefined;
  return refusal(caller, 'rest_forbidden_context', 'You may not read these items for editing.');
}

/**
 * Permission to read an item (`content.md` 2.3).
 * @param params `password`: the one in the query; in a body it would be the new password
 */
export function mayRead(site: Site, caller: Caller, type: PostType, params: Dict): Judgement {
  const row = rowOf(site, type, params);
  if (!row) return unknownItem();
  if (params['context'] === 'edit' && !canEdit(caller, row))
    return refusal(caller, 'rest_forbidden_context', 'You may not read this item for editing.');
  const password = params['password'];
  if (typeof password === 'string' && password !== '' && password !== row.password)
    return new RestError('rest_post_incorrect_password', 'This is not the password of the item.', 403);
  return canRead(site, caller, row) ? undefined : refusal(caller, 'rest_forbidden', 'You may not read this item.');
}

/** Permission to add an item (`content.md` 2.5). */
export function mayCreate(caller: Caller, type: PostType, params: Dict): Judgement {
  if (params['id'] !== undefined && params['id'] !== null)
    return new RestError('rest_post_exists', 'A new item has no id yet: leave id out.', 400);
  const other = forOthers(caller, params, caller.userId) ?? settingRefusal(caller, params);
  if (other) return other;
  return canCreate(caller, type)
    ? undefined
    : refusal(caller, 'rest_cannot_create', 'You may not add items of this type.');
}

/** Permission to change an item. A guest does not learn whether it exists (`interface.md` 1.4). */
export function mayUpdate(site: Site, caller: Caller, type: PostType, params: Dict): Judgement {
  const row = rowOf(site, type, params);
  if (!row && caller.role !== null) return unknownItem();
  if (!row || !mayWrite(site, caller, row)) return refusal(caller, 'rest_cannot_edit', 'You may not change this item.');
  return forOthers(caller, params, row.author ?? 0) ?? settingRefusal(caller, params);
}

/** Permission to delete an item. */
export function mayDelete(site: Site, caller: Caller, type: PostType, params: Dict): Judgement {
  const row = rowOf(site, type, params);
  if (!row && caller.role !== null) return unknownItem();
  if (row && mayWrite(site, caller, row)) return undefined;
  return refusal(caller, 'rest_cannot_delete', 'You may not delete this item.');
}

/** Permission to list the revisions of an item: there are none, but only its editors may learn whether it exists. */
export function mayReadRevisions(site: Site, caller: Caller, type: PostType, params: Dict): Judgement {
  const row = rowOf(site, type, { id: params['parent'] });
  if (!row) return new RestError('rest_post_invalid_parent', 'No item has this id.', 404);
  return canEdit(caller, row)
    ? undefined
    : refusal(caller, 'rest_cannot_read', 'You may not read revisions of this item.');
}

/**
 * In the trash, an item's former status counts: a user who may not publish cannot restore a published item (`content.md` 1.3).
 */
function mayWrite(site: Site, caller: Caller, row: PostRow): boolean {
  const [before] = row.status === 'trash' ? metaValues(site.db, { kind: 'post', id: row.id }, TRASH_STATUS) : [];
  return canEdit(caller, row) && (before === undefined || canEdit(caller, { ...row, status: before }));
}

function rowOf(site: Site, type: PostType, params: Dict): PostRow | undefined {
  const row = postById(site.db, Number(params['id']));
  return row?.type === type.name ? row : undefined;
}

function unknownItem(): RestError {
  return new RestError('rest_post_invalid_id', 'No item has this id.', 404);
}

function forOthers(caller: Caller, params: Dict, own: number): Judgement {
  const author = Number(params['author'] ?? 0);
  if (author === 0 || author === caller.userId || author === own || caller.can('edit_others')) return undefined;
  return refusal(caller, 'rest_cannot_edit_others', 'You may not write in the name of another user.');
}

/** Rejects fields that require a right of their own. */
function settingRefusal(caller: Caller, params: Dict): Judgement {
  const { right } =
    POST_ROWS.find((row) => row.right && params[row.name] && !row.right.anyOf.some((name) => caller.can(name))) ?? {};
  return right && refusal(caller, right.code, right.text);
}
