import type { NamedItem } from '../../schema/site/summaries.ts';
import type { Site } from '../../site.ts';
import { postById } from '../../store/content/posts.ts';
import { termById } from '../../store/content/terms.ts';
import type { Kind } from '../../store/translations/translations.ts';
import { postType, taxonomy } from './content-model.ts';
import { shownName } from './plain-text.ts';

/** The name of an item in history summaries: without a title if it has none or does not exist. */
export function namedItem(site: Site, kind: Kind, id: number): NamedItem {
  const title = shownName((kind === 'post' ? postById(site.db, id)?.title : termById(site.db, id)?.name) ?? '');
  return { id, title };
}

/** The REST base in `wp/v2` of an item; undefined if it does not exist, or its type is hidden. */
export function restBaseOf(site: Site, kind: Kind, id: number): string | undefined {
  const name = kind === 'post' ? postById(site.db, id)?.type : termById(site.db, id)?.taxonomy;
  if (name === undefined) return undefined;
  return (kind === 'post' ? postType(site, name) : taxonomy(site, name))?.rest_base;
}
