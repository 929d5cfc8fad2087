import { contentFacts } from '../content/content-facts.ts';
import { storedSettings } from '../settings/settings.ts';
import type { Site } from '../../site.ts';
import { metaOf } from '../../store/content/meta.ts';
import { listPostIds } from '../../store/content/post-list.ts';
import { postsByIds, updatePost, type PostRow } from '../../store/content/posts.ts';
import { itemLanguage } from '../../store/translations/translations.ts';

/** The title of a menu entry, with the corresponding entries in the menus of other languages. */
export interface MenuString {
  source: string;
  /** By code of the language. */
  entries: Map<string, PostRow[]>;
}

/**
 * Titles of entries in the menus of the default language, by text. An import brings the menus of each language; menus at the same
 * theme location correspond, and so do entries with the same target. An entry without a title of its own shows the title of its
 * item.
 */
export function menuStrings(site: Site): Map<string, MenuString> {
  const { languages, defaultLanguage } = contentFacts(site);
  const standard = languages.get(defaultLanguage ?? 0)?.slug ?? '';
  const found = new Map<string, MenuString>();
  const places = Object.values(storedSettings(site).nav_menus).flatMap((theme) => Object.values(theme));
  for (const menus of places) {
    const menu = entriesOf(site, menus[standard] ?? 0);
    for (const { row } of menu)
      if (row.title !== '' && !found.has(row.title)) found.set(row.title, { source: row.title, entries: new Map() });
    const others = [...languages.values()].filter(({ slug }) => slug !== standard && menus[slug] !== menus[standard]);
    for (const { slug } of others) addEntries(found, { slug, menu, others: entriesOf(site, menus[slug] ?? 0) });
  }
  return found;
}

/** Adds the corresponding entries of a language; custom links by their order, where both menus have as many. */
function addEntries(
  found: ReadonlyMap<string, MenuString>,
  { slug, menu, others }: { slug: string; menu: readonly Entry[]; others: readonly Entry[] },
): void {
  const own = menu.filter(({ row }) => row.title !== '');
  const countOf = (entries: readonly Entry[], target: string): number =>
    entries.filter((entry) => entry.target === target).length;
  const byKey = new Map(others.map((other) => [other.key, other]));
  for (const { key, row, target } of own) {
    const entries = found.get(row.title)?.entries;
    const isSure = target.includes(' ') || countOf(menu, target) === countOf(others, target);
    const other = isSure ? byKey.get(key)?.row : undefined;
    if (!entries || !other) continue;
    const known = entries.get(slug) ?? [];
    if (!known.some(({ id }) => id === other.id)) entries.set(slug, [...known, other]);
  }
}

/**
 * Sets the title of the entries of a language; with "" they show the title of their item. Returns whether there is such an entry.
 */
export function writeMenuString(site: Site, string: MenuString | undefined, lang: string, text: string): boolean {
  const entries = string?.entries.get(lang) ?? [];
  for (const { id, title } of entries) if (title !== text) updatePost(site.db, id, { title: text });
  return entries.length > 0;
}

interface Entry {
  row: PostRow;
  /** The target, the same in every language. */
  key: string;
  /** The same without its number among those with that target: of custom links `custom`. */
  target: string;
}

const MOST = 500;

function entriesOf(site: Site, menu: number): Entry[] {
  if (menu === 0) return [];
  const filter = { type: 'nav_menu_item', statuses: ['publish'], carrying: [menu] };
  const window = { limit: MOST, offset: 0, order: { by: 'menu_order', direction: 'asc' } } as const;
  const rows = postsByIds(site.db, listPostIds(site.db, filter, window));
  const meta = Map.groupBy(
    metaOf(
      site.db,
      'post',
      rows.map(({ id }) => id),
    ),
    ({ item_id }) => item_id,
  );
  const times = new Map<string, number>();
  return rows.map((row) => {
    const fields = new Map((meta.get(row.id) ?? []).map(({ key, value }) => [key.replace(/^_menu_item_/, ''), value]));
    const target = targetOf(site, fields);
    const nth = (times.get(target) ?? 0) + 1;
    times.set(target, nth);
    return { row, key: `${target} ${nth}`, target };
  });
}

/** Translations of an item share one target; custom links and archives are known by their kind alone. */
function targetOf(site: Site, fields: ReadonlyMap<string, string>): string {
  const [type, id] = [fields.get('type') ?? '', Number(fields.get('object_id') ?? 0)];
  if (type !== 'post_type' && type !== 'taxonomy') return type;
  const kind = type === 'taxonomy' ? 'term' : 'post';
  const group = itemLanguage(site.db, kind, id)?.group_id;
  return group === undefined ? `${kind} ${id}` : `group ${group}`;
}
