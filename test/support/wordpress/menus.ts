// Menus and their entries, which administrators alone may see (`live-wordpress.md` 8).
import type { Json } from '../../../core/types.ts';
import { may, pageOf, Refusal, require, textOf, type WpAnswer, type WpRequest } from './answers.ts';
import type { Body, WpSite } from './site.ts';

export interface WpMenu {
  id: number;
  name: string;
  slug: string;
}

export interface WpMenuEntry {
  id: number;
  menu: number;
  title: string;
  /** `custom` with an address, `post_type` or `taxonomy` with the number of an item. */
  type: 'custom' | 'post_type' | 'taxonomy';
  object: string;
  object_id: number;
  url: string;
  parent: number;
  menu_order: number;
}

/** Makes a menu there. */
export function addMenu(site: WpSite, name: string): WpMenu {
  const menu = { id: site.nextTerm++, name, slug: name.toLowerCase().replace(/\W+/g, '-') };
  site.menus.set(menu.id, menu);
  return menu;
}

/** Makes an entry of a menu there: a custom link, if nothing else is given. */
export function addEntry(site: WpSite, menu: WpMenu, given: Partial<WpMenuEntry> & { title: string }): WpMenuEntry {
  const id = site.nextPost++;
  const place = [...site.entries.values()].filter((one) => one.menu === menu.id).length + 1;
  const bare = { type: 'custom', object: 'custom', object_id: id, url: '', parent: 0, menu_order: place } as const;
  const entry = { ...bare, ...given, id, menu: menu.id };
  site.entries.set(id, entry);
  return entry;
}

export function menus(site: WpSite, id: string | undefined, { method, user, query, body }: WpRequest): WpAnswer {
  require(user, may(user, 'manage_options'), 'rest_cannot_view');
  const shown = (menu: WpMenu): Json => ({ ...menu, description: '', meta: [], locations: [], auto_add: false });
  if (id === undefined) return listed([...site.menus.values()], query, shown);
  const found = site.menus.get(Number(id));
  if (!found) throw new Refusal(404, 'rest_term_invalid');
  if (method === 'POST') found.name = textOf(body['name'] ?? found.name);
  return { status: 200, body: shown(found) };
}

export function menuEntries(site: WpSite, id: string | undefined, req: WpRequest): WpAnswer {
  const { method, user, query, body } = req;
  require(user, may(user, 'manage_options'), 'rest_cannot_view');
  if (id === undefined) return listed([...site.entries.values()], query, (entry) => presentEntry(site, entry));
  const found = site.entries.get(Number(id));
  if (!found) throw new Refusal(404, 'rest_post_invalid_id');
  if (method === 'POST' && body['title'] !== undefined) found.title = textOf(body['title']).trim();
  if (method === 'DELETE') site.entries.delete(found.id);
  return { status: 200, body: presentEntry(site, found) };
}

function listed<T extends { id: number }>(all: T[], query: URLSearchParams, shown: (one: T) => Json): WpAnswer {
  const { items, headers } = pageOf(
    all.toSorted((a, b) => a.id - b.id),
    query,
  );
  return { status: 200, body: items.map(shown), headers };
}

/** An entry without a title of its own shows that of its target, raw too; its address is computed. */
function presentEntry(site: WpSite, entry: WpMenuEntry): Body {
  const { menu, title, url, ...own } = entry;
  const post = entry.type === 'post_type' ? site.posts.get(entry.object_id) : undefined;
  const term = entry.type === 'taxonomy' ? site.terms.get(entry.object_id) : undefined;
  const raw = title || post?.title || term?.name || '';
  const computed = { url: entry.type === 'custom' ? url : `${site.home}/${post?.slug ?? term?.slug ?? ''}/` };
  const fixed = { status: 'publish', attr_title: '', description: '', target: '', classes: [''], xfn: [''], meta: [] };
  return { ...own, ...fixed, ...computed, title: { raw, rendered: raw }, menus: menu, type_label: '', invalid: false };
}
