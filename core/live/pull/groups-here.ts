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

/** Links items as they are linked there. Items that are alone there leave their groups first, to free their places. */
export function writeGroups(context: Comparing, items: readonly Writing[]): void {
  const { site } = context;
  const linked = items.filter(({ fields }) => fields['translations'] !== undefined);
  const maps = linked.map((item) => ({ own: itemOf(context, item), map: mapHere(context, item) }));
  for (const { own, map } of maps) if (own && Object.keys(map).length <= 1) standAlone(context, own);
  for (const { own, map } of maps) if (own && Object.keys(map).length > 1) link(site, own, map);
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
