import type { Item } from './item.ts';

/** The texts of an item, as they are stored. */
export interface Texts {
  title: string;
  slug: string;
  excerpt: string;
  content: string;
}

/** A text of an item as it is stored; "" where its type has none. */
export function rawOf(item: Item, field: keyof Texts): string {
  if (field === 'slug') return readable(item.slug);
  return item[field]?.raw ?? '';
}

export function textsOf(item: Item): Texts {
  const of = (field: keyof Texts) => rawOf(item, field);
  return { title: of('title'), slug: of('slug'), excerpt: of('excerpt'), content: of('content') };
}

/** What of a map differs from the one that is stored. */
export function changedKeys(
  mine: Record<string, unknown>,
  stored: Record<string, unknown> = {},
): Record<string, unknown> {
  const changed = Object.entries(mine).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(stored[key]));
  return Object.fromEntries(changed);
}

/** A slug as people read it: stored ones are encoded. The API takes both. */
function readable(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
