import * as v from 'valibot';
import { contentFacts } from '../../domain/content/content-facts.ts';
import { chooseDefaultCategory } from '../../domain/languages/default-category.ts';
import { siteSettings, updateSiteSettings } from '../../domain/settings/site-settings.ts';
import { storedSettings, updateSettings } from '../../domain/settings/settings.ts';
import { RestError } from '../../errors.ts';
import { SETTINGS_NAMES, type SettingsName } from '../../schema/live/settings.ts';
import { Settings } from '../../schema/settings/settings.ts';
import { SiteSettings } from '../../schema/settings/site-settings.ts';
import { partsOf } from '../../schema/wire/walk.ts';
import type { Site } from '../../site.ts';
import { termById } from '../../store/content/terms.ts';
import { carryTranslations } from '../../domain/site/strings.ts';
import { beginItem, dropItem, keepItem } from '../../store/transaction.ts';
import type { Dict, Json } from '../../types.ts';
import { canonicalItem, placesWith, type SideNumbers } from '../canonical.ts';
import { isSame, type Fields } from '../compare.ts';
import type { LiveBody } from '../body.ts';
import { SETTINGS_LIVE_FIELDS } from '../fields.ts';
import type { Numbers } from '../references.ts';
import { STRINGS, type KnownStrings, stringsHere, stringsThere, writeStringHere } from './strings.ts';
import { isUntouchedDefault } from '../untouched.ts';

/** The routes for settings on a live site. */
export const SETTINGS_ROUTES: Readonly<Record<SettingsName, string>> = {
  languages: '/pll/v1/settings',
  site: '/wp/v2/settings',
  strings: '/polydesk-link/v1/strings',
};

export const isSettingsName = (name: string): name is SettingsName => SETTINGS_NAMES.some((one) => one === name);

/** The type of a body of settings. */
export const typeOfSettings = (name: string): string => (name === STRINGS ? STRINGS : 'settings');

/** Local settings in the canonical format. @param strings those of the live site are compared */
export function settingsHere(
  site: Site,
  name: SettingsName,
  { numbers, strings }: { numbers: SideNumbers; strings: KnownStrings },
): ReturnType<typeof canonicalItem> {
  if (name === STRINGS) return { fields: stringsHere(site, strings), unknown: [] };
  const values = name === 'languages' ? storedSettings(site) : siteSettings(site);
  return canonicalItem(values as unknown as Readonly<Record<string, Json>>, SETTINGS_LIVE_FIELDS[name], numbers);
}

/** Converts the live site's settings to the canonical format. Throws `polydesk_live_answer`. */
export function settingsThere(
  name: SettingsName,
  answer: Readonly<Record<string, Json>>,
  numbers: SideNumbers,
): LiveBody {
  const type = typeOfSettings(name);
  if (name === STRINGS) return { type, fields: stringsThere(answer), unknown: [] };
  return { type, ...canonicalItem(answer, SETTINGS_LIVE_FIELDS[name], numbers) };
}

type Fixed = Exclude<SettingsName, 'strings'>;

const ENTRIES: Readonly<Record<Fixed, Readonly<Record<string, v.GenericSchema>>>> = {
  languages: Settings.entries,
  site: SiteSettings.entries,
};

/** Settings never changed here: the values of the live site replace them. */
export function untouchedSettings(site: Site, name: SettingsName, here: Fields): Fields {
  if (name === STRINGS) return {};
  const defaults: Dict = {};
  for (const [key, schema] of Object.entries(ENTRIES[name])) defaults[key] = partsOf(schema).fallback;
  const none: SideNumbers = {
    home: '',
    keyOf: () => undefined,
    idOf: () => undefined,
    userOf: () => undefined,
  };
  const { fields } = canonicalItem(defaults as Record<string, Json>, SETTINGS_LIVE_FIELDS[name], none);
  const category = termById(site.db, contentFacts(site).defaultCategory);
  const isUntouched = (key: string, value: Json): boolean =>
    key === 'default_category' ? !category || isUntouchedDefault(site, category) : isSame(value, fields[key]);
  return Object.fromEntries(Object.entries(here).filter(([key, value]) => isUntouched(key, value)));
}

/**
 * Updates settings here one by one: a value that this site rejects, for example because it references a missing item, is not
 * changed. Returns the names of those.
 */
export function writeSettings(
  site: Site,
  name: SettingsName,
  { fields, numbers }: { fields: Fields; numbers: Numbers },
): string[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    beginItem(site.db);
    try {
      writeSetting(site, name, { key, value: name === STRINGS ? value : valueHere(key, value, numbers) });
      keepItem(site.db);
      return [];
    } catch (error) {
      dropItem(site.db);
      if (error instanceof RestError) return [key];
      throw error;
    }
  });
}

function writeSetting(site: Site, name: SettingsName, { key, value }: { key: string; value: unknown }): void {
  if (name === STRINGS) return writeStringHere(site, key, value);
  const schema = Object.hasOwn(ENTRIES[name], key) ? ENTRIES[name][key] : undefined;
  const checked = schema && v.safeParse(schema, value);
  if (!checked?.success) refuse();
  if (name === 'languages') updateSettings(site, [key], { values: { [key]: checked.output }, sealed: [] });
  else if (key === 'default_category') chooseDefaultCategory(site, Number(checked.output));
  else {
    const before = siteSettings(site);
    updateSiteSettings(site, { [key]: checked.output });
    carryTranslations(site, before, { isPulled: true });
  }
}

/** Converts references to items to local ids; throws for an item that is not here. */
function valueHere(key: string, value: Json, numbers: Numbers): unknown {
  const field = [...SETTINGS_LIVE_FIELDS.site, ...SETTINGS_LIVE_FIELDS.languages].find((one) => one.name === key);
  const { rule, of = 'post' } = field ?? {};
  if (of === 'user') return value;
  const idOf = (key: Json): number => (typeof key === 'string' ? numbers.idOf(of, key) : undefined) ?? refuse();
  if (rule === 'places') return placesWith(value, idOf);
  if (rule !== 'ref') return value;
  return value === '' ? 0 : idOf(value);
}

function refuse(): never {
  throw new RestError('rest_invalid_param', 'This site does not take this setting.', 400);
}
