import type { Site } from '../site.ts';
import { groupMembers, insertGroup, insertItemLanguage, itemLanguage, nextPos, type Kind } from '../store/translations.ts';

/** An item as the language model sees it: a post or a term, with its post type or taxonomy. */
export interface Item {
  kind: Kind;
  id: number;
  type: string;
}

/** Gives an item without language its first one; it joins `group`, or stands alone in a group of its own (`content.md` 5.1). */
export function giveLanguage(site: Site, item: Item, place: { language: number; group?: number }): void {
  const group = place.group ?? insertGroup(site.db, item.kind, item.type);
  const pos = nextPos(site.db, group);
  insertItemLanguage(site.db, { kind: item.kind, item_id: item.id, type: item.type, language_id: place.language, group_id: group, pos });
}

/** Language code → id of the translations of an item, its own first, then the others in the group's order (`content.md` 5.2); `codes` are the languages by id. */
export function translationMap(site: Site, item: Pick<Item, 'kind' | 'id'>, codes: ReadonlyMap<number, string>): { lang: string; translations: Record<string, number> } {
  const own = itemLanguage(site.db, item.kind, item.id);
  if (!own) return { lang: '', translations: {} };
  const lang = codes.get(own.language_id) ?? '';
  const translations: Record<string, number> = { [lang]: item.id };
  for (const member of groupMembers(site.db, own.group_id)) translations[codes.get(member.language_id) ?? ''] = member.item_id;
  return { lang, translations };
}
