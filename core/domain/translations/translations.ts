import { RestError } from '../../errors.ts';
import type { Site } from '../../site.ts';
import { allLanguages } from '../../store/languages/languages.ts';
import { siteRow } from '../../store/site/site.ts';
import {
  deleteGroupIfEmpty,
  deleteItemLanguage,
  groupMembers,
  insertGroup,
  insertItemLanguage,
  itemLanguage,
  nextPos,
  updateItemLanguage,
  type ItemLanguage,
  type Kind,
} from '../../store/translations/translations.ts';
import { invalidParameter } from '../invalid-parameter.ts';
import { settleGroup } from './staleness.ts';

/** An item as the language model sees it: a post or a term, with its post type or taxonomy. */
export interface Item {
  kind: Kind;
  id: number;
  type: string;
}

/** The languages of the site by code and by ID, read once per request. */
export interface LanguageCodes {
  byId: ReadonlyMap<number, string>;
  byCode: ReadonlyMap<string, number>;
}

export function languageCodes(site: Site): LanguageCodes {
  return site.memo.get(
    'language codes',
    () => {
      const rows = allLanguages(site.db);
      return {
        byId: new Map(rows.map((row) => [row.term_id, row.slug])),
        byCode: new Map(rows.map((row) => [row.slug, row.term_id])),
      };
    },
    'rest',
  );
}

/**
 * The language a list is filtered by (`content.md` 5.5): undefined for all; an unknown code means the default language.
 * @param value the raw parameter; a list is ignored
 */
export function filterLanguage(site: Site, value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const code = value.toLowerCase().replace(/[^a-z0-9_-]/g, '');
  if (value === '') return undefined;
  return languageCodes(site).byCode.get(code) ?? siteRow(site.db).default_language_id ?? undefined;
}

/** Gives an item its first language; it joins `group`, or gets a group of its own (`content.md` 5.1). */
export function giveLanguage(site: Site, item: Item, place: { language: number; group?: number }): void {
  const group = place.group ?? insertGroup(site.db, item.kind, item.type);
  const pos = nextPos(site.db, group);
  insertItemLanguage(site.db, {
    kind: item.kind,
    item_id: item.id,
    type: item.type,
    language_id: place.language,
    group_id: group,
    pos,
  });
  if (place.group !== undefined) settleGroup(site, group, new Map([[item.id, 0]]));
}

/**
 * Sets the language of an item. It stays in its group under the new key; if the group already has such a member, the item leaves
 * on its own (`content.md` 5.7). Returns whether anything changed.
 */
export function changeLanguage(site: Site, item: Item, language: number): boolean {
  const own = itemLanguage(site.db, item.kind, item.id);
  if (!own) {
    giveLanguage(site, item, { language });
    return true;
  }
  if (own.language_id === language) return false;
  const isTaken = groupMembers(site.db, own.group_id).some((member) => member.language_id === language);
  if (isTaken) standAlone(site, { ...own, language_id: language });
  else {
    updateItemLanguage(site.db, { ...own, language_id: language });
    settleGroup(site, own.group_id, new Map());
  }
  return true;
}

/** Removes the language of a permanently deleted item: it leaves its group, the others stay linked (`content.md` 5.12). */
export function removeLanguage(site: Site, item: Pick<Item, 'kind' | 'id'>): void {
  const own = itemLanguage(site.db, item.kind, item.id);
  if (own) deleteItemLanguage(site.db, own);
}

/** The caller's rights on the items a map names or would remove from a group; omitted: everything. */
export interface LinkRights {
  mayRead(id: number): boolean;
  mayEdit(id: number): boolean;
}

/**
 * The only way to change translation groups by a map (`content.md` 5.7): the map plus the item becomes the group. Removed members
 * get groups of their own; an empty map dissolves the group. Does not synchronise.
 * @param map language code → ID, as in the request; 0 means none
 * @throws 400 `rest_invalid_translation` for an entry that cannot be linked, 403 `rest_cannot_edit` for an item that would leave
 * its group without the right to
 */
export function link(site: Site, item: Item, map: Readonly<Record<string, number>>, rights?: LinkRights): void {
  const own = itemLanguage(site.db, item.kind, item.id);
  if (!own) return;
  const named = namedPartners(site, own, { map, rights });
  refuseLosses(site, own, { named, rights });
  const isReplaced = named.some((partner) => partner.language_id === own.language_id);
  if (named.length === 0) dissolve(site, own);
  else if (isReplaced) {
    dissolveFrom(site, own);
    formGroup(site, named);
  } else formGroup(site, inMapOrder(site, [...named, own], map));
}

