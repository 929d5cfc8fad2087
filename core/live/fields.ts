import type { SettingsName } from '../schema/live/settings.ts';
import type { Json } from '../types.ts';

/**
 * How a field is compared and merged (`live-site.md` 6). `scalar`: whole. `line`: a text without markup, by words. `html`: by
 * blocks and words. `map`: by key. `set`: of words. `ref`: the id of an item or a term, whole; `refs`: a set of them; `lang`: a
 * language code; `group`: items by language, merged by language; `string`: a translation, "" for none; `places`: menus by theme,
 * location and language, whole.
 */
export type FieldRule =
  | 'scalar'
  | 'line'
  | 'html'
  | 'map'
  | 'set'
  | 'ref'
  | 'refs'
  | 'lang'
  | 'group'
  | 'string'
  | 'places';

/** A field of a live item: its place in an answer of the REST API in context=edit, and its canonical form. */
export interface LiveField {
  name: string;
  rule: FieldRule;
  /** What its ids refer to; users are identified by slug. */
  of?: 'post' | 'term' | 'user';
  /** The value is in `raw` of the answer. */
  raw?: true;
  /**
   * The site wins. `first`: until both sides were the same once, because the local value was not chosen by a person, or the site's
   * is public. `always`: it alone decides, and the field is never sent.
   */
  siteWins?: 'first' | 'always';
  /** What its id refers to, depending on the item; undefined: it is not an id, and not compared. */
  kindOf?: (item: Readonly<Record<string, Json>>) => 'post' | 'term' | undefined;
  /** Converts a value to its canonical form. */
  plain?: (value: Json, item: Readonly<Record<string, Json>>) => Json | undefined;
}

const lines = (value: Json): Json => (typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value);
const trimmed = (value: Json): Json => (typeof value === 'string' ? value.trim() : value);

