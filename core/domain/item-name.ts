import type { Site } from '../site.ts';
import { postById } from '../store/posts.ts';
import { termById } from '../store/terms.ts';
import type { Kind } from '../store/translations.ts';
import { shownName } from './plain-text.ts';

/** What a sentence of the history calls an item: “Title”, or "number 5" where it has none or is not there. */
export function itemName(site: Site, kind: Kind, id: number): string {
  const name = kind === 'post' ? postById(site.db, id)?.title : shownName(termById(site.db, id)?.name ?? '');
  return name ? `“${name}”` : `number ${id}`;
}