/** The items a map names besides the item itself. */
function namedPartners(
  site: Site,
  own: ItemLanguage,
  { map, rights }: { map: Readonly<Record<string, number>>; rights: LinkRights | undefined },
): ItemLanguage[] {
  const { byCode } = languageCodes(site);
  // Codes are case-insensitive: the later entry wins.
  const once = new Map(Object.entries(map).map(([code, id]) => [code.toLowerCase(), { code, id }]));
  return [...once].flatMap(([key, { code, id }]) => {
    const language = byCode.get(key);
    if (language === undefined) throw unlinkable(code, 'is not a language of this site');
    if (id === 0 || (id === own.item_id && language === own.language_id)) return [];
    const target = itemLanguage(site.db, own.kind, id);
    if (target?.type !== own.type || (rights && !rights.mayRead(id)))
      throw unlinkable(code, 'names an item that does not exist or is of another type');
    if (target.language_id !== language) throw unlinkable(code, 'names an item of another language');
    return [target];
  });
}

function unlinkable(code: string, what: string): RestError {
  const text = `translations[${code}] ${what}. Nothing was stored.`;
  return invalidParameter('translations', 'rest_invalid_translation', text, { param: `translations[${code}]` });
}

/** Every item that loses a partner must be editable: former members of each group involved. */
function refuseLosses(
  site: Site,
  own: ItemLanguage,
  { named, rights }: { named: readonly ItemLanguage[]; rights: LinkRights | undefined },
): void {
  if (!rights) return;
  const staying = new Set([own.item_id, ...named.map(({ item_id }) => item_id)]);
  const isReplaced = named.some((partner) => partner.language_id === own.language_id);
  // If another item replaces this one, its own former partners stay together.
  const groups = new Set([...(isReplaced ? [] : [own.group_id]), ...named.map(({ group_id }) => group_id)]);
  for (const group of groups)
    for (const member of groupMembers(site.db, group)) {
      if (staying.has(member.item_id) || rights.mayEdit(member.item_id)) continue;
      const code = languageCodes(site).byId.get(member.language_id) ?? '';
      const text = `translations[${code}]: you may not take this item out of its group. Nothing was stored.`;
      throw new RestError('rest_cannot_edit', text, 403, { data: { params: { translations: text } } });
    }
}

function inMapOrder(site: Site, members: ItemLanguage[], map: Readonly<Record<string, number>>): ItemLanguage[] {
  const { byId } = languageCodes(site);
  const codes = Object.keys(map).map((code) => code.toLowerCase());
  const place = (member: ItemLanguage): number => {
    const index = codes.indexOf(byId.get(member.language_id) ?? '');
    return index < 0 ? codes.length : index;
  };
  return members.sort((a, b) => place(a) - place(b));
}

/** Puts exactly these items into one group; former partners that are not among them get groups of their own. */
function formGroup(site: Site, members: readonly ItemLanguage[]): void {
  const ids = new Set(members.map((member) => member.item_id));
  const former = [...new Set(members.map((member) => member.group_id))];
  for (const group of former) {
    for (const partner of groupMembers(site.db, group)) if (!ids.has(partner.item_id)) standAlone(site, partner);
  }
  const [target = 0] = former;
  members.forEach((member, index) => {
    const [group_id, pos] = [target, index + 1];
    if (member.group_id !== group_id || member.pos !== pos) updateItemLanguage(site.db, { ...member, group_id, pos });
  });
  for (const group of former) deleteGroupIfEmpty(site.db, group);
  settleGroup(site, target, new Map(members.map((member) => [member.item_id, member.group_id])));
}

/** Gives every member of the item's group a group of its own; the item keeps the group. */
function dissolve(site: Site, own: ItemLanguage): void {
  for (const member of groupMembers(site.db, own.group_id))
    if (member.item_id !== own.item_id) standAlone(site, member);
}

/** The item leaves alone; its partners stay together. */
function dissolveFrom(site: Site, own: ItemLanguage): void {
  if (groupMembers(site.db, own.group_id).length > 1) standAlone(site, own);
}

function standAlone(site: Site, item: ItemLanguage): void {
  const group = insertGroup(site.db, item.kind, item.type);
  updateItemLanguage(site.db, { ...item, group_id: group, pos: 1 });
}

/** Language code → ID of the translations of an item, its own first, then the others in group order (`content.md` 5.2). */
export function translationMap(
  site: Site,
  item: Pick<Item, 'kind' | 'id'>,
  codes: LanguageCodes['byId'],
): { lang: string; translations: Record<string, number> } {
  const own = itemLanguage(site.db, item.kind, item.id);
  if (!own) return { lang: '', translations: {} };
  const lang = codes.get(own.language_id) ?? '';
  const translations: Record<string, number> = { [lang]: item.id };
  for (const member of groupMembers(site.db, own.group_id))
    translations[codes.get(member.language_id) ?? ''] = member.item_id;
  return { lang, translations };
}
