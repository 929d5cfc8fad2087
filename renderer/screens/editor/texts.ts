import type { Dict } from '../../../core/types.ts';
import type { Item } from './item.ts';

/** Names of the texts of an item. */
const TEXTS = ['title', 'slug', 'excerpt', 'content'] as const;

/** The texts of an item, as they are stored. */
export interface Texts {
  title: string;
  slug: string;
  excerpt: string;
  content: string;
}

/** All of an item that is written in the editor. */
export interface Written extends Texts {
  status: string;
  date: string;
  meta: Record<string, unknown>;
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

/** What differs from the item as it is stored. */
export function changesOf(item: Item, { status, date, meta, ...now }: Written): Dict {
  const stored = textsOf(item);
  const out: Dict = {};
  for (const name of TEXTS) if (now[name] !== stored[name] && item[name] !== undefined) out[name] = now[name];
  if (status !== item.status) out['status'] = status;
  if (date !== item.date) out['date'] = date;
  const keys = changedKeys(meta, item.meta);
  if (Object.keys(keys).length > 0) out['meta'] = keys;
  return out;
}

/** Whether a text was changed here and elsewhere, and not to the same. */
export function isTornBetween(mine: Texts, { base, theirs }: { base: Texts; theirs: Texts }): boolean {
  return TEXTS.some((name) => {
    return theirs[name] !== base[name] && mine[name] !== base[name] && theirs[name] !== mine[name];
  });
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
