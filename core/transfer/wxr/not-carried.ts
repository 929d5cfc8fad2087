import type * as v from 'valibot';
import { customPostTypes, customTaxonomies } from '../../domain/content/content-model.ts';
import { settings } from '../../domain/settings/settings.ts';
import { siteSettings } from '../../domain/settings/site-settings.ts';
import { forEdition } from '../../schema/wire/args.ts';
import { partsOf } from '../../schema/wire/walk.ts';
import { Settings } from '../../schema/settings/settings.ts';
import { SiteSettings } from '../../schema/settings/site-settings.ts';
import type { Site } from '../../site.ts';
import { allLanguages } from '../../store/languages/languages.ts';
import { postById } from '../../store/content/posts.ts';
import type { Dict, Json } from '../../types.ts';

/** A setting to be set by hand on the new site, by its REST API name. */
export interface NotCarried {
  name: string;
  value: Json;
}

/** Always listed, because the values on the new site are unknown. */
const ALWAYS = [
  'title',
  'description',
  'timezone',
  'date_format',
  'permalink_structure',
  'hide_default',
  'browser',
  'sync',
];
/** Listed if they differ from the defaults of a new site, as are all others of `pll/v1`. */
const CHANGED = [
  ...['time_format', 'start_of_week', 'language', 'posts_per_page', 'show_on_front', 'page_on_front', 'page_for_posts'],
  ...['site_logo', 'site_icon', 'default_comment_status', 'default_ping_status', 'default_post_format', 'use_smilies'],
];
/** Settings of `pll/v1` that are never listed: the file has the default language, and translation is set up on each computer. */
const NEVER: ReadonlySet<string> = new Set([
  'default_lang',
  'machine_translation_enabled',
  'machine_translation_services',
]);
/** They refer to an item by number, which differs on the new site. */
const ITEMS: ReadonlySet<string> = new Set(['page_on_front', 'page_for_posts', 'site_logo', 'site_icon']);

/**
 * Settings that the file format of a real site cannot hold, with their values here (`live-wordpress.md` 6). Never includes
 * secrets.
 */
export function notCarried(site: Site): NotCarried[] {
  const values: Dict = { ...siteSettings(site), ...settings(site) };
  const entries = { ...SiteSettings.entries, ...Settings.entries };
  const isNew = (name: string): boolean => {
    const { fallback } = partsOf(entries[name as keyof typeof entries]);
    return JSON.stringify(values[name]) === JSON.stringify(fallback);
  };
  const others = Object.entries<v.GenericSchema>(forEdition(Settings.entries, site.edition))
    .filter(([name, schema]) => !partsOf(schema).facts.readonly && !ALWAYS.includes(name) && !NEVER.has(name))
    .map(([name]) => name);
  const named = [...ALWAYS, ...[...CHANGED, ...others].filter((name) => !isNew(name))];
  const found = named.map((name) => ({ name, value: shown(site, name, values[name] as Json) }));
  return [...found, ...ofLanguages(site), ...ofTypes(site)];
}

function shown(site: Site, name: string, value: Json): Json {
  return ITEMS.has(name) ? (postById(site.db, Number(value))?.title ?? value) : value;
}

function ofLanguages({ db }: Site): NotCarried[] {
  const all = allLanguages(db);
  const isOrdered = all.some(({ term_group }) => term_group !== 0);
  const inactive = all.filter(({ active }) => active === 0).map(({ slug }) => slug);
  return [
    ...(isOrdered ? [{ name: 'language_order', value: all.map(({ slug }) => slug) }] : []),
    ...(inactive.length > 0 ? [{ name: 'inactive_languages', value: inactive }] : []),
  ];
}

function ofTypes(site: Site): NotCarried[] {
  const types = [...customPostTypes(site)];
  const taxonomies = [...customTaxonomies(site)];
  return [
    ...(types.length > 0 ? [{ name: 'custom_post_types', value: types }] : []),
    ...(taxonomies.length > 0 ? [{ name: 'custom_taxonomies', value: taxonomies }] : []),
  ];
}
