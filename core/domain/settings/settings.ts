import type * as v from 'valibot';
import { RestError, type AdditionalError } from '../../errors.ts';
import { forEdition } from '../../schema/wire/args.ts';
import { MASK } from '../../schema/wire/mask.ts';
import { Settings, type MtProvider, type SettingName, type SettingsValue } from '../../schema/settings/settings.ts';
import { partsOf } from '../../schema/wire/walk.ts';
import type { Edition, Site } from '../../site.ts';
import { readSetting, readSettingRows, writeSetting } from '../../store/settings/settings.ts';
import type { Dict } from '../../types.ts';
import { RULES, type SettingFault } from './rules.ts';
import { keptSiteRow } from '../site/site-row.ts';
import { storedReader } from './stored-values.ts';

/**
 * All settings as stored, with defaults, and the provider's key as the ID of its secret (`interface.md` 2.2). Shared: treat it as
 * immutable.
 */
export function storedSettings(site: Site): SettingsValue {
  return site.memo.get('settings', () => readStoredSettings(site));
}

function readStoredSettings(site: Site): SettingsValue {
  const row = keptSiteRow(site);
  const texts = readSettingRows(site.db);
  const out: Dict = {};
  for (const { name, read, fallback } of WRITTEN[site.edition]) out[name] = read(texts.get(name)) ?? fallback;
  out['default_lang'] = row.default_lang;
  out['first_activation'] = row.created_at;
  out['previous_version'] = row.previous_version;
  out['version'] = site.version;
  return out as unknown as SettingsValue;
}

/** A field stored in a row of its own. */
interface Written {
  name: string;
  read: ReturnType<typeof storedReader>;
  fallback: unknown;
}

const WRITTEN: Readonly<Record<Edition, readonly Written[]>> = {
  extended: written('extended'),
  standard: written('standard'),
};

function written(edition: Edition): Written[] {
  const entries = Object.entries(forEdition(Settings.entries, edition)) as [string, v.GenericSchema][];
  return entries
    .filter(([, schema]) => !partsOf(schema).facts.readonly)
    .map(([name, schema]) => {
      const { facts, fallback } = partsOf(schema);
      return { name, read: storedReader(schema), fallback: facts.default ?? fallback };
    });
}

/** The settings object of the API: in contract order, with credentials masked (`interface.md` 2.2, 2.8). */
export function settings(site: Site): SettingsValue {
  return shownSettings(site, storedSettings(site));
}

/** The same for settings already loaded. */
export function shownSettings(site: Site, all: SettingsValue): SettingsValue {
  if (site.edition === 'standard') return all;
  const provider = all.machine_translation_services.mt_provider;
  return { ...all, machine_translation_services: { mt_provider: shownProvider(provider) } };
}

function shownProvider(provider: Partial<MtProvider> | []): MtProvider | [] {
  if (Array.isArray(provider)) return [];
  return { api_key: provider.api_key ? MASK : '', formality: provider.formality ?? 'default' };
}

/** IDs of the secrets referenced by the settings: others can be deleted. */
export function secretsInUse(site: Site): string[] {
  const stored = readSetting(site.db, 'machine_translation_services') as
    | { mt_provider?: Partial<MtProvider> }
    | undefined;
  const id = stored?.mt_provider?.api_key;
  return id ? [id] : [];
}

/**
 * Applies the given fields in the order of the request, each seeing the effect of the previous ones (`interface.md` 2.3). On any
 * error nothing is stored, and all errors are returned.
 * @param given names in the request's order
 * @param values validated values by name
 * @param sealed IDs that `seal` put in place of secrets
 * @returns the names that were applied, and the settings as now stored
 */
export function updateSettings(
  site: Site,
  given: readonly string[],
  change: { values: Dict; sealed: readonly string[] },
): { names: string[]; now: SettingsValue } {
  const { names, now, faults } = applySettings(site, given, change);
  if (faults.length > 0) throw settingsError(faults);
  // The code of the default language is stored in another table.
  return { names, now: names.includes('default_lang') ? storedSettings(site) : now };
}

/**
 * The same for a preview: values that cannot be saved yet are shown too. Warnings are returned with the names; any error throws.
 * The caller rolls everything back.
 */
export function trySettings(
  site: Site,
  given: readonly string[],
  change: { values: Dict; sealed: readonly string[] },
): { code: string; message: string }[] {
  const { faults } = applySettings(site, given, change);
  if (faults.some((fault) => !fault.warning)) throw settingsError(faults);
  return faults.map(({ code, message }) => ({ code, message }));
}

function applySettings(
  site: Site,
  given: readonly string[],
  change: { values: Dict; sealed: readonly string[] },
): { names: SettingName[]; now: SettingsValue; faults: SettingFault[] } {
  const names = given.filter((name): name is SettingName => Object.hasOwn(change.values, name));
  const faults: SettingFault[] = [];
  let current = storedSettings(site);
  for (const name of names) {
    const rule = RULES[name];
    const value = rule
      ? rule({ site, current, sealed: change.sealed, faults }, change.values[name] as never)
      : change.values[name];
    if (value === undefined || JSON.stringify(value) === JSON.stringify(current[name])) continue;
    writeSetting(site.db, name, value);
    current = { ...current, [name]: value };
  }
  return { names, now: current, faults };
}

function settingsError(faults: readonly SettingFault[]): RestError {
  const [first, ...others] = faults as [SettingFault, ...SettingFault[]];
  const additionalErrors = others.map((fault): AdditionalError => ({
    code: fault.code,
    message: fault.message,
    data: fault.warning ? 'warning' : null,
  }));
  return new RestError(first.code, first.message, 400, {
    ...(first.warning && { additionalData: ['warning'] }),
    ...(additionalErrors.length > 0 && { additionalErrors }),
  });
}
