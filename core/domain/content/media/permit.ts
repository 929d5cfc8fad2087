import { refusal } from '../../../errors.ts';
import type { RestError } from '../../../errors.ts';
import type { Site } from '../../../site.ts';
import { postById } from '../../../store/content/posts.ts';
import type { Caller, Dict } from '../../../types.ts';
import type { PostType } from '../content-model.ts';
import { mayCreate } from '../posts/permit.ts';
import { canEdit } from '../posts/rights.ts';

/** Permission to upload (`content.md` 1.3); attaching the file to an item also requires the right to edit the item. */
export function mayUpload(site: Site, caller: Caller, type: PostType, params: Dict): RestError | undefined {
  const refused = mayCreate(caller, type, params);
  if (refused) return refused;
  const target = postById(site.db, Number(params['post'] ?? 0));
  if (!target || canEdit(caller, target)) return undefined;
  return refusal(caller, 'rest_cannot_edit', 'You may not attach files to this item.');
}
