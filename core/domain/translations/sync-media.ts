import type { Site } from '../../site.ts';
import { fileFactsOf, mediaById, putMedia } from '../../store/content/media.ts';
import { updatePost, type PostRow } from '../../store/content/posts.ts';

/** Media translations share one file: its metadata is the same for all of them (`content.md` 6, 7.1). */
export function copyFileFacts(site: Site, { from, to }: { from: PostRow; to: PostRow }): void {
  const own = mediaById(site.db, from.id);
  if (!own) return;
  putMedia(site.db, to.id, fileFactsOf(own));
  updatePost(site.db, to.id, { mime_type: from.mime_type });
}
