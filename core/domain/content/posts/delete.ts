import { RestError } from '../../../errors.ts';
import type { Site } from '../../../site.ts';
import { clearFeaturedMedia } from '../../../store/content/media.ts';
import { setMeta } from '../../../store/content/meta.ts';
import { deletePost, POST_TREE, updatePost, type PostRow } from '../../../store/content/posts.ts';
import { contentFacts } from '../content-facts.ts';
import type { PostType } from '../content-model.ts';
import { forgetItem } from '../../settings/site-settings.ts';
import { cutForSuffix } from '../slug.ts';
import { removeLanguage } from '../../translations/translations.ts';
import { momentNow } from './dates.ts';
import { uniquePostSlug } from './slugs.ts';
import { TRASH_SLUG, TRASH_STATUS } from './write.ts';

/** Moves an item to the trash (`content.md` 2.6): its slug becomes free immediately, and is remembered for restoring. */
export function trashPost(site: Site, type: PostType, row: PostRow): void {
  if (row.status === 'trash') throw new RestError('rest_already_trashed', 'The item is already in the trash.', 410);
  const { local, gmt } = momentNow(site.now(), contentFacts(site).timezone);
  const owner = { id: row.id, type, parent: row.parent, language: row.language_id };
  const slug = uniquePostSlug(site, contentFacts(site), owner, cutForSuffix(row.slug, '__trashed'));
  setMeta(site.db, { kind: 'post', id: row.id }, { key: TRASH_SLUG, values: [row.slug] });
  setMeta(site.db, { kind: 'post', id: row.id }, { key: TRASH_STATUS, values: [row.status] });
  updatePost(site.db, row.id, { status: 'trash', slug, modified: local, modified_gmt: gmt });
}

/**
 * Deletes an item permanently: its children move up to its parent, its translations stay linked (`content.md` 2.6, 5.12). An attachment
 * is nobody's featured image any more; its file is deleted with the last record that refers to it.
 */
export function removePost(site: Site, row: PostRow): void {
  if (row.type === 'attachment') clearFeaturedMedia(site.db, row.id);
  POST_TREE.moveChildren(site.db, row.id, row.parent);
  removeLanguage(site, { kind: 'post', id: row.id });
  forgetItem(site, row.id);
  deletePost(site.db, row.id);
}
