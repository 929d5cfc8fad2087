import type { Site } from '../site.ts';
import { fileFactsOf, insertMedia, mediaById, updateMedia } from '../store/media.ts';
import { updatePost, type PostRow } from '../store/posts.ts';

/** Media translations share one file: what is known of it is the same for all of them (`content.md` 6, 7.1). */
export function copyFileFacts(site: Site, { from, to }: { from: PostRow; to: PostRow }): void {
  const own = mediaById(site.db, from.id);
  if (!own) return;
  const facts = fileFactsOf(own);
  if (mediaById(site.db, to.id)) updateMedia(site.db, to.id, facts);
  else insertMedia(site.db, to.id, facts);
  updatePost(site.db, to.id, { mime_type: from.mime_type });
}
