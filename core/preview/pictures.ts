import { sourceUrl } from '../domain/content/media/value.ts';
import type { Site } from '../site.ts';
import { mediaByIds } from '../store/content/media.ts';
import type { PostRow } from '../store/content/posts.ts';
import { FILE_PATH } from './content.ts';
import { html, NONE, type Markup } from './markup.ts';

/** The featured image of an item; for media, the image itself. */
export function featuredPicture(site: Site, row: PostRow): Markup {
  const id = row.type === 'attachment' ? row.id : row.featured_media;
  const media = id ? mediaByIds(site.db, [id]).get(id) : undefined;
  const path = media && FILE_PATH.exec(URL.parse(sourceUrl(site, media))?.pathname ?? '')?.[0];
  return media && path !== undefined ? html`<figure><img src="${path}" alt="${media.alt_text}" /></figure>` : NONE;
}
