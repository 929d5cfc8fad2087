import type { Dict } from '../../../core/types.ts';
import { hashValue } from '../../../core/units/hash.ts';
import { isSame } from '../../lib/draft.svelte.ts';
import type { Item, Staleness } from './item.ts';

/** Names of the texts of an item. */
const TEXTS = ['title', 'slug', 'excerpt', 'content'] as const;

/** The stored texts of an item. */
export interface Texts {
  title: string;
  slug: string;
  excerpt: string;
  content: string;
}

/** Fields of an item that are neither texts nor identity, in the order of the inspector. */
const OTHERS = [
  ...['author', 'featured_media', 'template', 'parent', 'menu_order', 'sticky', 'comment_status', 'ping_status'],
  ...['password', 'format'],
];

/** Everything of an item that the editor can change. */
export interface Written extends Texts {
  /** Fields by name, and ids of terms by the base of their taxonomy. */
  others: Record<string, unknown>;
  status: string;
  date: string;
  meta: Record<string, unknown>;
}

/** A stored text of an item; "" if its type does not have it. */
export function rawOf(item: Item, field: keyof Texts): string {
  if (field === 'slug') return readable(item.slug);
  return item[field]?.raw ?? '';
}

export function textsOf(item: Item): Texts {
  const of = (field: keyof Texts) => rawOf(item, field);
  return { title: of('title'), slug: of('slug'), excerpt: of('excerpt'), content: of('content') };
}

/** The source text at the time of confirmation; undefined if unknown. */
export function sourceBefore(
  source: Item,
  staleness: Staleness | undefined,
  field: Exclude<keyof Texts, 'slug'>,
): string | undefined {
  if (!staleness || source.id !== staleness.source.id || staleness.confirmed_at === null) return undefined;
  return staleness.changes.find((change) => change.field === field)?.before ?? rawOf(source, field);
}

/** The other fields of an item, and its terms. */
export function othersOf(item: Item): Record<string, unknown> {
  const isTerms = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'number');
  return Object.fromEntries(
    Object.entries(item).filter(([name, value]) => (OTHERS.includes(name) && value !== null) || isTerms(value)),
  );
}

/** The differences from the stored item. */
export function changesOf(item: Item, { status, date, meta, others, ...now }: Written): Dict {
  const stored = textsOf(item);
  const out: Dict = {};
  for (const name of TEXTS) if (now[name] !== stored[name] && item[name] !== undefined) out[name] = now[name];
  if (status !== item.status) out['status'] = status;
  if (date !== item.date) out['date'] = date;
  Object.assign(out, changedKeys(others, othersOf(item)));
  const keys = changedKeys(meta, item.meta);
  if (Object.keys(keys).length > 0) out['meta'] = keys;
  return out;
}

/** Everything the editor can change, as stored. */
export function writtenOf(item: Item): Written {
  return { ...textsOf(item), status: item.status, date: item.date, meta: item.meta ?? {}, others: othersOf(item) };
}

/** A field that was changed here and, to a different value, elsewhere. */
export interface FieldConflict {
  /** `title`; a key of meta is `meta.KEY`. */
  field: string;
  here: unknown;
  there: unknown;
}

/** The fields that were changed here and elsewhere, to different values. */
export function conflictsOf(mine: Written, { base, theirs }: { base: Written; theirs: Written }): FieldConflict[] {
  const [here, before, there] = [mine, base, theirs].map(flat);
  return Object.keys(here ?? {}).flatMap((field) => {
    const [own, was, now] = [here?.[field], before?.[field], there?.[field]];
    return isSame(now, was) || isSame(own, was) || isSame(now, own) ? [] : [{ field, here: own, there: now }];
  });
}

/** The former values of the fields a save sends, as `PATCH polydesk/v1/items` compares them. */
export function baseOf(item: Item, changes: Dict): Dict<string> {
  const meta = changes['meta'];
  const keys = typeof meta === 'object' && meta !== null ? Object.keys(meta) : [];
  const fields = Object.keys(changes).filter((name) => name !== 'meta');
  const stored = (name: string): unknown => {
    const value = item[name];
    return typeof value === 'object' && value !== null && 'raw' in value ? value.raw : value;
  };
  return Object.fromEntries([
    ...fields.map((name) => [name, hashValue(stored(name))] as const),
    ...keys.map((key) => [`meta.${key}`, hashValue(item.meta?.[key])] as const),
  ]);
}

/** The stored values that edits are based on, to be kept with them. */
export function keptBase(item: Item): Dict {
  const { slug, status, date, meta = {}, title, content, excerpt } = item;
  return {
    ...othersOf(item),
    slug,
    status,
    date,
    meta,
    title: title.raw,
    content: content?.raw,
    excerpt: excerpt?.raw,
  };
}

/** The item as it was when its texts were edited; undefined if that was not kept. */
export function itemOver(item: Item, base: unknown): Item | undefined {
  if (typeof base !== 'object' || base === null || !('title' in base)) return undefined;
  const { title, content, excerpt, ...others } = base as Partial<Item>;
  const raw = (name: 'content' | 'excerpt', text: unknown) =>
    item[name] && typeof text === 'string' ? { [name]: { raw: text } } : {};
  return {
    ...item,
    ...others,
    title: { raw: typeof title === 'string' ? title : '' },
    ...raw('content', content),
    ...raw('excerpt', excerpt),
  };
}

function flat({ meta, others, ...fields }: Written): Dict {
  const keys = Object.entries(meta).map(([key, value]) => [`meta.${key}`, value] as const);
  return { ...fields, ...others, ...Object.fromEntries(keys) };
}

/** The entries of a map that differ from the stored one. */
export function changedKeys(
  mine: Record<string, unknown>,
  stored: Record<string, unknown> = {},
): Record<string, unknown> {
  const changed = Object.entries(mine).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(stored[key]));
  return Object.fromEntries(changed);
}

/** A slug in readable form: stored ones are encoded. The API accepts both. */
export function readable(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
