import { isMenuType } from '../schema/content/menu-types.ts';
import { languageCodes } from '../domain/translations/translations.ts';
import { lineWithTwin, unpairedLike } from '../store/live/twins.ts';
import { putBody, setSeenBody } from '../store/live/items.ts';
import { endRenaming, moveRenaming, nextToRename, renamedKey } from '../store/live/renames.ts';
import type { LiveSiteRow } from '../store/live/sites.ts';
import { queueItems, type LiveKey } from '../store/live/states.ts';
import type { Site } from '../site.ts';
import { encodedSlug } from '../transfer/bundle/fields.ts';
import { pack, textOfBody, type LiveBody } from './body.ts';
import type { Compared, Comparing } from './compared.ts';

/** Stable keys, including those in texts. */
export const KEYS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Renames a batch of references from the key an item had there before it was declared one of ours, in the running transaction;
 * returns whether there was anything to do. Only items seen since then can contain it.
 */
export function renameSome({ db }: Site, { id: live }: LiveSiteRow, most: number): boolean {
  const next = nextToRename(db, live, most);
  if (!next) return false;
  for (const { kind, uuid, zip } of next) {
    const text = zip ? textOfBody(zip) : '';
    const renamed = text.replace(KEYS, (key) => renamedKey(db, live, key) ?? key);
    if (renamed !== text)
      setSeenBody(db, live, { kind, uuid, body: putBody(db, pack(JSON.parse(renamed) as LiveBody)) });
  }
  const last = next.at(-1);
  if (last) moveRenaming(db, live, last);
  else endRenaming(db, live);
  return true;
}

/**
 * The line of the other side that looks like the same item (`live-site.md` 4): of the same type, with the same slug, in the same
 * language, and known on one side only. "" for none. A person decides whether it is the same.
 */
export function twinOf({ site, live }: Comparing, key: LiveKey, { line, there, type }: Compared): string {
  if ((key.kind !== 'post' && key.kind !== 'term') || isMenuType(type)) return '';
  if (line.state === 'new_here') {
    const other = lineWithTwin(site.db, live.id, `${key.kind}-${key.uuid}`);
    return other === undefined ? '' : `${key.kind}-${other}`;
  }
  const { slug, lang } = there?.fields ?? {};
  if (typeof slug !== 'string' || slug === '') return '';
  const language = typeof lang === 'string' ? (languageCodes(site).byCode.get(lang) ?? null) : null;
  const uuid = unpairedLike(site.db, live.id, { kind: key.kind, type, slug: encodedSlug(slug), language });
  if (uuid === undefined) return '';
  // The resemblance must be mutual.
  queueItems(site.db, [{ kind: key.kind, uuid }]);
  return `${key.kind}-${uuid}`;
}
