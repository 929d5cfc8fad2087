import { inOrder, type Kinds } from '../../schema/content/fields/field.ts';
import { POST_ROWS, type NamedPostField } from '../../schema/content/fields/posts.ts';
import type { PostRow } from '../../store/content/posts.ts';
import type { PostRecord } from '../records.ts';
import { idOf } from './tree.ts';
import { dateOf, numberOf } from './values.ts';
import { element, plain } from './xml-write.ts';

/** Elements of an item in the order of the real site; any others follow. */
const ORDER = [
  ...['title', 'link', 'pubDate', 'dc:creator', 'guid', 'description', 'content:encoded', 'excerpt:encoded'],
  ...['wp:post_id', 'wp:post_date', 'wp:post_date_gmt', 'wp:post_modified', 'wp:post_modified_gmt'],
  ...['wp:comment_status', 'wp:ping_status', 'wp:post_name', 'wp:status', 'wp:post_parent', 'wp:menu_order'],
  ...['wp:post_type', 'wp:post_password', 'wp:is_sticky'],
];

const WITH_ELEMENT = POST_ROWS.flatMap((row) =>
  row.wxr && 'element' in row.wxr ? [{ row, name: row.wxr.element }] : [],
);
const WITH_META = inOrder(
  POST_ROWS.flatMap((row) => (row.wxr && 'meta' in row.wxr ? [{ row, name: row.wxr.meta }] : [])),
  ['_thumbnail_id'],
  ({ name }) => name,
);
const ELEMENTS = [...new Set([...ORDER, ...WITH_ELEMENT.map(({ name }) => name)])];
const ROW_OF = new Map(WITH_ELEMENT.map(({ row, name }) => [name, row]));

/** Custom fields that are stored in columns here, and restored from them on export. */
export const FIELD_KEYS: ReadonlySet<string> = new Set(WITH_META.map(({ name }) => name));

/** How references by number are written: the author by login, the parent and the image only if they are exported too. */
export interface Named {
  login: string;
  isLeaving(id: number): boolean;
}

/**
 * The elements of an item, in order.
 * @param placed elements that depend on more than one field
 */
export function elementLines(row: PostRow, named: Named, placed: Readonly<Record<string, string>>): string[] {
  return ELEMENTS.flatMap((name) => {
    const field = ROW_OF.get(name);
    return placed[name] ?? (field ? line(name, row, { field, named }) : []);
  });
}

function line(name: string, row: PostRow, { field, named }: { field: NamedPostField; named: Named }): string {
  const value = written(row, field, named);
  return typeof value === 'number' ? plain(name, value) : element(name, value);
}

/** The custom fields for an item's stored values; none for empty values. */
export function fieldMeta(row: PostRow, named: Named): { key: string; value: string }[] {
  return WITH_META.flatMap(({ row: field, name: key }) => {
    const value = written(row, field, named);
    return value === '' || value === 0 ? [] : [{ key, value: String(value) }];
  });
}

function written(row: PostRow, { name, holds }: NamedPostField, { login, isLeaving }: Named): string | number {
  if (holds === 'user') return login;
  const value = row[name] ?? 0;
  if (holds === 'parent' || holds === 'image') return typeof value === 'number' && isLeaving(value) ? value : 0;
  return holds === 'date' ? String(value).replace('T', ' ') : value;
}

const number = (text: string): number => idOf(text) ?? 0;
const READ: { readonly [kind in keyof Kinds]?: (text: string) => unknown } = {
  date: dateOf,
  number: numberOf,
  switch: (text) => text.trim() === '1',
  open: (text) => (text === 'open' ? 'open' : 'closed'),
  parent: number,
  image: number,
};

/** Sets the stored values of an item from its elements and custom fields. */
export function readFields(
  record: PostRecord,
  { element: of, meta }: { element: (name: string) => string; meta: (key: string) => string },
): void {
  const out = record as unknown as Record<string, unknown>;
  for (const { name, row } of WITH_ELEMENT) out[row.name] = valueOf(row, record.type, of(name));
  for (const { name, row } of WITH_META) out[row.name] = valueOf(row, record.type, meta(name));
}

function valueOf({ holds, reads, has }: NamedPostField, type: string, text: string): unknown {
  const isOfAnother = has?.type !== undefined && has.part === undefined && has.type !== type;
  const known = reads && Object.hasOwn(reads, text) ? reads[text] : undefined;
  const meant = isOfAnother ? '' : (known ?? text);
  return READ[holds]?.(meant) ?? meant.toWellFormed();
}
