import * as v from 'valibot';
import type { Meta } from './content-model.ts';
import { isDateTime } from './date-time.ts';
import { langInput, langItem, translationsInput, translationsItem } from './language-fields.ts';
import { metaInput, metaItem } from './meta.ts';

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

/** Statuses that may be written (`content.md` 2.4); trash is reached by deleting only. */
export const WRITABLE_STATUSES = ['publish', 'future', 'draft', 'pending', 'private'] as const;

/** A post type as its schema depends on it. */
export interface PostKind {
  name: string;
  hierarchical: boolean;
  supports: readonly string[];
  taxonomies: readonly { name: string; rest_base: string }[];
  meta: readonly Meta[];
  /** Items have a language. */
  translated: boolean;
  /** Codes of the languages there are now. */
  codes: () => readonly string[];
}

type Context = readonly ('view' | 'embed' | 'edit')[];
const ALL: Context = ['view', 'embed', 'edit'];
const FULL: Context = ['view', 'edit'];
const EDIT: Context = ['edit'];

const integer = v.pipe(v.number(), v.integer());
const openOrClosed = v.picklist(['open', 'closed']);

/** One field of an item with what OPTIONS tells of it. */
export function field(
  schema: v.GenericSchema,
  text: string,
  facts: { context: Context; readonly?: true; format?: string },
): v.GenericSchema {
  return v.optional(v.pipe(schema, v.description(text), v.metadata(facts)));
}

const moment = v.nullable(v.pipe(v.string(), v.check(isDateTime, 'rest_invalid_date')));
const readonly = true;

/** A text with what is stored and what is shown. Writable as a text or as `{raw}`; anything else reads as empty (`content.md` 2.5). */
function texts(text: string, context: Context, more: v.ObjectEntries = {}): v.GenericSchema {
  const parts = v.object({
    raw: field(v.string(), 'As stored.', { context: EDIT }),
    rendered: field(v.string(), 'As shown.', { context, readonly }),
    ...more,
  });
  return field(parts, text, { context });
}

const isGuarded = field(v.boolean(), 'Whether a password protects it.', { context: ALL, readonly });
const blockVersion = field(integer, '1 when the content is made of blocks.', { context: EDIT, readonly });

/** An item of a post type (`content.md` 2.2), in wire order. */
export function postSchema(kind: PostKind): v.ObjectSchema<v.ObjectEntries, undefined> {
  const has = (part: string): boolean => kind.supports.includes(part);
  const entries: v.ObjectEntries = {
    date: field(moment, 'Date, in local time of the site.', { context: ALL, format: 'date-time' }),
    date_gmt: field(moment, 'Date, in UTC.', { context: FULL, format: 'date-time' }),
    guid: field(v.object({}), 'Name of the item for ever.', { context: FULL, readonly }),
    id: field(integer, 'Number of the item.', { context: ALL, readonly }),
    link: field(v.string(), 'Address of the item.', { context: ALL, readonly, format: 'uri' }),
    modified: field(v.string(), 'Last change, in local time of the site.', {
      context: FULL,
      readonly,
      format: 'date-time',
    }),
    modified_gmt: field(v.string(), 'Last change, in UTC.', { context: FULL, readonly, format: 'date-time' }),
    slug: field(v.string(), 'Name of the item in addresses.', { context: ALL }),
    status: field(v.picklist(WRITABLE_STATUSES), 'Status of the item.', { context: FULL }),
    type: field(v.string(), 'Type of the item.', { context: ALL, readonly }),
    password: field(v.string(), 'Password that protects content and excerpt.', { context: EDIT }),
    permalink_template: field(v.string(), 'Address with a place for the slug.', { context: EDIT, readonly }),
    generated_slug: field(v.string(), 'Slug the item would get.', { context: EDIT, readonly }),
    class_list: field(v.array(v.string()), 'Class names for the item.', { context: FULL, readonly }),
    ...(kind.hierarchical && { parent: field(integer, 'Number of the parent.', { context: FULL }) }),
    ...(has('title') && { title: texts('Title.', ALL) }),
    ...(has('editor') && {
      content: texts('Content.', FULL, { block_version: blockVersion, protected: isGuarded }),
    }),
    ...(has('author') && { author: field(integer, 'Number of the author.', { context: ALL }) }),
    ...((has('excerpt') || kind.name === 'page') && { excerpt: texts('Excerpt.', ALL, { protected: isGuarded }) }),
    ...(has('thumbnail') && { featured_media: field(integer, 'Number of the featured image.', { context: ALL }) }),
    ...(has('comments') && {
      comment_status: field(openOrClosed, 'Whether comments are open.', { context: FULL }),
      ping_status: field(openOrClosed, 'Whether pings are accepted.', { context: FULL }),
    }),
    ...(has('page-attributes') && { menu_order: field(integer, 'Place among its neighbours.', { context: FULL }) }),
    ...(has('post-formats') && { format: field(v.picklist(FORMATS), 'Format of the post.', { context: FULL }) }),
    meta: metaItem(kind.meta, FULL),
    ...(kind.name === 'post' && { sticky: field(v.boolean(), 'Whether the post stays on top.', { context: FULL }) }),
    template: field(v.string(), 'Template the site shows the item with.', { context: FULL }),
    ...Object.fromEntries(
      kind.taxonomies.map(({ name, rest_base }) => [
        rest_base,
        field(v.array(integer), `Terms of the item (${name}).`, { context: FULL }),
      ]),
    ),
    ...(kind.translated && { lang: langItem, translations: translationsItem }),
  };
  return v.object(entries);
}

/**
 * Arguments of a writing endpoint: read-only fields go. The texts take a text, `{raw}`, or anything, which then reads as
 * empty; so they are judged by the domain.
 */
export function postArgs(kind: PostKind): v.ObjectEntries {
  const out: v.ObjectEntries = {};
  for (const [name, schema] of Object.entries(postSchema(kind).entries)) {
    if (READONLY.has(name)) continue;
    out[name] = TEXTS[name] ?? schema;
  }
  out['meta'] = metaInput(kind.meta);
  return kind.translated ? { ...out, lang: langInput(kind.codes), translations: translationsInput } : out;
}

const READONLY = new Set(
  'id guid link modified modified_gmt type permalink_template generated_slug class_list'.split(' '),
);
const TEXTS: Readonly<Record<string, v.GenericSchema | undefined>> = Object.fromEntries(
  ['title', 'content', 'excerpt'].map((name) => [
    name,
    v.optional(v.pipe(v.unknown(), v.description(`The ${name}: a text, or an object with "raw".`))),
  ]),
);

/** Checked parameters of a write, as the domain reads them. */
export interface PostInput {
  date?: string | null;
  date_gmt?: string | null;
  slug?: string;
  status?: (typeof WRITABLE_STATUSES)[number];
  password?: string;
  parent?: number;
  title?: unknown;
  content?: unknown;
  excerpt?: unknown;
  author?: number;
  featured_media?: number;
  comment_status?: 'open' | 'closed';
  ping_status?: 'open' | 'closed';
  menu_order?: number;
  format?: (typeof FORMATS)[number];
  meta?: Record<string, unknown>;
  sticky?: boolean;
  template?: string;
  lang?: string;
  translations?: Record<string, number>;
  [taxonomy: string]: unknown;
}
