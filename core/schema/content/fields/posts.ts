import * as v from 'valibot';
import { isDateTime } from '../../wire/date-time.ts';
import { ALL, EDIT, field, FULL, integer, rowsOf, type Context, type StoredField, type ValuesOf } from './field.ts';

/** Formats of posts (`content.md` 2.1). */
export const FORMATS = [
  'standard',
  'aside',
  'chat',
  'gallery',
  'link',
  'image',
  'quote',
  'status',
  'video',
  'audio',
] as const;

/** Statuses that may be written (`content.md` 2.4); trash is set by deleting only. */
export const WRITABLE_STATUSES = ['publish', 'future', 'draft', 'pending', 'private'] as const;

/** A stored field of a post-like item: everything else about the field is derived from its row here. */
export interface PostField extends StoredField {
  /** Its schema in answers and, unless it is read-only, in requests; left out: not part of the REST API. */
  rest?: { schema: v.GenericSchema; text: string; context: Context; readonly?: true; format?: string };
  /** The items that have it: of types with a supported part, hierarchical types, or one type. Left out: all. */
  has?: { part?: string; hierarchical?: true; type?: string };
  /** Stored and answered unchanged; otherwise `domain/content/posts` decides. */
  plain?: true;
  /** The value in requests and answers for the stored "". */
  blank?: string;
  /** An additional right required to set it, besides that to edit the item. */
  right?: { anyOf: readonly ('publish' | 'edit_others')[]; code: string; text: string };
  /** Its element or custom field in a WordPress export; left out: the reader and the writer handle it. */
  wxr?: { element: string } | { meta: string };
  /** Texts of a WordPress export that are read as another one. */
  reads?: Readonly<Record<string, string>>;
  /** Stored outside of the row: in the staging file, and as a file of a bundle if it is `content`. */
  long?: true;
  /** Taken from the file of the attachment. */
  ofFile?: true;
  /** Compared by the review of an import. */
  review?: true;
  /** Its name in the setting `sync` (`content.md` 6). */
  sync?: string;
}

const moment = v.nullable(v.pipe(v.string(), v.check(isDateTime, 'rest_invalid_date')));
const openOrClosed = v.picklist(['open', 'closed']);
const readonly = true;
const format = 'date-time';

/** A text with its stored and its rendered form. */
function texts(context: Context, more: v.ObjectEntries = {}): v.GenericSchema {
  return v.object({
    raw: field(v.string(), 'As stored.', { context: EDIT }),
    rendered: field(v.string(), 'As shown.', { context, readonly }),
    ...more,
  });
}

const isGuarded = field(v.boolean(), 'Whether a password protects it.', { context: ALL, readonly });
const blockVersion = field(integer, '1 when the content is made of blocks.', { context: EDIT, readonly });

/**
 * The stored fields of posts, pages, custom types and media, by the name used everywhere, in the order of a bundle. A new one
 * needs a row here, a migration and its texts.
 */
