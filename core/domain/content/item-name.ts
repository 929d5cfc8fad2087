import type { NamedItem } from '../../schema/site/summaries.ts';
import type { Site } from '../../site.ts';
import { postById } from '../../store/content/posts.ts';
import { termById } from '../../store/content/terms.ts';
import type { Kind } from '../../store/translations/translations.ts';
import { postType, taxonomy } from './content-model.ts';
import { shownName } from './plain-text.ts';

/** What a summary of the history calls an item: without a title where it has none or is not there. */
export function namedItem(site: Site, kind: Kind, id: number): NamedItem {
  const title = kind === 'post' ? postById(site.db, id)?.title : shownName(termById(site.db, id)?.name ?? '');
  return { id, title: title ?? '' };
}

/** The part of `wp/v2` an item is found under; undefined where no such item exists, or its type is not shown. */
export function restBaseOf(site: Site, kind: Kind, id: number): string | undefined {
  const name = kind === 'post' ? postById(site.db, id)?.type : termById(site.db, id)?.taxonomy;
  if (name === undefined) return undefined;
  return (kind === 'post' ? postType(site, name) : taxonomy(site, name))?.rest_base;
}
