import * as v from 'valibot';
import { item } from '../wire/answer-field.ts';
import { contentContext, orderParam, pageParams } from '../wire/list-params.ts';
import { postListParams } from './post-list.ts';
import { termListParams } from './term.ts';

const integer = v.pipe(v.number(), v.integer());
const ALL = ['view', 'embed', 'edit'] as const;
const FULL = ['view', 'edit'] as const;
const shown = <const S extends v.GenericSchema>(
  schema: S,
  text: string,
  facts: { context?: readonly string[]; format?: string } = {},
) => v.pipe(schema, v.description(text), v.metadata({ context: ALL, readonly: true, ...facts }));

/** A menu from an import (`content.md` 4). */
export const MenuValue = item('nav_menu', {
  id: shown(integer, 'Number of the menu.'),
  description: shown(v.string(), 'Description of the menu.', { context: FULL }),
  name: shown(v.string(), 'Name of the menu.'),
  slug: shown(v.string(), 'Name of the menu in addresses.'),
  meta: shown(v.object({}), 'Registered fields: none.', { context: FULL }),
  locations: shown(v.array(v.string()), 'Places of the theme that the setting nav_menus gives it.', { context: FULL }),
  auto_add: shown(v.boolean(), 'Whether new pages are added by themselves: never.', { context: FULL }),
});

/** The targets of menu items. */
export const MENU_ITEM_TYPES = ['taxonomy', 'post_type', 'post_type_archive', 'custom'] as const;

/** An item of a menu (`content.md` 4). */
export const MenuItemValue = item('nav_menu_item', {
  id: shown(integer, 'Number of the menu item.'),
  title: shown(
    v.object({ raw: v.optional(v.string()), rendered: v.string() }),
    'Title: its own, else that of what it leads to.',
  ),
  type_label: shown(v.string(), 'What it leads to, for people.'),
  type: shown(v.picklist(MENU_ITEM_TYPES), 'What it leads to.'),
  status: shown(v.string(), 'Status of the menu item.'),
  parent: shown(integer, 'Number of the menu item above it; 0 for none.'),
  attr_title: shown(v.string(), 'Title attribute of the link.'),
  classes: shown(v.array(v.string()), 'Class names of the link.'),
  description: shown(v.string(), 'Description of the menu item.'),
  menu_order: shown(integer, 'Its place in the menu.'),
  object: shown(v.string(), 'Post type or taxonomy of what it leads to, or "custom".'),
  object_id: shown(integer, 'Number of what it leads to.'),
  target: shown(v.string(), 'Target of the link: "" or "_blank".'),
  url: shown(v.string(), 'Where it leads; "" when that is gone.', { format: 'uri' }),
  xfn: shown(v.array(v.string()), 'Relation of the link.'),
  invalid: shown(v.boolean(), 'Whether what it leads to is gone, or not for the caller to read.'),
  menus: shown(integer, 'Number of its menu; 0 for none.', { context: FULL }),
  meta: shown(v.object({}), 'Registered fields: none.', { context: FULL }),
});

/** Parameters of the list of menus. */
export const MenuListQuery = termListParams({
  name: 'nav_menu',
  hierarchical: false,
  isTranslated: false,
  metas: [],
  codes: () => [],
});

const lists = postListParams({
  name: 'nav_menu_item',
  hierarchical: false,
  supports: ['page-attributes'],
  taxonomies: [{ name: 'nav_menu', rest_base: 'menus' }],
  meta: [],
  translated: false,
  codes: () => [],
});

/** Parameters of the list of menu items: those of other items, but in menu order and with longer pages. */
export const MenuItemListQuery: v.ObjectEntries = {
  ...lists,
  per_page: v.optional(pageParams.per_page.wrapped, 100),
  order: orderParam('asc'),
  orderby: v.optional((lists['orderby'] as v.OptionalSchema<v.GenericSchema, string>).wrapped, 'menu_order'),
};

/** Parameters of a single menu or menu item. */
export const MenuQuery = {
  id: v.pipe(integer, v.description('Number of the menu or menu item.')),
  context: contentContext,
};
