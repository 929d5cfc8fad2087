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

/** Whether two states of an item say the same. */
export function sameTexts(one: Item, other: Item): boolean {
  const [a, b] = [textsOf(one), textsOf(other)];
  return a.title === b.title && a.slug === b.slug && a.excerpt === b.excerpt && a.content === b.content;
}

/** A slug as people read it: stored ones are encoded. The API takes both. */
function readable(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
