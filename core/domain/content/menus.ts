import type * as v from 'valibot';
import { refusal, RestError } from '../../errors.ts';
import { MENU, MENU_ENTRY } from '../../schema/content/menu-types.ts';
import { MENU_ITEM_TYPES, type MenuItemValue } from '../../schema/content/menu.ts';
import type { PostListQuery } from '../../schema/content/post-list.ts';
import type { Site } from '../../site.ts';
import { metaOf } from '../../store/content/meta.ts';
import { listPostIds } from '../../store/content/post-list.ts';
import { termsOfPosts } from '../../store/content/post-terms.ts';
import { postById, postsByIds, type PostRow } from '../../store/content/posts.ts';
import { countedTerms, type CountedTerm } from '../../store/content/term-list.ts';
import { termById, type TermRow } from '../../store/content/terms.ts';
import type { Caller, Dict } from '../../types.ts';
import { storedSettings } from '../settings/settings.ts';
import { contentFacts } from './content-facts.ts';
import { postType, taxonomy, type PostType } from './content-model.ts';
import { postAddresses } from './item-addresses.ts';
import { permalinkRoot } from './links.ts';
import { conditionsOf, listPosts } from './posts/list.ts';
import { renderTitle } from './posts/render.ts';
import { canRead } from './posts/rights.ts';
import { termRows, type TermListParams } from './terms/pages.ts';
import { termAddresses } from './terms/values.ts';

type Context = 'view' | 'embed' | 'edit';

/**
 * Permission to read menus (`content.md` 4): any user who may write; for the edit context and unpublished items an administrator.
 */
export function mayReadMenus(caller: Caller, params: Dict): RestError | undefined {
  const isForEditing = params['context'] === 'edit';
  if (isForEditing && !caller.can('manage_options'))
    return refusal(caller, 'rest_forbidden_context', 'You may not read menus for editing.');
  return caller.can('edit_own') ? undefined : refusal(caller, 'rest_cannot_view', 'You may not read menus.');
}

/** One page of the menus. */
export function menuPage(site: Site, params: TermListParams): { items: Dict[]; total: number; page: number } {
  const { rows, ...page } = termRows(site, MENU, params);
  return { items: rows.map((row) => menuValue(site, row, params.context)), ...page };
}

/** One menu; 404 `rest_term_invalid`. */
export function menu(site: Site, id: number, context: Context): Dict {
  const row = termById(site.db, id);
  if (row?.taxonomy !== MENU) throw new RestError('rest_term_invalid', 'No menu has this number.', 404);
  return menuValue(site, row, context);
}

function menuValue(site: Site, row: TermRow, context: Context): Dict {
  const { id, name, slug, description } = row;
  const root = `${site.serverUrl}/wp-json/wp/v2`;
  const isWhole = context !== 'embed';
  return {
    id,
    ...(isWhole && { description }),
    name,
    slug,
    ...(isWhole && { meta: {}, locations: locationsOf(site, id), auto_add: false }),
    _links: {
      self: [{ href: `${root}/menus/${id}` }],
      collection: [{ href: `${root}/menus` }],
      'wp:post_type': [{ href: `${root}/menu-items?menus=${id}` }],
      curies: CURIES,
    },
  };
}

const CURIES = [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }];

/** Theme locations that show the menu in some language. */
function locationsOf(site: Site, id: number): string[] {
  const places = Object.values(storedSettings(site).nav_menus).flatMap((theme) => Object.entries(theme));
  return [...new Set(places.flatMap(([name, menus]) => (Object.values(menus).includes(id) ? [name] : [])))];
}

/** A pseudo post type for listing menu items. It is never registered, so no other route exposes it. */
const MENU_ITEM: PostType = {
  name: MENU_ENTRY,
  rest_base: 'menu-items',
  label: 'Menu items',
  hierarchical: false,
  supports: ['title', 'page-attributes'],
  taxonomies: [MENU],
  has_archive: false,
  custom: false,
};

/** One page of the menu items. 400 `rest_forbidden_status` for unpublished ones, unless the caller is an administrator. */
export function menuItemPage(
  site: Site,
  caller: Caller,
  query: PostListQuery,
): { items: Dict[]; total: number; page: number } {
  const terms = conditionsOf(site, query, 'menus');
  const more = terms.length > 0 ? { terms } : {};
  const { rows, total, page } = listPosts(site, MENU_ITEM, { query, caller, more });
  return { items: menuItemValues(site, caller, { rows, context: query.context }), total, page };
}

