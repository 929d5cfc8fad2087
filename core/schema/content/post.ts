import * as v from 'valibot';
import type { Meta } from './content-model.ts';
import { ALL, EDIT, field, FULL, integer } from './fields/field.ts';
import { hasField, POST_ROWS, WRITABLE_STATUSES, type PlainInput } from './fields/posts.ts';
import { langInput, langItem, translationsInput, translationsItem } from '../languages/language-fields.ts';
import { metaInput, metaItem } from './meta.ts';

/** The features of a post type that its schema depends on. */
export interface PostKind {
  name: string;
  hierarchical: boolean;
  supports: readonly string[];
  taxonomies: readonly { name: string; rest_base: string }[];
  meta: readonly Meta[];
  /** Whether items have a language. */
  translated: boolean;
  /** Codes of the current languages. */
  codes: () => readonly string[];
}

const readonly = true;

/** Fields without a column, or derived from stored values. */
const COMPUTED: v.ObjectEntries = {
  id: field(integer, 'Number of the item.', { context: ALL, readonly }),
  link: field(v.string(), 'Address of the item.', { context: ALL, readonly, format: 'uri' }),
  type: field(v.string(), 'Type of the item.', { context: ALL, readonly }),
  permalink_template: field(v.string(), 'Address with a place for the slug.', { context: EDIT, readonly }),
  generated_slug: field(v.string(), 'Slug the item would get.', { context: EDIT, readonly }),
  class_list: field(v.array(v.string()), 'Class names for the item.', { context: FULL, readonly }),
};

/** An item of a post type (`content.md` 2.2). */
export function postSchema(kind: PostKind): v.ObjectSchema<v.ObjectEntries, undefined> {
  const entries: v.ObjectEntries = { ...COMPUTED };
  for (const row of POST_ROWS) {
    if (!row.rest || !hasField(row, kind)) continue;
    const { schema, text, ...facts } = row.rest;
    entries[row.name] = field(schema, text, facts);
  }
  entries['meta'] = metaItem(kind.meta, FULL);
  for (const { name, rest_base } of kind.taxonomies)
    entries[rest_base] = field(v.array(integer), `Terms of the item (${name}).`, { context: FULL });
  return v.object({ ...entries, ...(kind.translated && { lang: langItem, translations: translationsItem }) });
}

/**
 * Arguments of a writing endpoint, without read-only fields. Texts accept a string, `{raw}`, or anything else, which then reads
 * as empty; so the domain checks them.
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

const READONLY = new Set<string>([
  ...Object.keys(COMPUTED),
  ...POST_ROWS.filter(({ rest }) => rest?.readonly).map(({ name }) => name),
]);
const TEXTS: Readonly<Record<string, v.GenericSchema | undefined>> = Object.fromEntries(
  ['title', 'content', 'excerpt'].map((name) => [
    name,
    v.optional(v.pipe(v.unknown(), v.description(`The ${name}: a text, or an object with "raw".`))),
  ]),
);

/** Relations of an item that show what the caller may do with it, as the schema in OPTIONS lists them (`content.md` 1.2). */
export function actionRels({ name, supports, taxonomies }: PostKind): string[] {
  return [
    ...(name === 'attachment' ? [] : ['publish']),
    'unfiltered-html',
    ...(name === 'post' ? ['sticky'] : []),
    ...(supports.includes('author') ? ['assign-author'] : []),
    ...taxonomies.flatMap(({ rest_base }) => [`assign-${rest_base}`, `create-${rest_base}`]),
  ].map((action) => `https://api.w.org/action-${action}`);
}

/**
 * Arguments of an update: the current status of an item may be sent back, whatever it is; the domain compares (`content.md` 2.4).
 */
export function updateArgs(args: v.ObjectEntries): v.ObjectEntries {
  const status = v.pipe(
    v.picklist([...WRITABLE_STATUSES, 'trash', 'inherit']),
    v.metadata({ choices: () => WRITABLE_STATUSES }),
    v.description('Status of the item.'),
  );
  return { ...args, status: v.optional(status) };
}

/** Checked parameters of a write, as the domain reads them. */
export interface PostInput extends PlainInput {
  date?: string | null;
  date_gmt?: string | null;
  slug?: string;
  /** On update also `trash` and `inherit`, if that is the current status. */
  status?: (typeof WRITABLE_STATUSES)[number] | 'trash' | 'inherit';
  parent?: number;
  title?: unknown;
  content?: unknown;
  excerpt?: unknown;
  author?: number;
  featured_media?: number;
  meta?: Record<string, unknown>;
  lang?: string;
  translations?: Record<string, number>;
  [taxonomy: string]: unknown;
}
