import { RestError } from '../../errors.ts';
import { listText } from '../../schema/wire/explain.ts';
import { normaliseDomain } from '../../schema/languages/domain-address.ts';
import { MASK } from '../../schema/wire/mask.ts';
import type { MtProvider, SettingName, SettingsValue } from '../../schema/settings/settings.ts';
import type { Site } from '../../site.ts';
import { allLanguages, languageBySlug, type LanguageRow } from '../../store/languages/languages.ts';
import type { Dict } from '../../types.ts';
import { mapValues } from './map-values.ts';
import { customPostTypes, customTaxonomies } from '../content/content-model.ts';
import { makeDefault } from '../languages/default-language.ts';
import { shownName } from '../content/plain-text.ts';

/** An error found while applying a field; warnings are flagged, and rejected just the same (`interface.md` 2.3). */
export interface SettingFault {
  code: string;
  message: string;
  warning: boolean;
}

/** The input of a rule: the current settings, including fields already applied. */
export interface SettingsDraft {
  site: Site;
  current: SettingsValue;
  sealed: readonly string[];
  faults: SettingFault[];
}

type Rule = (draft: SettingsDraft, value: never) => unknown;

/** Fields with side effects: returns the value to store, or undefined if the rule stored it itself or found an error. */
export const RULES: Partial<Record<SettingName, Rule>> = {
  hide_default: ({ current }, value: boolean) => value && current.force_lang !== 3,
  browser: ({ current, site }, value: boolean) => value && !(current.force_lang === 3 && site.edition === 'standard'),
  post_types: ({ site }, value: string[]) => knownOnce(value, customPostTypes(site)),
  taxonomies: ({ site }, value: string[]) => knownOnce(value, customTaxonomies(site)),
  sync: (_draft, value: string[]) => [...new Set(value)],
  language_taxonomies: (_draft, value: string[]) => [...new Set(value)],
  domains: applyDomains,
  default_lang: applyDefaultLanguage,
  nav_menus: applyMenus,
  media: ({ current }, value: Dict) => ({ ...current.media, ...value }),
  machine_translation_services: applyProvider,
};

/** Languages ordered by name: root collation, ignoring case and accents (`interface.md` 2.4). */
export function languagesByName(site: Site): LanguageRow[] {
  return allLanguages(site.db).sort((a, b) => BY_NAME.compare(a.name, b.name));
}

const BY_NAME = new Intl.Collator('und', { sensitivity: 'base' });

function knownOnce(names: readonly string[], known: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => known.includes(name));
}

/** A write is merged, after which there is exactly one key per language (`interface.md` 2.4). */
function applyDomains({ site, current, faults }: SettingsDraft, value: Dict<string>): Dict<string> | undefined {
  const languages = languagesByName(site);
  const unknown = Object.keys(value).filter((slug) => !languages.some((language) => language.slug === slug));
  if (unknown.length > 0)
    faults.push({
      code: 'pll_unknown_domains_languages',
      message: `No language here has ${codes(unknown)}: ${listText(unknown)}.`,
      warning: true,
    });
  const merged: Dict<string> = {};
  for (const { slug } of languages)
    merged[slug] = normaliseDomain(own(value, slug) ?? own(current.domains, slug) ?? '') ?? '';
  const empty = languages.filter(({ slug }) => merged[slug] === '');
  if (current.force_lang === 3 && empty.length > 0) {
    faults.push({
      code: 'pll_empty_domains',
      message: `Give an address to each language; missing: ${listText(empty.map(({ name }) => shownName(name)))}.`,
      warning: true,
    });
  }
  return merged;
}

function own<T>(map: Dict<T>, key: string): T | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

function codes(list: readonly string[]): string {
  return list.length === 1 ? 'this code' : 'these codes';
}

/** Must be an active language (`interface.md` 2.6). */
function applyDefaultLanguage({ site, faults }: SettingsDraft, slug: string): undefined {
  const language = languageBySlug(site.db, slug);
  if (language?.active) makeDefault(site, language.term_id);
  else
    faults.push({
      code: 'pll_invalid_language',
      message: language
        ? `${shownName(language.name)} is switched off and cannot be the default language.`
        : `No language here has the code ${slug}.`,
      warning: false,
    });
}

type Menus = Dict<Dict<Dict<number>>>;

/** Replaces the whole value: removes IDs 0, orders languages by name, keeps empty locations (`interface.md` 2.7). */
function applyMenus({ site, faults }: SettingsDraft, value: Menus): Menus | undefined {
  const slugs = languagesByName(site).map(({ slug }) => slug);
  const locations = Object.values(value).flatMap((theme) => Object.values(theme));
  const unknown = [...new Set(locations.flatMap((menus) => Object.keys(menus)))].filter(
    (slug) => !slugs.includes(slug),
  );
  if (unknown.length > 0) {
    faults.push({
      code: 'pll_unknown_nav_menus_languages',
      message: `No language here has ${codes(unknown)}: ${listText(unknown)}.`,
      warning: true,
    });
    return undefined;
  }
  const kept = (menus: Dict<number>): Dict<number> =>
    Object.fromEntries(slugs.flatMap((slug) => (own(menus, slug) ? [[slug, menus[slug] ?? 0]] : [])));
  return mapValues(value, (theme) => mapValues(theme, kept));
}

/** Merged per property; the mask leaves the key unchanged, "" clears it (`interface.md` 2.8). */
function applyProvider({ current, sealed }: SettingsDraft, value: { mt_provider?: Partial<MtProvider> }): unknown {
  const given = value.mt_provider;
  if (!given || Object.keys(given).length === 0) return undefined;
  const before = current.machine_translation_services.mt_provider;
  const merged: Partial<MtProvider> = { ...(Array.isArray(before) ? {} : before) };
  if (given.formality !== undefined) merged.formality = given.formality;
  if (given.api_key === '') merged.api_key = '';
  else if (given.api_key !== undefined && given.api_key !== MASK) merged.api_key = sealedKey(given.api_key, sealed);
  return { mt_provider: merged };
}

/** Only the ID of a stored secret may be written to the file: a key that no adapter sealed is rejected. */
function sealedKey(id: string, sealed: readonly string[]): string {
  if (sealed.includes(id)) return id;
  throw new RestError(
    'polydesk_unsealed_secret',
    'Send the key in the body of the request, not in its address. Nothing was stored.',
    400,
  );
}
