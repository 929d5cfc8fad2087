import { partsOf } from '../../schema/wire/walk.ts';
import { normaliseDomain } from '../../schema/languages/domain-address.ts';
import { SiteSettings, type SiteSettingsValue } from '../../schema/settings/site-settings.ts';
import type { Site } from '../../site.ts';
import type { Dict } from '../../types.ts';
import { readOptionRows, writeOption } from '../../store/settings/settings.ts';
import { keptSiteRow } from '../site/site-row.ts';
import { storedReader } from './stored-values.ts';

const FIELDS = Object.entries(SiteSettings.entries).map(([name, schema]) => {
  return { name, read: storedReader(schema), fallback: partsOf(schema).fallback };
});

/** Site settings with their defaults (`content.md` 4). `url` is the effective public address. Shared: treat it as immutable. */
export function siteSettings(site: Site): SiteSettingsValue {
  return site.memo.get('options', () => readSiteSettings(site), 'rest');
}

function readSiteSettings(site: Site): SiteSettingsValue {
  const stored = readOptionRows(site.db);
  const out: Dict = {};
  for (const { name, read, fallback } of FIELDS) out[name] = read(stored.get(name)) ?? fallback;
  out['url'] = publicAddress(site, out['url'] as string);
  out['default_category'] = keptSiteRow(site).default_category_id;
  return out as SiteSettingsValue;
}

/** Partial update with validated values. Returns the given names; `default_category` must be set by `chooseDefaultCategory`. */
export function updateSiteSettings(site: Site, params: Dict): string[] {
  const written: string[] = [];
  for (const name of Object.keys(SiteSettings.entries)) {
    const value = params[name];
    if (value === undefined) continue;
    written.push(name);
    if (name !== 'default_category')
      writeOption(site.db, name, name === 'url' ? storedAddress(value as string) : value);
  }
  return written;
}

/** Settings that refer to an item by ID. */
const ITEMS = ['page_on_front', 'page_for_posts', 'site_logo', 'site_icon'] as const;

/**
 * Removes references to a permanently deleted item from the settings; without its front page a site shows its posts
 * (`interface.md` 3.4).
 */
export function forgetItem(site: Site, id: number): void {
  const options = siteSettings(site);
  const named = ITEMS.filter((name) => options[name] === id);
  for (const name of named) writeOption(site.db, name, 0);
  if (named.includes('page_on_front') && options.show_on_front === 'page')
    writeOption(site.db, 'show_on_front', 'posts');
}

/**
 * Public address without trailing slash: the site's own, else the one given at startup, else the local server's (`interface.md`
 * 1.2).
 */
export function publicAddress(site: Site, stored: string): string {
  return (stored || site.homeUrl || site.serverUrl).replace(/\/+$/, '');
}

function storedAddress(value: string): string {
  return (normaliseDomain(value) ?? '').replace(/\/+$/, '');
}
