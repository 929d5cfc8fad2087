import { sanitiseSlug } from '../../domain/content/slug.ts';
import { POST_HEAD_ROWS, type NamedPostField, type PostValues } from '../../schema/content/fields/posts.ts';
import { STATUSES } from '../../schema/content/post-list.ts';
import type { SqlValue } from '../../store/sql.ts';
import { kindOfType } from '../plan/posts.ts';
import type { Plan } from '../plan/plan.ts';
import type { PostRecord } from '../records.ts';
import { warn } from '../report.ts';
import { isStorableSlug } from '../slug.ts';
import type { PostHead } from '../stage.ts';
import { mapHostItem } from '../wxr/host-items.ts';
import { HOST_POST_TYPES } from '../wxr/host-types.ts';

/** Returns the item as it can be stored, with references mapped to items of the site. */
export function prepared(plan: Plan, record: PostRecord): PostRecord {
  const item = tidied(plan, record);
  return isMapped(plan, item) ? mapHostItem(item, { post: plan.posts.idOf, term: plan.terms.idOf }) : item;
}

/** Whether it refers to other items by numbers that differ here. */
export function isMapped({ posts }: Plan, { type }: PostHead): boolean {
  return HOST_POST_TYPES.has(type) && posts.isRenumbered;
}

/** Returns the item with a valid slug and status; each change is reported. */
export function tidied<T extends PostHead>(plan: Plan, record: T): T {
  const [slug, status] = [slugOf(plan, record), statusOf(plan, record)];
  return slug === record.slug && status === record.status ? record : { ...record, slug, status };
}

/** A slug in the form the real site stores is kept; anything not allowed in an address is recreated. */
function slugOf({ report }: Plan, { slug, type, line }: PostHead): string {
  if (isStorableSlug(slug)) return slug;
  const made = sanitiseSlug(slug, '');
  const text = `The slug "${slug.slice(0, 80)}" is not valid; it is now "${made.slice(0, 80)}".`;
  const params = { from: slug.slice(0, 80), to: made.slice(0, 80) };
  warn(report, kindOfType(type), { line, code: 'slug', text, params });
  return made;
}

const KNOWN: ReadonlySet<string> = new Set(STATUSES);

function statusOf({ report }: Plan, { status, type, line }: PostHead): string {
  if (KNOWN.has(status) || HOST_POST_TYPES.has(type)) return status;
  if (/^[a-z0-9_-]{1,20}$/.test(status)) {
    const text = `The status "${status}" is not known here; the item keeps it for export, but lists of items by status do not show it.`;
    warn(report, kindOfType(type), { line, code: 'status_kept', text, params: { status } });
    return status;
  }
  const text = `"${status.slice(0, 40)}" is not a status; the item is now a draft.`;
  warn(report, kindOfType(type), { line, code: 'status', text, params: { status: status.slice(0, 40) } });
  return 'draft';
}

/** An item of the file with its number on this site. */
export interface Item extends ItemHead {
  record: PostRecord;
}

/** The same without texts. */
export interface ItemHead {
  id: number;
  record: PostHead;
}

/** The row of an item, with the numbers of this site. */
export function fieldsOf(plan: Plan, { id, record }: Item): PostValues {
  const { content, excerpt } = record;
  const head = headOf(plan, { id, record }).map((value, at) => [POST_HEAD_ROWS[at]?.name, value]);
  return { ...(Object.fromEntries(head) as PostValues), content, excerpt };
}

/** Values of `POST_HEAD_ROWS`. */
export function headOf(plan: Plan, item: ItemHead): SqlValue[] {
  return POST_HEAD_ROWS.map((row) => valueHere(plan, item, row));
}

/** Converts a field of the file to a row value of this site. */
function valueHere(
  { posts, users }: Plan,
  { id, record }: ItemHead,
  { name, holds, ofFile }: NamedPostField,
): SqlValue {
  if (ofFile) return record.media?.mime_type ?? '';
  if (holds === 'parent') return posts.parents.get(id) ?? null;
  if (holds === 'image') return posts.thumbnails.get(id) ?? 0;
  const value = record[name as keyof PostHead] as string | number | boolean;
  if (holds === 'user') return users.idOf(String(value)) ?? null;
  return typeof value === 'boolean' ? Number(value) : value;
}

/** The terms of an item, by their numbers on this site. */
export function termIdsOf({ terms }: Plan, record: PostHead): { taxonomy: string; id: number }[] {
  return record.terms.flatMap((ref) => {
    const found = terms.resolve(ref, record.lang);
    return found ? [{ taxonomy: found.taxonomy, id: found.id }] : [];
  });
}
