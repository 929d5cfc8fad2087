import type { Site } from '../../site.ts';
import { readSetting, writeSetting } from '../../store/settings/settings.ts';
import type { Dict } from '../../types.ts';
import { mapValues } from '../settings/map-values.ts';

/**
 * Renames a language code in the settings keyed by codes (`interface.md` 4.4). The default language and the items refer to IDs
 * and are unaffected.
 */
export function renameSlug(site: Site, from: string, to: string): void {
  rewriteKeys(site, (slug) => (slug === from ? to : slug));
}

/**
 * Removes the keys of a deleted language from `domains` and `nav_menus`; locations are kept, even if empty (`interface.md` 4.5).
 */
export function forgetSlug(site: Site, gone: string): void {
  rewriteKeys(site, (slug) => (slug === gone ? undefined : slug));
}

type Rename = (slug: string) => string | undefined;

function rewriteKeys(site: Site, rename: Rename): void {
  const domains = readSetting(site.db, 'domains') as Dict | undefined;
  if (domains) writeSetting(site.db, 'domains', renameKeys(domains, rename));
  const menus = readSetting(site.db, 'nav_menus') as Dict<Dict<Dict>> | undefined;
  if (menus)
    writeSetting(
      site.db,
      'nav_menus',
      mapValues(menus, (locations) => mapValues(locations, (slugs) => renameKeys(slugs, rename))),
    );
}

function renameKeys(map: Dict, rename: Rename): Dict {
  return Object.fromEntries(
    Object.entries(map).flatMap(([slug, value]) => {
      const next = rename(slug);
      return next === undefined ? [] : [[next, value]];
    }),
  );
}
