import type { Site } from '../site.ts';
import { allLanguages } from '../store/languages.ts';
import { siteRow } from '../store/site.ts';
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
} from '../store/translations.ts';
import { keptFacts } from './kept-facts.ts';
import { settleGroup } from './staleness.ts';

/** An item as the language model sees it: a post or a term, with its post type or taxonomy. */
export interface Item {
  kind: Kind;
  id: number;
  type: string;
}

/** The languages of the site by code and by id, read once a request. */
export interface LanguageCodes {
  byId: ReadonlyMap<number, string>;
  byCode: ReadonlyMap<string, number>;
}

export function languageCodes(site: Site): LanguageCodes {
  return keptFacts(
    site,
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
 * The language a list is filtered by (`content.md` 5.5): undefined for all; a word that names none stands for the default language.
 * @param value the parameter as it came; a list is ignored
 */
export function filterLanguage(site: Site, value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const code = value.toLowerCase().replace(/[^a-z0-9_-]/g, '');
  if (value === '') return undefined;
  return languageCodes(site).byCode.get(code) ?? siteRow(site.db).default_language_id ?? undefined;
}

/** Gives an item without language its first one; it joins `group`, or stands alone in a group of its own (`content.md` 5.1). */
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
 * Sets the language of an item. It stays in its group under the new key; where the group has such a member already, the
 * item alone leaves (`content.md` 5.7). Says whether anything changed.
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

/** Takes its language from an item that is deleted for good: it leaves its group, the others stay linked (`content.md` 5.12). */
export function removeLanguage(site: Site, item: Pick<Item, 'kind' | 'id'>): void {
  const own = itemLanguage(site.db, item.kind, item.id);
  if (own) deleteItemLanguage(site.db, own);
}

/**
 * The one door for translation groups (`content.md` 5.7): the map plus the item becomes the group. Whoever falls out stands
 * alone; entries that do not fit are dropped; a map of which nothing is left dissolves the group. Synchronises nothing.
 * @param map language code → id, as the request gave it
 */
export function link(site: Site, item: Item, map: Readonly<Record<string, number>>): void {
  const own = itemLanguage(site.db, item.kind, item.id);
  if (!own) return;
  const named = namedPartners(site, own, map);
  const isReplaced = named.some((partner) => partner.language_id === own.language_id);
  if (named.length === 0) dissolve(site, own);
  else if (isReplaced) {
    dissolveFrom(site, own);
    formGroup(site, named);
  } else formGroup(site, inMapOrder(site, [...named, own], map));
}

/** Entries of the map that fit: another item of the same type that really is in the stated language. */
function namedPartners(site: Site, own: ItemLanguage, map: Readonly<Record<string, number>>): ItemLanguage[] {
  const { byCode } = languageCodes(site);
  // Codes of any case name one language: the later entry counts.
  const once = new Map(Object.entries(map).map(([code, id]) => [code.toLowerCase(), id]));
  return [...once].flatMap(([code, id]) => {
    const target = id === own.item_id ? undefined : itemLanguage(site.db, own.kind, id);
    const fits = target && target.type === own.type && target.language_id === byCode.get(code);
    return fits ? [target] : [];
  });
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

/** Puts exactly these items into one group; former partners that are not among them stand alone. */
function formGroup(site: Site, members: readonly ItemLanguage[]): void {
  const ids = new Set(members.map((member) => member.item_id));
  const former = [...new Set(members.map((member) => member.group_id))];
  for (const group of former) {
    for (const partner of groupMembers(site.db, group)) if (!ids.has(partner.item_id)) standAlone(site, partner);
  }
  const [target = 0] = former;
  members.forEach((member, index) => updateItemLanguage(site.db, { ...member, group_id: target, pos: index + 1 }));
  for (const group of former) deleteGroupIfEmpty(site.db, group);
  settleGroup(site, target, new Map(members.map((member) => [member.item_id, member.group_id])));
}

/** Every member of the item's group stands alone; the item keeps the group. */
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

/** Language code → id of the translations of an item, its own first, then the others in the group's order (`content.md` 5.2). */
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