/** A slug in readable form; left unchanged if its escapes are invalid. */
function decoded(value: Json): Json {
  if (typeof value !== 'string') return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Names of terms are stored with entities (`contract/live-wordpress.md` 2). */
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#039': "'", '#39': "'" };
function withoutEntities(value: Json): Json {
  if (typeof value !== 'string') return value;
  return value.replace(/&(amp|lt|gt|quot|#0?39);/g, (whole, name: string) => NAMED[name] ?? whole).trim();
}

/** A title or a name in comparable form. */
export function plainName(text: string): string {
  const plain = withoutEntities(text);
  return typeof plain === 'string' ? plain : text;
}

/** Drafts have computed dates in answers: only a date that a person can have set counts. */
function settledDate(value: Json, { status }: Readonly<Record<string, Json>>): Json | undefined {
  return status === 'draft' || status === 'pending' || status === 'auto-draft' ? undefined : value;
}

/**
 * Meta in comparable form: stored values, without empty ones. Keys with several values are never written, so they are left out.
 */
export function plainMeta(value: Json): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const entries = Object.entries(value).flatMap(([key, one]): [string, string][] => {
    if (typeof one === 'object') return [];
    const text = typeof one === 'boolean' ? (one ? '1' : '') : String(one);
    return text === '' || text === '0' ? [] : [[key, text]];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const languageOf = (of: 'post' | 'term'): readonly LiveField[] => [
  { name: 'lang', rule: 'lang' },
  { name: 'translations', rule: 'group', of },
];

/** Fields of posts, pages and custom types, besides their taxonomies. */
export const POST_LIVE_FIELDS: readonly LiveField[] = [
  { name: 'title', rule: 'line', raw: true, plain: trimmed },
  { name: 'content', rule: 'html', raw: true, plain: lines },
  { name: 'excerpt', rule: 'html', raw: true, plain: lines },
  { name: 'slug', rule: 'scalar', plain: decoded },
  { name: 'status', rule: 'scalar' },
  { name: 'date_gmt', rule: 'scalar', plain: settledDate, siteWins: 'first' },
  { name: 'author', rule: 'ref', of: 'user', siteWins: 'first' },
  { name: 'featured_media', rule: 'ref', of: 'post' },
  { name: 'parent', rule: 'ref', of: 'post' },
  { name: 'menu_order', rule: 'scalar' },
  { name: 'comment_status', rule: 'scalar' },
  { name: 'ping_status', rule: 'scalar' },
  { name: 'sticky', rule: 'scalar' },
  { name: 'format', rule: 'scalar' },
  { name: 'template', rule: 'scalar' },
  { name: 'password', rule: 'scalar' },
  { name: 'meta', rule: 'map', plain: plainMeta },
  ...languageOf('post'),
];

/** Fields of terms. */
export const TERM_LIVE_FIELDS: readonly LiveField[] = [
  { name: 'name', rule: 'line', plain: withoutEntities },
  { name: 'description', rule: 'html', plain: lines },
  { name: 'slug', rule: 'scalar', plain: decoded },
  { name: 'parent', rule: 'ref', of: 'term' },
  { name: 'meta', rule: 'map', plain: plainMeta },
  ...languageOf('term'),
];

/** Fields of media; the file itself is downloaded on demand. */
export const MEDIA_LIVE_FIELDS: readonly LiveField[] = [
  { name: 'title', rule: 'line', raw: true, plain: trimmed },
  { name: 'caption', rule: 'html', raw: true, plain: lines },
  { name: 'description', rule: 'html', raw: true, plain: lines },
  { name: 'alt_text', rule: 'line' },
  { name: 'slug', rule: 'scalar', plain: decoded },
  { name: 'author', rule: 'ref', of: 'user', siteWins: 'first' },
  { name: 'post', rule: 'ref', of: 'post' },
  ...languageOf('post'),
];

const siteOwn = (fields: readonly LiveField[]): LiveField[] =>
  fields.map((field) => ({ ...field, siteWins: 'always' }));

/** Fields of menus. */
export const MENU_LIVE_FIELDS: readonly LiveField[] = siteOwn([
  { name: 'name', rule: 'scalar', plain: withoutEntities },
  { name: 'slug', rule: 'scalar', plain: decoded },
  { name: 'description', rule: 'scalar', plain: lines },
]);

const ofTarget = ({ type }: Readonly<Record<string, Json>>): 'post' | 'term' | undefined =>
  type === 'post_type' ? 'post' : type === 'taxonomy' ? 'term' : undefined;
const words = (value: Json): Json => (Array.isArray(value) ? value.filter((one) => one !== '') : value);

/** Fields of menu entries. Only their titles are edited here. */
export const MENU_ENTRY_LIVE_FIELDS: readonly LiveField[] = [
  { name: 'title', rule: 'line', raw: true, plain: trimmed },
  ...siteOwn([
    { name: 'menus', rule: 'ref', of: 'term' },
    { name: 'parent', rule: 'ref', of: 'post' },
    { name: 'object_id', rule: 'ref', kindOf: ofTarget },
    // Of all others it is computed.
    { name: 'url', rule: 'html', plain: (value, { type }) => (type === 'custom' ? value : undefined) },
    { name: 'classes', rule: 'set', plain: words },
    { name: 'xfn', rule: 'set', plain: words },
    ...['type', 'object', 'status', 'menu_order', 'target', 'attr_title', 'description'].map((name): LiveField => {
      return { name, rule: 'scalar' };
    }),
  ]),
];

/** Fields of languages. An export does not hold their order, so that of an import was not chosen by a person. */
export const LANGUAGE_LIVE_FIELDS: readonly LiveField[] = [
  ...['name', 'locale', 'is_rtl', 'flag_code'].map((name): LiveField => ({ name, rule: 'scalar' })),
  { name: 'term_group', rule: 'scalar', siteWins: 'first' },
];

const scalars = (...names: string[]): LiveField[] => names.map((name) => ({ name, rule: 'scalar' }));
const sets = (...names: string[]): LiveField[] => names.map((name) => ({ name, rule: 'set' }));
const items = (of: 'post' | 'term', ...names: string[]): LiveField[] =>
  names.map((name) => ({ name, rule: 'ref', of }));
const zone = (value: Json): Json => (value === '' ? 'UTC' : value);
const postFormat = (value: Json): Json => (value === '' || value === '0' ? 'standard' : value);

/** Fields of settings. Address, email, permalink structure and secrets belong to each side (`live-site.md` 11). */
export const SETTINGS_LIVE_FIELDS: Readonly<Record<Exclude<SettingsName, 'strings'>, readonly LiveField[]>> = {
  languages: [
    ...scalars('force_lang', 'hide_default', 'rewrite', 'redirect_lang', 'browser', 'media_support', 'default_lang'),
    { name: 'domains', rule: 'map' },
    ...sets('post_types', 'taxonomies', 'sync'),
    { name: 'nav_menus', rule: 'places', of: 'term' },
  ],
  site: [
    { name: 'title', rule: 'line', plain: withoutEntities },
    { name: 'description', rule: 'line', plain: withoutEntities },
    { name: 'timezone', rule: 'scalar', plain: zone },
    ...scalars('date_format', 'time_format', 'start_of_week', 'posts_per_page', 'use_smilies', 'show_on_front'),
    ...scalars('default_ping_status', 'default_comment_status'),
    { name: 'default_post_format', rule: 'scalar', plain: postFormat },
    ...items('post', 'page_on_front', 'page_for_posts', 'site_logo', 'site_icon'),
    ...items('term', 'default_category'),
  ],
};

/** Whether a setting names items: it is written after them. */
export const isOfItems = ({ rule }: LiveField): boolean => rule === 'ref' || rule === 'places';

/**
 * The fields of a kind; for posts with the taxonomies of the type. @param taxonomies names of the fields, such as "categories"
 */
export function liveFields(kind: 'post' | 'term' | 'media', taxonomies: readonly string[] = []): readonly LiveField[] {
  if (kind === 'term') return TERM_LIVE_FIELDS;
  const sets = taxonomies.map((name): LiveField => ({ name, rule: 'refs', of: 'term' }));
  return [...(kind === 'media' ? MEDIA_LIVE_FIELDS : POST_LIVE_FIELDS), ...sets];
}

/** The texts of a file that people can edit. */
export const FILE_TEXTS = ['title', 'caption', 'description', 'alt_text'] as const;