export const POST_FIELDS = {
  status: {
    holds: 'text',
    rest: { schema: v.picklist(WRITABLE_STATUSES), text: 'Status of the item.', context: FULL },
    wxr: { element: 'wp:status' },
    reads: { '': 'publish' },
    review: true,
  },
  slug: {
    holds: 'text',
    rest: { schema: v.string(), text: 'Name of the item in addresses.', context: ALL },
    wxr: { element: 'wp:post_name' },
    review: true,
  },
  title: {
    holds: 'text',
    rest: { schema: texts(ALL), text: 'Title.', context: ALL },
    has: { part: 'title' },
    wxr: { element: 'title' },
    review: true,
  },
  excerpt: {
    holds: 'text',
    rest: { schema: texts(ALL, { protected: isGuarded }), text: 'Excerpt.', context: ALL },
    has: { part: 'excerpt', type: 'page' },
    wxr: { element: 'excerpt:encoded' },
    long: true,
    review: true,
  },
  content: {
    holds: 'text',
    rest: {
      schema: texts(FULL, { block_version: blockVersion, protected: isGuarded }),
      text: 'Content.',
      context: FULL,
    },
    has: { part: 'editor' },
    wxr: { element: 'content:encoded' },
    long: true,
    review: true,
  },
  date: {
    holds: 'date',
    rest: { schema: moment, text: 'Date, in local time of the site.', context: ALL, format },
    wxr: { element: 'wp:post_date' },
    review: true,
    sync: 'post_date',
  },
  date_gmt: {
    holds: 'date',
    rest: { schema: moment, text: 'Date, in UTC.', context: FULL, format },
    wxr: { element: 'wp:post_date_gmt' },
  },
  modified: {
    holds: 'date',
    rest: { schema: v.string(), text: 'Last change, in local time of the site.', context: FULL, readonly, format },
    wxr: { element: 'wp:post_modified' },
  },
  modified_gmt: {
    holds: 'date',
    rest: { schema: v.string(), text: 'Last change, in UTC.', context: FULL, readonly, format },
    wxr: { element: 'wp:post_modified_gmt' },
  },
  menu_order: {
    holds: 'number',
    rest: { schema: integer, text: 'Place among its neighbours.', context: FULL },
    has: { part: 'page-attributes' },
    plain: true,
    wxr: { element: 'wp:menu_order' },
    review: true,
    sync: 'menu_order',
  },
  password: {
    holds: 'text',
    rest: { schema: v.string(), text: 'Password that protects content and excerpt.', context: EDIT },
    plain: true,
    wxr: { element: 'wp:post_password' },
    review: true,
  },
  guid: {
    holds: 'text',
    rest: { schema: v.object({}), text: 'Name of the item for ever.', context: FULL, readonly },
    wxr: { element: 'guid' },
  },
  comment_status: {
    holds: 'open',
    rest: { schema: openOrClosed, text: 'Whether comments are open.', context: FULL },
    has: { part: 'comments' },
    plain: true,
    wxr: { element: 'wp:comment_status' },
    review: true,
    sync: 'comment_status',
  },
  ping_status: {
    holds: 'open',
    rest: { schema: openOrClosed, text: 'Whether pings are accepted.', context: FULL },
    has: { part: 'comments' },
    plain: true,
    wxr: { element: 'wp:ping_status' },
    review: true,
    sync: 'ping_status',
  },
  template: {
    holds: 'text',
    rest: { schema: v.string(), text: 'Template the site shows the item with.', context: FULL },
    plain: true,
    wxr: { meta: '_wp_page_template' },
    reads: { default: '' },
    review: true,
    sync: '_cms_page_template',
  },
  format: {
    holds: 'text',
    rest: { schema: v.picklist(FORMATS), text: 'Format of the post.', context: FULL },
    has: { part: 'post-formats' },
    plain: true,
    blank: 'standard',
    review: true,
    sync: 'post_format',
  },
  /** A draft whose date is not fixed yet. */
  floating: { holds: 'switch' },
  sticky: {
    holds: 'switch',
    rest: { schema: v.boolean(), text: 'Whether the post stays on top.', context: FULL },
    has: { type: 'post' },
    plain: true,
    right: {
      anyOf: ['publish', 'edit_others'],
      code: 'rest_cannot_assign_sticky',
      text: 'You may not make posts sticky.',
    },
    wxr: { element: 'wp:is_sticky' },
    review: true,
    sync: 'sticky_posts',
  },
  author: {
    holds: 'user',
    rest: { schema: integer, text: 'Number of the author.', context: ALL },
    has: { part: 'author' },
    wxr: { element: 'dc:creator' },
  },
  parent: {
    holds: 'parent',
    rest: { schema: integer, text: 'Number of the parent.', context: FULL },
    has: { hierarchical: true },
    wxr: { element: 'wp:post_parent' },
    review: true,
    sync: 'post_parent',
  },
  featured_media: {
    holds: 'image',
    rest: { schema: integer, text: 'Number of the featured image.', context: ALL },
    has: { part: 'thumbnail' },
    wxr: { meta: '_thumbnail_id' },
    review: true,
    sync: '_thumbnail_id',
  },
  mime_type: { holds: 'text', ofFile: true },
} as const satisfies Record<string, PostField>;

type Table = typeof POST_FIELDS;
type NamesWhere<Facts> = { [N in keyof Table]: Table[N] extends Facts ? N : never }[keyof Table];

/** The stored values of an item besides its id, UUID, type and language. */
export type PostValues = ValuesOf<Table, 'row'>;
/** The same in the format of a file; the fields of the attachment's file are kept elsewhere. */
export type PostRecordValues = ValuesOf<Omit<Table, NamesWhere<{ ofFile: true }>>, 'record'>;
/** The values requests may set for fields that are stored unchanged. */
export type PlainInput = Partial<ValuesOf<Pick<Table, NamesWhere<{ plain: true }>>, 'input'>>;
/** Names of these fields in the setting `sync`. */
export type SyncedField = { [N in keyof Table]: Table[N] extends { sync: infer S } ? S : never }[keyof Table];

/** A row of the table with its name. */
export type NamedPostField = PostField & { name: keyof Table };

/** All rows, in order. */
export const POST_ROWS = rowsOf<PostField>(POST_FIELDS) as readonly NamedPostField[];

/** Fields in the row itself, without the long texts. */
export const POST_HEAD_ROWS = POST_ROWS.filter(({ long }) => !long);

/** Whether the items of a type have a field. */
export function hasField(
  { has }: PostField,
  type: { name: string; hierarchical: boolean; supports: readonly string[] },
): boolean {
  if (!has) return true;
  if (has.type === type.name || (has.hierarchical && type.hierarchical)) return true;
  return has.part !== undefined && type.supports.includes(has.part);
}
