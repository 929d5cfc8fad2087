import { GUEST } from '../domain/access/capabilities.ts';
import type { ContentLanguage } from '../domain/content/content-facts.ts';
import { menuEntries, type MenuEntry } from '../domain/content/menus.ts';
import { storedSettings } from '../domain/settings/settings.ts';
import type { Site } from '../site.ts';

/** A menu at a theme location, in the language of the page. */
export interface ShownMenu {
  location: string;
  entries: MenuEntry[];
}

/** The menus of the first theme that has any in this language. */
export function menusIn(site: Site, language: ContentLanguage | undefined): ShownMenu[] {
  if (!language) return [];
  for (const theme of Object.values(storedSettings(site).nav_menus)) {
    const found = Object.entries(theme).flatMap(([location, menus]) => {
      const id = menus[language.slug] ?? 0;
      const entries = id > 0 ? menuEntries(site, GUEST, id) : [];
      return entries.length > 0 ? [{ location, entries }] : [];
    });
    if (found.length > 0) return found;
  }
  return [];
}
