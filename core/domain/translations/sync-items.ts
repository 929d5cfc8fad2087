import { POST_ROWS } from '../../schema/content/fields/posts.ts';
import type { SyncItem } from '../../schema/settings/settings.ts';
import type { Site } from '../../site.ts';
import { metaOf, setMeta } from '../../store/content/meta.ts';
import { setTermIds, termIdsOf } from '../../store/content/post-terms.ts';
import { POST_TREE, type PostChanges, type PostRow } from '../../store/content/posts.ts';
import { translationOf } from '../../store/translations/translations.ts';
import { isTranslated, postType, translatedTaxonomies } from '../content/content-model.ts';

/** A saved item, and the partner that receives its data. */
export interface Push {
  site: Site;
  from: PostRow;
  to: PostRow;
}

/** Pushes an item of the setting `sync` (`content.md` 6): columns are returned, rows of other tables written. */
export function copyItem(item: SyncItem, push: Push): PostChanges {
  const copy = COPIERS[item];
  if (copy) return copy(push);
  const names = POST_ROWS.filter(({ sync }) => sync === item).map(({ name }) => name);
  return Object.fromEntries(names.map((name) => [name, push.from[name]]));
}

/** Items that involve more than a column. */
const COPIERS: { readonly [item in SyncItem]?: (push: Push) => PostChanges } = {
  taxonomies: copyTerms,
  post_meta: copyMeta,
  post_date: copyDate,
  post_parent: copyParent,
  _thumbnail_id: copyThumbnail,
};

/** The date is always copied. An explicit one makes the partner's explicit; a draft's floating date does not unfix the partner's. */
function copyDate({ from, to }: Push): PostChanges {
  return { date: from.date, date_gmt: from.date_gmt, floating: from.floating === 1 ? to.floating : 0 };
}

/** The parent's translation. If the parent has none, or if it is a descendant of the partner, the partner is unchanged. */
function copyParent({ site, from, to }: Push): PostChanges {
  if (from.parent === null) return { parent: null };
  const parent = counterpart(site, from.parent, to);
  return parent === undefined || POST_TREE.isBelow(site.db, parent, to.id) ? {} : { parent };
}

/** The same image, or its translation if media have languages. */
function copyThumbnail({ site, from, to }: Push): PostChanges {
  const isMapped = from.featured_media !== 0 && isTranslated(site, 'post', 'attachment');
  const translation = isMapped ? counterpart(site, from.featured_media, to) : undefined;
  return { featured_media: translation ?? from.featured_media };
}

/**
 * Translated taxonomies only: each term is mapped to its translation, and not pushed without one; the partner's terms without a
 * counterpart in the saved item's language stay; everything else is replaced.
 */
function copyTerms({ site, from, to }: Push): PostChanges {
  const own = postType(site, from.type)?.taxonomies ?? [];
  for (const taxonomy of translatedTaxonomies(site).filter((name) => own.includes(name))) {
    const pushed = termIdsOf(site.db, from.id, taxonomy).flatMap((id) => termIn(site, id, to) ?? []);
    const kept = termIdsOf(site.db, to.id, taxonomy).filter((id) => termIn(site, id, from) === undefined);
    setTermIds(site.db, to.id, { taxonomy, ids: [...pushed, ...kept] });
  }
  return {};
}

/** Public fields present on either side: multiple values are replaced as a whole, missing ones are deleted. */
function copyMeta({ site, from, to }: Push): PostChanges {
  const rows = metaOf(site.db, 'post', [from.id, to.id]).filter(({ key }) => !key.startsWith('_'));
  for (const key of new Set(rows.map((row) => row.key))) {
    const values = rows.filter((row) => row.item_id === from.id && row.key === key).map((row) => row.value);
    setMeta(site.db, { kind: 'post', id: to.id }, { key, values });
  }
  return {};
}

/** The translation of a post-like item in the language of a partner. */
function counterpart(site: Site, id: number, partner: PostRow): number | undefined {
  const language = partner.language_id;
  return language === null ? undefined : translationOf(site.db, 'post', { id, language });
}

function termIn(site: Site, id: number, post: PostRow): number | undefined {
  const language = post.language_id;
  return language === null ? undefined : translationOf(site.db, 'term', { id, language });
}
