import { MENU } from '../../schema/content/menu-types.ts';
import { setMeta } from '../../store/content/meta.ts';
import { setTermIds } from '../../store/content/post-terms.ts';
import type { PostChanges } from '../../store/content/posts.ts';
import { termById } from '../../store/content/terms.ts';
import { writePhp } from '../../domain/content/php.ts';
import type { Json } from '../../types.ts';
import type { Fields } from '../compare.ts';
import type { Comparing } from '../compared.ts';
import { withNumbers } from '../references.ts';

/** Columns of a menu entry: the platform keeps its description and its title attribute where posts have their texts. */
export function menuEntryChanges({ title, status, menu_order, attr_title, description }: Fields): PostChanges {
  return {
    ...(typeof title === 'string' && { title }),
    ...(typeof status === 'string' && { status }),
    ...(typeof menu_order === 'number' && { menu_order: Math.trunc(menu_order) }),
    ...(typeof attr_title === 'string' && { excerpt: attr_title }),
    ...(typeof description === 'string' && { content: description }),
  };
}

/** Stores the menu of an entry, and where it leads, in the fields in which the platform keeps them. */
export function writeMenuEntry(context: Comparing, id: number, fields: Fields): void {
  const { site, numbers } = context;
  for (const [key, value] of Object.entries(metaOf(context, id, fields)))
    if (value !== undefined) setMeta(site.db, { kind: 'post', id }, { key: `_menu_item_${key}`, values: [value] });
  const { menus } = fields;
  if (typeof menus !== 'string') return;
  const menu = menus === '' ? undefined : numbers.idOf('term', menus);
  const isMenu = menu !== undefined && termById(site.db, menu)?.taxonomy === MENU;
  setTermIds(site.db, id, { taxonomy: MENU, ids: isMenu ? [menu] : [] });
}

/** Values by key; undefined: unchanged. */
function metaOf({ numbers }: Comparing, own: number, fields: Fields): Record<string, string | undefined> {
  const { type, object, target, url, classes, xfn } = fields;
  const text = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined);
  const words = (value: Json | undefined): string[] | undefined =>
    Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined;
  const numberOf = (value: Json | undefined): string | undefined => {
    if (value === undefined) return undefined;
    const id = typeof value === 'string' ? (numbers.idOf('post', value) ?? numbers.idOf('term', value)) : value;
    return String(typeof id === 'number' ? id : 0);
  };
  const names = words(classes);
  return {
    type: text(type),
    object: text(object),
    // A custom link leads to itself.
    object_id: type === 'custom' ? String(own) : numberOf(fields['object_id']),
    menu_item_parent: numberOf(fields['parent']),
    target: text(target),
    url: typeof url === 'string' ? withNumbers(url, numbers).text : type !== undefined ? '' : undefined,
    classes: names && writePhp(new Map((names.length === 0 ? [''] : names).map((name, at) => [at, name]))),
    xfn: words(xfn)?.join(' '),
  };
}