/** One menu item; 404 `rest_post_invalid_id`, 403 `rest_forbidden` if unpublished. */
export function menuItem(site: Site, caller: Caller, { id, context }: { id: number; context: Context }): Dict {
  const row = postById(site.db, id);
  if (row?.type !== MENU_ENTRY) throw new RestError('rest_post_invalid_id', 'No menu item has this number.', 404);
  if (row.status !== 'publish' && !caller.can('manage_options'))
    throw refusal(caller, 'rest_forbidden', 'You may not read this menu item.');
  const [value = {}] = menuItemValues(site, caller, { rows: [row], context });
  return value;
}

/** A menu entry for the finished site. */
export interface MenuEntry {
  id: number;
  /** 0 at the top level. */
  parent: number;
  title: string;
  url: string;
}

/** The entries of a menu in order, without those whose target is missing or not readable. */
export function menuEntries(site: Site, caller: Caller, menu: number): MenuEntry[] {
  const filter = { type: MENU_ITEM.name, statuses: ['publish'], carrying: [menu] };
  const window = { limit: 500, offset: 0, order: { by: 'menu_order', direction: 'asc' } } as const;
  const rows = postsByIds(site.db, listPostIds(site.db, filter, window));
  return menuItemValues(site, caller, { rows, context: 'view' }).flatMap((value) => {
    const { id, parent, title, url, invalid } = value as {
      id: number;
      parent: number;
      title: { rendered: string };
      url: string;
      invalid: boolean;
    };
    return invalid ? [] : [{ id, parent, title: title.rendered, url }];
  });
}

/** Fields of a menu item, by name without `_menu_item_`. */
type Fields = ReadonlyMap<string, string>;

/** The readable targets of a page's menu items. */
interface Targets {
  posts: ReadonlyMap<number, PostRow>;
  terms: ReadonlyMap<number, CountedTerm>;
  links: Record<'post_type' | 'taxonomy', ReadonlyMap<number, string>>;
}

function menuItemValues(
  site: Site,
  caller: Caller,
  { rows, context }: { rows: readonly PostRow[]; context: Context },
): Dict[] {
  const ids = rows.map(({ id }) => id);
  const meta = Map.groupBy(metaOf(site.db, 'post', ids), ({ item_id }) => item_id);
  const fields = new Map(rows.map(({ id }) => [id, fieldsIn(meta.get(id) ?? [])]));
  const targets = targetsOf(site, caller, [...fields.values()]);
  const menus = new Map(
    termsOfPosts(site.db, ids).flatMap(({ post_id, id, taxonomy: name }) => (name === MENU ? [[post_id, id]] : [])),
  );
  return rows.map((row) =>
    menuItemValue(site, row, {
      context,
      fields: fields.get(row.id) ?? new Map(),
      targets,
      menu: menus.get(row.id) ?? 0,
    }),
  );
}

function targetsOf(site: Site, caller: Caller, all: readonly Fields[]): Targets {
  const idsOf = (type: string): number[] => [
    ...new Set(all.flatMap((fields) => (fields.get('type') === type ? [numberOf(fields, 'object_id')] : []))),
  ];
  const posts = postsByIds(site.db, idsOf('post_type')).filter(
    (row) => row.status !== 'trash' && canRead(site, caller, row) && postType(site, row.type),
  );
  const terms = countedTerms(site.db, idsOf('taxonomy')).filter((row) => taxonomy(site, row.taxonomy));
  return {
    posts: new Map(posts.map((row) => [row.id, row])),
    terms: new Map(terms.map((row) => [row.id, row])),
    links: { post_type: postAddresses(site, caller, posts), taxonomy: termAddresses(site, terms, contentFacts(site)) },
  };
}

