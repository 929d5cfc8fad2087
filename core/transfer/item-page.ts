import type { Site } from '../site.ts';
import { mediaByIds, type MediaRow } from '../store/content/media.ts';
import { metaOf, type MetaRow } from '../store/content/meta.ts';
import { commentsOf, loginsOf } from '../store/content/names.ts';
import { termsOfPosts, type CarriedTerm } from '../store/content/post-terms.ts';
import { postsByIds, type PostRow } from '../store/content/posts.ts';

/** A page of items for export, and everything that belongs to them, by number. */
export interface ItemPage {
  rows: readonly PostRow[];
  meta: ReadonlyMap<number, readonly MetaRow[]>;
  terms: ReadonlyMap<number, readonly CarriedTerm[]>;
  media: ReadonlyMap<number, MediaRow>;
  /** Lists as JSON. */
  comments: ReadonlyMap<number, string>;
  /** Of the authors. */
  logins: ReadonlyMap<number, string>;
}

/** Loads everything these items need in bulk. */
export function itemPage({ db }: Site, ids: readonly number[]): ItemPage {
  const rows = postsByIds(db, ids);
  const authors = rows.flatMap(({ author }) => author ?? []);
  return {
    rows,
    meta: Map.groupBy(metaOf(db, 'post', ids), (one) => one.item_id),
    terms: Map.groupBy(termsOfPosts(db, ids), (one) => one.post_id),
    media: mediaByIds(db, ids),
    comments: commentsOf(db, ids),
    logins: loginsOf(db, authors),
  };
}
