import {
  changeLanguage,
  languageCodes,
  link,
  removeLanguage,
  type Item,
} from '../../domain/translations/translations.ts';
import { groupMembers, itemLanguage } from '../../store/translations/translations.ts';
import type { Comparing } from '../compared.ts';
import type { Writing } from './write-here.ts';

/** Sets the languages of items as they are there, before any of them is linked. */
export function writeLanguages(context: Comparing, items: readonly Writing[]): void {
  const { site } = context;
  const { byCode } = languageCodes(site);
  for (const item of items) {
    const own = itemOf(context, item);
    const code = item.fields['lang'];
    if (!own || typeof code !== 'string') continue;
    const language = byCode.get(code);
    if (language !== undefined) changeLanguage(site, own, language);
    else if (code === '') removeLanguage(site, own);
  }
}

/**
 * Links items as they are linked there. Items that are alone there leave their groups first, to free their places. A new item knows
 * nothing of what was linked here, so it comes before those it is linked with, whose maps are merged; of these the largest is last.
 */
export function writeGroups(context: Comparing, items: readonly (Writing & { whole?: unknown })[]): void {
  const { site } = context;
  const linked = items.filter(({ fields }) => fields['translations'] !== undefined);
  const maps = linked.flatMap((item) => {
    const own = itemOf(context, item);
    const map = mapHere(context, item);
    return own ? [{ own, map, size: Object.keys(map).length, isNew: item.whole !== undefined }] : [];
  });
  const placed = new Set(maps.map(({ own }) => own.id));
  for (const { own, size } of maps) if (size <= 1) standAlone(context, own);
  for (const { own, map } of maps.toSorted((a, b) => Number(b.isNew) - Number(a.isNew) || a.size - b.size))
    if (Object.keys(map).length > 1) link(site, own, { ...linkedHere(context, own, { map, placed }), ...map });
}

/**
 * What the new partners of an item are linked with here and not there: a link that was made here stays. Left out are languages that
 * are taken, partners the item had before, and items that this pull places itself.
 */
function linkedHere(
  { site }: Comparing,
  own: Item,
  { map, placed }: { map: Readonly<Record<string, number>>; placed: ReadonlySet<number> },
): Record<string, number> {
  const { byId } = languageCodes(site);
  const groupOf = (id: number): ReturnType<typeof groupMembers> => {
    const found = itemLanguage(site.db, own.kind, id);
    return found ? groupMembers(site.db, found.group_id) : [];
  };
  const before = new Set(groupOf(own.id).map(({ item_id }) => item_id));
  const partners = Object.values(map).filter((id) => !before.has(id));
  const kept = partners.flatMap(groupOf).flatMap(({ item_id, language_id }): [string, number][] => {
    const code = byId.get(language_id);
    const isOut = code === undefined || code in map || before.has(item_id) || placed.has(item_id);
    return isOut ? [] : [[code, item_id]];
  });
  return Object.fromEntries(kept);
}

/** The item leaves its group; the others stay linked. */
function standAlone({ site }: Comparing, item: Item): void {
  const own = itemLanguage(site.db, item.kind, item.id);
  if (!own || groupMembers(site.db, own.group_id).length < 2) return;
  removeLanguage(site, item);
  changeLanguage(site, item, own.language_id);
}

/** The members that exist here, of the same type and in the language given by the map. */
function mapHere(context: Comparing, { kind, type, fields }: Writing): Record<string, number> {
  const { site, numbers } = context;
  const { byCode } = languageCodes(site);
  const map = fields['translations'];
  if (typeof map !== 'object' || map === null || Array.isArray(map)) return {};
  return Object.fromEntries(
    Object.entries(map).flatMap(([code, key]) => {
      const id = typeof key === 'string' ? numbers.idOf(kind, key) : undefined;
      const own = id === undefined ? undefined : itemLanguage(site.db, kind, id);
      return own && own.type === type && own.language_id === byCode.get(code) ? [[code, own.item_id]] : [];
    }),
  );
}

function itemOf({ numbers }: Comparing, { kind, uuid, type }: Writing): Item | undefined {
  const id = numbers.idOf(kind, uuid);
  return id === undefined ? undefined : { kind, id, type };
}