function numberOf(fields: Fields, name: string): number {
  const text = fields.get(name) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

function menuItemValue(
  site: Site,
  row: PostRow,
  { context, fields, targets, menu: menus }: { context: Context; fields: Fields; targets: Targets; menu: number },
): Dict {
  const own = storedItem(row, fields);
  const target = TARGETS[own.type](site, { ...own, targets });
  const title = row.title === '' ? target.title : row.title;
  const value: Omit<v.InferOutput<typeof MenuItemValue>, 'menus' | 'meta'> = {
    id: row.id,
    title: { ...(context === 'edit' && { raw: row.title }), rendered: renderTitle(title) },
    type_label: target.label,
    ...own,
    url: target.url,
    invalid: target.invalid,
  };
  const links = linksOf(`${site.serverUrl}/wp-json/wp/v2`, row.id, target.link);
  return { ...value, ...(context !== 'embed' && { menus, meta: {} }), _links: links };
}

/** What is stored of a menu item, as the REST API names it; `url` that of a custom link. */
export type StoredMenuItem = Pick<
  v.InferOutput<typeof MenuItemValue>,
  | 'type'
  | 'status'
  | 'parent'
  | 'attr_title'
  | 'classes'
  | 'description'
  | 'menu_order'
  | 'object'
  | 'object_id'
  | 'target'
  | 'url'
  | 'xfn'
>;

function storedItem(row: PostRow, fields: Fields): StoredMenuItem {
  return {
    type: MENU_ITEM_TYPES.find((one) => one === fields.get('type')) ?? 'custom',
    status: row.status,
    parent: numberOf(fields, 'menu_item_parent'),
    attr_title: row.excerpt,
    // A PHP-serialised list; class names contain no quotes.
    classes: [...(fields.get('classes') ?? '').matchAll(/s:\d+:"([^"]+)";/g)].map(([, name = '']) => name),
    description: row.content,
    menu_order: row.menu_order,
    object: fields.get('object') ?? '',
    object_id: numberOf(fields, 'object_id'),
    target: fields.get('target') ?? '',
    url: fields.get('url') ?? '',
    xfn: (fields.get('xfn') ?? '').split(/\s+/).filter((word) => word !== ''),
  };
}

/** What is stored of one menu item, with the number of its menu; 0 for none. */
export function storedMenuItem({ db }: Site, row: PostRow): StoredMenuItem & { menus: number } {
  const menus = termsOfPosts(db, [row.id]).find((term) => term.taxonomy === MENU)?.id ?? 0;
  return { ...storedItem(row, fieldsIn(metaOf(db, 'post', [row.id]))), menus };
}

const fieldsIn = (meta: readonly { key: string; value: string }[]): Fields =>
  new Map(meta.map(({ key, value }) => [key.replace(/^_menu_item_/, ''), value]));

function linksOf(root: string, id: number, object: Dict | undefined): Dict {
  return {
    self: [{ href: `${root}/menu-items/${id}` }],
    collection: [{ href: `${root}/menu-items` }],
    'wp:term': [{ taxonomy: 'nav_menu', embeddable: true, href: `${root}/menus?post=${id}` }],
    ...(object && {
      'wp:menu-item-object': [{ ...object, embeddable: true, href: `${root}/${String(object['href'])}` }],
    }),
    curies: CURIES,
  };
}

/** The target of a menu item. */
interface Target {
  title: string;
  url: string;
  label: string;
  invalid: boolean;
  /** Embedded by `_embed`, `href` relative to wp/v2. */
  link?: Dict;
}

interface Aim extends StoredMenuItem {
  targets: Targets;
}

const GONE = { title: '', url: '', invalid: true };
/** Built-in types only have plural labels. */
const LABELS: Readonly<Record<string, string | undefined>> = {
  post: 'Post',
  page: 'Page',
  attachment: 'Media',
  category: 'Category',
  post_tag: 'Tag',
};

const TARGETS: Record<(typeof MENU_ITEM_TYPES)[number], (site: Site, aim: Aim) => Target> = {
  custom: (_site, { url }) => ({ title: '', url, label: 'Custom Link', invalid: false }),
  post_type(site, { object, object_id, targets }) {
    const row = targets.posts.get(object_id);
    const type = postType(site, row?.type ?? object);
    const label = LABELS[object] ?? type?.labels?.singular_name ?? type?.label ?? object;
    if (!row || !type) return { ...GONE, label };
    const url = targets.links.post_type.get(object_id) ?? '';
    const link = { post_type: row.type, href: `${type.rest_base}/${object_id}` };
    return { title: row.title, url, label, invalid: false, link };
  },
  taxonomy(site, { object, object_id, targets }) {
    const row = targets.terms.get(object_id);
    const tax = taxonomy(site, row?.taxonomy ?? object);
    const label = LABELS[object] ?? tax?.labels?.singular_name ?? tax?.label ?? object;
    if (!row || !tax) return { ...GONE, label };
    const url = targets.links.taxonomy.get(object_id) ?? '';
    const link = { taxonomy: row.taxonomy, href: `${tax.rest_base}/${object_id}` };
    return { title: row.name, url, label, invalid: false, link };
  },
  post_type_archive(site, { object }) {
    const type = postType(site, object);
    const label = 'Post Type Archive';
    if (!type?.has_archive) return { ...GONE, label };
    const facts = contentFacts(site);
    const plain = facts.permalinks === '';
    const url = `${facts.home}/${plain ? `?post_type=${object}` : `${permalinkRoot(facts)}${object}/`}`;
    return { title: type.label, url, label, invalid: false };
  },
};
