import { RestError, type AdditionalError } from '../errors.ts';
import { forEdition } from '../schema/args.ts';
import { fits } from '../schema/explain.ts';
import { Settings, type MtProvider, type SettingName, type SettingsValue } from '../schema/settings.ts';
import { partsOf } from '../schema/walk.ts';
import type { Site } from '../site.ts';
import { readSettingRows, writeSetting } from '../store/settings.ts';
import { siteRow } from '../store/site.ts';
import type { Dict } from '../types.ts';
import { RULES, type SettingFault } from './settings-rules.ts';

/** What a stored credential reads as (`interface.md` 2.8). */
const MASK = '********';

/** All settings as stored, defaults filled in, the key of the provider as the id of its secret (`interface.md` 2.2). */
export function storedSettings(site: Site): SettingsValue {
  const rows = readSettingRows(site.db);
  const out: Dict = {};
  for (const [name, schema] of Object.entries(forEdition(Settings.entries, site.edition))) {
    const parts = partsOf(schema);
    if (parts.facts.readonly) continue;
    const value = rows.get(name);
    out[name] = value !== undefined && fits(schema, value) ? value : (parts.facts.default ?? parts.fallback);
  }
  const row = siteRow(site.db);
  return {
    ...out,
    default_lang: row.default_lang,
    first_activation: row.created_at,
    previous_version: row.previous_version,
    version: site.version,
  } as SettingsValue;
}

/** The object as it is answered: in the order of the contract, credentials masked (`interface.md` 2.2, 2.8). */
export function settings(site: Site): SettingsValue {
  const all = storedSettings(site);
  if (site.edition === 'standard') return all;
  const provider = all.machine_translation_services.mt_provider;
  return { ...all, machine_translation_services: { mt_provider: shownProvider(provider) } };
}

function shownProvider(provider: Partial<MtProvider> | []): MtProvider | [] {
  if (Array.isArray(provider)) return [];
  return { api_key: provider.api_key ? MASK : '', formality: provider.formality ?? 'default' };
}

/** Ids of the secrets that the settings name: what else is stored can go. */
export function secretsInUse(site: Site): string[] {
  const stored = readSettingRows(site.db).get('machine_translation_services') as
    { mt_provider?: Partial<MtProvider> } | undefined;
  const id = stored?.mt_provider?.api_key;
  return id ? [id] : [];
}

/**
 * Applies the given fields one by one in the order of the request, each seeing the effect of the ones before it
 * (`interface.md` 2.3). Any fault: nothing is stored, all of them are answered.
 * @param given names in the request's order
 * @param values checked values by name
 * @param sealed ids that `seal` put in place of secrets
 * @returns the names that were applied
 */
export function updateSettings(
  site: Site,
  given: readonly string[],
  change: { values: Dict; sealed: readonly string[] },
): string[] {
  const { names, faults } = applySettings(site, given, change);
  if (faults.length > 0) throw settingsError(faults);
  return names;
}

/**
 * The same for a preview: what may not be saved yet is shown all the same. Warnings are answered beside the names; any
 * error throws. The caller takes everything back.
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
): { names: string[]; faults: SettingFault[] } {
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
  return { names, faults };
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
